package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestSurelyDuration holds that what is taken for a duration without asking the regular expressions is one, to them and to Go.
func TestSurelyDuration(t *testing.T) {
	source, other := &rule{pattern: timeoutPattern}, &rule{pattern: durationPattern}
	sure := 0
	for _, text := range durationTexts() {
		_, err := time.ParseDuration(text)
		for _, r := range []*rule{nil, {}, source, other} {
			pattern := durationPattern
			if r == source {
				pattern = timeoutPattern
			}
			matches := patterns()[pattern].MatchString(text)
			if surelyDuration(text, r) {
				sure++
				assert.Assert(t, matches && err == nil && r.fits(text), "%q is no duration: %v", text, err)
			}
			if usual.MatchString(text) && matches && (r == nil || r.pattern != "") {
				assert.Assert(t, surelyDuration(text, r), "%q takes a regular expression", text)
			}
		}
	}
	assert.Assert(t, sure > 100, "%d", sure)
}

// usual are the durations that authors write.
var usual = regexp.MustCompile(`^[0-9]{1,6}[smh]$`)

// durationTexts are all short strings of what durations are made of, and is like it, and longer ones about the edges.
func durationTexts() []string {
	texts := []string{"", "m", "1", "10m", "999999h", "1000000h", "9999999s", "2562047h", "2562048h", "9223372036s", "99999999999s", "1h30m", "1.5h",
		"10µs", "١m", "1ｍ", "\x001m"}
	for _, length := range []int{1, 2, 3, 4} {
		for i := range pow(len(durationAlphabet), length) {
			text := make([]byte, length)
			for at := range text {
				text[at] = durationAlphabet[i%len(durationAlphabet)]
				i /= len(durationAlphabet)
			}
			texts = append(texts, string(text))
		}
	}
	return texts
}

const durationAlphabet = "0189smh.-_ d/:"

func pow(base, exponent int) int {
	product := 1
	for range exponent {
		product *= base
	}
	return product
}

// FuzzSurelyDuration is the same for anything.
func FuzzSurelyDuration(f *testing.F) {
	for _, text := range []string{"", "10m", "1h30m", "999999h", "1000000h", "1ms", "٣s"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, pattern := range []string{durationPattern, timeoutPattern} {
			if surelyDuration(text, &rule{pattern: pattern}) {
				_, err := time.ParseDuration(text)
				assert.Assert(t, err == nil && patterns()[pattern].MatchString(text), "%q is no duration: %v", text, err)
			}
		}
	})
}

// TestSurelyName holds that no rule of an entry has anything to say of what is surely a name, wherever an entry has names of objects,
// clusters and Secrets.
func TestSurelyName(t *testing.T) {
	names := []string{"", "~", "1", "true", "hub", "hub-kubeconfig", "hubble", "-kubeconfig", "a-kubeconfig", "${a}", "a${b}c", "$(app.name)",
		"$(cluster.name)", "a.b", "A", "a_b", "ü",
		strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 53), strings.Repeat("a", 52) + "-", "default", "a/b", "../a", " a", "a\n"}
	for _, first := range "ah0-." {
		for _, second := range "bu0-." {
			for _, third := range "cb0-." {
				names = append(names, string([]rune{first, second, third}))
			}
		}
	}
	sure, refused := 0, 0
	for _, name := range names {
		for _, workload := range workloads {
			for entry, path := range namesOfEntry {
				if workload == KCLRuns && strings.Contains(entry, "configMapRef") {
					continue // which it cannot use
				}
				d := entryNamed(t, workload, entry, name)
				n := d.known.entries[0].At(path...)
				said := slices.DeleteFunc(CheckEntry(d, workload, d.known.entries[0], newestFlux), func(p Problem) bool { return p.Code == CodeRequired })
				switch {
				case SurelyName(n):
					sure++
					assert.Equal(t, len(said), 0, "%s: %q: %v", entry, name, Explain(said))
				case len(said) > 0:
					refused++
				}
			}
		}
	}
	assert.Assert(t, sure > 100 && refused > 100, "%d are sure, %d are refused", sure, refused)
	assert.Assert(t, !SurelyName(tree.Node{}))
}

