package krmfn

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// seedLists are lists that are mutated: as clients send them, as people write them, and with the answers of earlier
// runs.
func seedLists(t testing.TB) []string {
	t.Helper()
	ours := strings.Replace(indented(inFile), "  ", "- ", 1)
	shop := strings.Replace(indented(shopFile), "  ", "- ", 1)
	answer := func(list string) string {
		out, _, _ := runOn(list)
		return out
	}
	lists := []string{
		listHead + odd + ours,
		listHead + ours + "functionConfig:\n" + indented(pruning),
		answer(listHead + odd + ours),
		answer(listHead + shop),
		answer(listHead+shop+ours) + "functionConfig:\n" + indented(checkConfig),
		resourceList(app, app),
		strings.ReplaceAll(answer(listHead+ours), "\n", "\r\n"),
	}
	for _, item := range strangers {
		lists = append(lists, resourceList("", inFile, item))
	}
	return lists
}

// mutated changes some lines and bytes of a list.
func mutated(random *rand.Rand, list string) string {
	lines := strings.SplitAfter(list, "\n")
	at := func() int { return random.IntN(len(lines)) }
	for range 1 + random.IntN(2) {
		switch n := at(); random.IntN(8) {
		case 0: // a line less
			lines[n] = ""
		case 1: // a line twice
			lines[n] += lines[n]
		case 2: // two lines in the other order
			other := at()
			lines[n], lines[other] = lines[other], lines[n]
		case 3: // another indentation
			lines[n] = strings.Repeat(" ", random.IntN(3)) + strings.TrimPrefix(lines[n], " ")
		case 4: // a line of something else
			lines[n] += strings.Repeat(" ", random.IntN(8)) + pieces[random.IntN(len(pieces))] + "\n"
		case 5: // something in a line
			if len(lines[n]) > 0 {
				cut := random.IntN(len(lines[n]))
				lines[n] = lines[n][:cut] + pieces[random.IntN(len(pieces))] + lines[n][cut:]
			}
		case 6: // a byte less
			if len(lines[n]) > 0 {
				cut := random.IntN(len(lines[n]))
				lines[n] = lines[n][:cut] + lines[n][cut+1:]
			}
		case 7: // a line behind another
			lines[n] = strings.TrimSuffix(lines[n], "\n")
		}
	}
	return strings.Join(lines, "")
}

// pieces are what mutations add.
var pieces = []string{
	"", " ", "\t", "\r", "# a comment", " # behind", "- ", "-", "a: b", "? a", ": b", "&x ", "*x", "&x", "!t ", "!!str ",
	"|", "|+", "|-\n", ">", ">2-", "'", "\"", "{", "}",
	"[", "]", "[]", "{}", ",", "---", "...", "null", "~", "on", "0123", "1.10", ".inf", "<<: *x", "items:", "results:",
	"results: []", "functionConfig:", "kind: A",
	"kind: FluxApplication", "metadata:", "annotations: {}", "internal.config.kubernetes.io/path: x.yaml", "'%", "@", "\\",
	"é", "\u00a0", "\u2028", "\x00", "\xff", "\ufeff",
	"fluxapp.dev/rendered-from: apps/hello", "config.kubernetes.io/path: y.yaml", "prune: false", "name: x",
	"  - &x {a: b}", "- *x", "\n", "\n\n",
}

// TestClientsOfMutations is TestClients for lists that somebody has damaged.
func TestClientsOfMutations(t *testing.T) {
	random, lists := rand.New(rand.NewPCG(7, 8)), seedLists(t)
	var all clients
	count := 5000
	if testing.Short() {
		count = 400
	}
	for range count {
		all.compare(t, "a mutation", mutated(random, lists[random.IntN(len(lists))]))
	}
	t.Logf("%+v of %d", all, count)
	assert.Assert(t, all.read > count/20)
}

// FuzzClients compares the answers to any list.
func FuzzClients(f *testing.F) {
	for _, list := range seedLists(f) {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		var all clients
		all.compare(t, "a list", list)
	})
}