// namesOfEntry are entries with a name, and where it is.
var namesOfEntry = map[string][]string{
	"name: %s": {"name"},
	"destination: {cluster: %s, kubeConfig: {secretRef: {name: x}}}": {"destination", "cluster"},
	"destination: {kubeConfig: {secretRef: {name: %s}}}":             {"destination", "kubeConfig", "secretRef", "name"},
	"destination: {cluster: x, kubeConfig: {secretRef: {name: %s}}}": {"destination", "kubeConfig", "secretRef", "name"},
	"destination: {kubeConfig: {configMapRef: {name: %s}}}":          {"destination", "kubeConfig", "configMapRef", "name"},
}

// entryNamed returns a document with an entry.
func entryNamed(t *testing.T, workload Workload, entry, name string) *Document {
	t.Helper()
	if !slices.Contains([]string{"~", "1", "true"}, name) {
		name = fmt.Sprintf("%q", name)
	}
	list := string(workload) + ": [{" + fmt.Sprintf(entry, name) + "}]"
	if workload == HelmReleases {
		list = "helmRelease: {deploy: [{" + fmt.Sprintf(entry, name) + "}]}"
	}
	docs, _ := Parse("in.yaml", []byte("apiVersion: gitops.kubesphere.io/v1alpha1\nkind: FluxApplication\nmetadata: {name: a}\nspec: {config: {"+list+"}}\n"))
	assert.Equal(t, len(docs), 1)
	assert.Equal(t, len(docs[0].known.entries), 1)
	return docs[0]
}

// TestTwinsAreJudgedAlike repeats the entries of all cases with scalars of them changed, so that they are twins, and writes the same
// documents so that no item of a list is like another one: with quotes around some keys. Everything else stands in the same places, and the
// same must be said.
func TestTwinsAreJudgedAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	t.Parallel()
	rounds, every := 3, 1
	if testing.Short() {
		rounds, every = 1, 2
	}
	twins, problems, clean, still := 0, 0, 0, 0
	for i, data := range shapeSeeds(t) {
		if i%every != 0 {
			continue
		}
		for range rounds {
			alike, apart, ok := entriesRepeated(r, data)
			if !ok {
				continue
			}
			some, other := judgements(alike), judgements(apart)
			assert.DeepEqual(t, some, other)
			found, free := judgeTwins(t, alike)
			if twins += found; found > 0 {
				problems += len(some)
				clean += free
			}
			left, _ := judgeTwins(t, apart)
			still += left
		}
	}
	t.Logf("%d twins, %d of them still, %d clean, %d problems beside them", twins, still, clean, problems)
	assert.Assert(t, still*20 < twins, "%d of %d twins are still some", still, twins) // those with too few keys
	assert.Assert(t, twins > 500 && problems > 500 && clean > 200, "%d twins, %d of them clean, %d problems", twins, clean, problems)
}

// TestSelectionsOfTwins holds that a twin chooses clusters as its first one does, whatever stands between them.
func TestSelectionsOfTwins(t *testing.T) {
	docs, err := Parse("in.yaml", []byte(`apiVersion: gitops.kubesphere.io/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: a}
spec:
  config:
    kustomization:
    - {name: a, destination: {cluster: a, clusterSelector: {}}}
    - {name: b, destination: {cluster: b, kubeConfig: {secretRef: {name: b}}}}
    - {name: c, destination: {cluster: c, clusterSelector: {}}}
    - {name: d, destination: {cluster: d, kubeConfig: {secretRef: {name: d}}}}
    - {name: e, destination: {allowEmpty: true}}
    - {name: f, destination: {allowEmpty: false}}
`))
	assert.NilError(t, err)
	var said []string
	for _, e := range Explain(CheckApplication(docs[0], newestFlux)) {
		said = append(said, e.Path)
	}
	assert.DeepEqual(t, said, []string{"spec.config.kustomization[0].destination.cluster", "spec.config.kustomization[2].destination.cluster",
		"spec.config.kustomization[4].destination.allowEmpty", "spec.config.kustomization[5].destination.allowEmpty"})
}

// judgements returns what is said of documents, line by line.
func judgements(text []byte) (lines []string) {
	docs, _ := Parse("in.yaml", text)
	for _, d := range docs {
		lines = append(lines, strings.Split(Explain(d.Problems()).Error(), "\n")...)
		if d.Class != App {
			continue
		}
		workload, entries := d.Entries()
		for _, flux := range []FluxVersion{6, newestFlux} {
			lines = append(lines, strings.Split(Explain(CheckApplication(d, flux)).Error(), "\n")...)
			for _, entry := range entries {
				lines = append(lines, strings.Split(Explain(CheckEntry(d, workload, entry, flux)).Error(), "\n")...)
			}
		}
		lines = append(lines, strings.Split(Explain(CheckTypes(d, workload, entries...)).Error(), "\n")...)
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// judgeTwins holds that CheckTwin has something to say of an entry exactly when CheckEntry has, if that has nothing to say of the first
// one. It counts the twins, and those of which nothing is said.
func judgeTwins(t *testing.T, text []byte) (twins, clean int) {
	docs, _ := Parse("in.yaml", text)
	for _, d := range docs {
		workload, entries := d.Entries()
		for _, entry := range entries {
			first := entry.Twin()
			if !first.Exists() {
				continue
			}
			twins++
			for _, flux := range []FluxVersion{6, newestFlux} {
				if len(CheckEntry(d, workload, first, flux)) > 0 {
					continue
				}
				all, some := Explain(CheckEntry(d, workload, entry, flux)), Explain(CheckTwin(d, workload, entry, flux))
				assert.Equal(t, len(some) > 0, len(all) > 0, "an entry: %v\na twin: %v\n%s", all, some, text)
				if len(all) == 0 {
					clean++
				}
			}
		}
	}
	return twins, clean
}

// entriesRepeated writes each entry of the applications four times, with scalars changed, and returns the text with its items alike and
// the text with its items apart, which are equally long. It is false when there are no entries, or anchors.
func entriesRepeated(r *rand.Rand, data []byte) (alike, apart []byte, ok bool) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	found := false
	for decoder := yaml.NewDecoder(bytes.NewReader(data)); ; {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || bytes.Contains(data, []byte("&")) || len(doc.Content) == 0 {
			return nil, nil, false
		}
		for _, list := range listsOfEntries(doc.Content[0]) {
			for i := range list.Content {
				for range 3 {
					list.Content = append(list.Content, changed(r, list, list.Content[i]))
				}
				found = true
			}
		}
		markKeys(&doc)
		if encoder.Encode(&doc) != nil {
			return nil, nil, false
		}
	}
	alike = marked.ReplaceAll(out.Bytes(), []byte("$1  :"))
	apart = marked.ReplaceAllFunc(out.Bytes(), func(key []byte) []byte {
		if name, quoted := bytes.CutSuffix(key, []byte("_Q:")); quoted {
			return fmt.Appendf(nil, "%q:", name)
		}
		return slices.Concat(bytes.TrimSuffix(key, []byte("_W:")), []byte("  :"))
	})
	return alike, apart, found
}

// marked are keys that markKeys has marked.
var marked = regexp.MustCompile(`\b([a-zA-Z]{3,})_[QW]:`)

// markKeys marks up to three keys of each item of a list, to be written in quotes or with spaces behind them, which is as long. Which
// ones get quotes is the number of the item, so that no neighbours are alike.
func markKeys(n *yaml.Node) {
	for i, child := range n.Content {
		markKeys(child)
		if n.Kind != yaml.SequenceNode {
			continue
		}
		for bit, key := range keysOf(child) {
			if bit < 3 {
				key.Value += []string{"_W", "_Q"}[i>>bit&1]
			}
		}
	}
}

// keysOf returns the keys to mark of a map and of those below it.
func keysOf(n *yaml.Node) (keys []*yaml.Node) {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; plainKey.MatchString(key.Value) && key.Style == 0 {
			keys = append(keys, key)
		}
		keys = append(keys, keysOf(n.Content[i+1])...)
	}
	return keys
}

// plainKey are keys that nobody reads otherwise without their quotes.
var plainKey = regexp.MustCompile(`^[a-z][a-zA-Z]{4,}$|^(name|path|wave|kind|file|host)$`)

// listsOfEntries returns the entries of an application.
func listsOfEntries(doc *yaml.Node) (lists []*yaml.Node) {
	spec := nodeAt(doc, "spec")
	if inner := nodeAt(spec, "fluxApp", "spec"); inner != nil {
		spec = inner
	}
	for _, path := range [][]string{{"helmRelease", "deploy"}, {"kustomization"}, {"kclRun"}} {
		if list := nodeAt(spec, append([]string{"config"}, path...)...); list != nil && list.Kind == yaml.SequenceNode {
			lists = append(lists, list)
		}
	}
	return lists
}

func nodeAt(n *yaml.Node, path ...string) *yaml.Node {
	for _, key := range path {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		var found *yaml.Node
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				found = n.Content[i+1]
			}
		}
		n = found
	}
	return n
}

// changed returns a copy of an entry with up to three scalars changed to others of their kind, some of them from the same list.
func changed(r *rand.Rand, list, entry *yaml.Node) *yaml.Node {
	copied := copyNode(entry)
	own, others := scalarsOf(copied), scalarsOf(list)
	for range r.IntN(4) {
		if len(own) == 0 {
			break
		}
		n := own[r.IntN(len(own))]
		pool := scalarPool[n.ShortTag()]
		for _, other := range others {
			if other.ShortTag() == n.ShortTag() && r.IntN(4) == 0 {
				pool = append(slices.Clip(pool), other.Value)
			}
		}
		if len(pool) == 0 {
			continue
		}
		n.Value = pool[r.IntN(len(pool))]
		n.Style = 0
		if n.ShortTag() != "!!null" && n.Tag == "!!str" && r.IntN(2) == 0 {
			n.Style = yaml.DoubleQuotedStyle
		}
		if r.IntN(10) == 0 {
			n.LineComment = "# {\"$imagepolicy\": \"a:b\"}"
		}
	}
	return copied
}

// scalarPool are values that some rule may have something to say of, by their tags.
var scalarPool = map[string][]string{
	"!!str": {"hub", "hub-kubeconfig", "hubble", "berlin", "a_b", "A", "", "5 min", "1h30m", "90s", "2h", "1d", "10m", "${a}", "$(cluster.name)", "$(app.nothing)", strings.Repeat("a", 64),
		strings.Repeat("b", 60), "HelmRepository", "OCIRepository", "GitRepository", "Bucket", "Skip", "RemediateOnFailure", "a/b", "true", "1", "disabled", "source.toolkit.fluxcd.io/v1beta2"},
	"!!int":   {"0", "1", "-1", "99999999999", "0x10", "1_000", "99999999999999999999"},
	"!!float": {"1.5", "1e3", "1.10", ".inf"},
	"!!bool":  {"true", "false"},
	"!!null":  {"~", "null", ""},
}

func copyNode(n *yaml.Node) *yaml.Node {
	copied := *n
	copied.Content = nil
	for _, child := range n.Content {
		copied.Content = append(copied.Content, copyNode(child))
	}
	return &copied
}

// scalarsOf returns the scalars of a value that are no keys.
func scalarsOf(n *yaml.Node) (all []*yaml.Node) {
	if n.Kind == yaml.ScalarNode {
		return []*yaml.Node{n}
	}
	for i, child := range n.Content {
		if n.Kind != yaml.MappingNode || i%2 == 1 {
			all = append(all, scalarsOf(child)...)
		}
	}
	return all
}
