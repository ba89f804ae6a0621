package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
)

// By default the test tries a few mutations, always the same. To try many, and to print the objects that each of them
// deletes: go test ./krmfn/cmd/fluxapp -run TestMutations -mutations 20000 -mutation-seed 7 -timeout 1h -v
var (
	mutations    = flag.Int("mutations", 100, "how many mistakes TestMutations tries")
	mutationSeed = flag.Uint64("mutation-seed", 1, "the seed of these mistakes")
)

// TestMutations makes typing mistakes in the documents of a folder that was rendered, and renders it again by each
// door. A run names the file of each object that it deletes, and a run that refuses changes nothing.
func TestMutations(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	cases, number := casesWithClusters(t), *mutations
	if testing.Short() {
		number /= 4
	}
	for i, text := range cases {
		if count := (number + i) / len(cases); count > 0 {
			mutateCase(t, text, rand.New(rand.NewPCG(*mutationSeed, uint64(i))), count)
		}
	}
}

// casesWithClusters returns the documents of cases that render objects of a fleet without options.
func casesWithClusters(t testFolder) (texts []string) {
	t.Helper()
	files, err := filepath.Glob("../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	fleet := regexp.MustCompile(`clusterSelector|kind: Cluster|\n  clusters:`)
	for _, file := range files {
		_, noOutput := os.Stat(filepath.Join(filepath.Dir(file), "out.yaml"))
		_, noOptions := os.Stat(filepath.Join(filepath.Dir(file), "options.yaml"))
		if text := readSource(t, file); noOutput == nil && noOptions != nil && fleet.MatchString(text) {
			texts = append(texts, text)
		}
	}
	assert.Assert(t, len(texts) > 10)
	return texts
}

func mutateCase(t testFolder, text string, random *rand.Rand, count int) {
	t.Helper()
	t = inFolder(t)
	before := map[string]map[string]string{}
	for _, d := range doors {
		put(t, d.documents+"/in.yaml", text)
		if _, refused := d.render(t, again{}); refused {
			return // a stream can hold these objects, and files cannot
		}
		before[d.name] = contentsOf(t, d.objects)
	}
	for range count {
		mutated, what := mutate(text, random)
		for _, d := range doors {
			put(t, d.documents+"/in.yaml", mutated)
			m := mutation{what: what + " by " + d.name, text: mutated, before: before[d.name]}
			m.told, m.refused = d.render(t, again{})
			m.after = contentsOf(t, d.objects)
			m.check(t)
			restore(t, d.objects, m.before, m.after)
		}
	}
}

// mutation is a mistake and what a run made of it.
type mutation struct {
	what, text    string
	before, after map[string]string // the files of objects
	told          []string
	refused       bool
}

func (m mutation) check(t testFolder) {
	t.Helper()
	if problem := cmp.Or(m.loss(), m.twice()); problem != "" {
		t.Errorf("%s: %s\n%s\n%s", m.what, problem, strings.Join(m.told, "\n"), m.text)
	} else if lost := missing(m.before, m.after); len(lost) > 0 {
		t.Logf("%s: %q", m.what, lost)
	}
}

// loss returns the promise that the run broke; empty when it broke none.
func (m mutation) loss() string {
	if m.refused && !maps.Equal(m.before, m.after) {
		return "the run refused, and changed files"
	}
	for _, name := range missing(m.before, m.after) {
		if path.Base(name) != output.ListFile && !namesFile(m.told, name) {
			return name + " is deleted, and no line names it"
		}
	}
	return ""
}

// twice returns a finding that the run printed twice; empty when there is none. Without line and column, findings
// about two documents of one file may be equal.
func (m mutation) twice() string {
	for i, line := range m.told {
		if position.MatchString(line) && slices.Contains(m.told[:i], line) {
			return "printed twice: " + line
		}
	}
	return ""
}

var position = regexp.MustCompile(`^[^:]+:\d+:\d+: `)

// contentsOf returns the files of a folder by their names in it, without the documents.
func contentsOf(t testFolder, folder string) map[string]string {
	t.Helper()
	contents := map[string]string{}
	for _, name := range filesIn(t, folder) {
		contents[strings.TrimPrefix(name, folder+"/")] = read(t, name)
	}
	delete(contents, "in.yaml")
	return contents
}

// restore makes the files of a folder what they were before.
func restore(t testFolder, folder string, before, after map[string]string) {
	t.Helper()
	for _, name := range missing(after, before) {
		assert.NilError(t, os.Remove(t.path(path.Join(folder, name))))
	}
	for name, content := range before {
		if after[name] != content {
			put(t, path.Join(folder, name), content)
		}
	}
}

// mutate makes a typing mistake in a text, and returns which one.
func mutate(text string, random *rand.Rand) (mutated, what string) {
	if random.IntN(2) == 0 {
		lines := strings.SplitAfter(text, "\n")
		return mutateLines(lines[:len(lines)-1], random)
	}
	return mutateLetters([]byte(text), random)
}

func mutateLines(lines []string, random *rand.Rand) (mutated, what string) {
	i := random.IntN(len(lines) - 1)
	line := strings.TrimSpace(lines[i])
	switch random.IntN(5) {
	case 0:
		lines, what = slices.Delete(lines, i, i+1), "line deleted"
	case 1:
		lines, what = slices.Insert(lines, i, lines[i]), "line doubled"
	case 2:
		lines[i], lines[i+1], what = lines[i+1], lines[i], "lines swapped"
	case 3:
		lines[i], what = "  "+lines[i], "line indented"
	default:
		lines[i], what = strings.TrimPrefix(lines[i], "  "), "line outdented"
	}
	return strings.Join(lines, ""), fmt.Sprintf("line %d %q: %s", i+1, line, what)
}

func mutateLetters(text []byte, random *rand.Rand) (mutated, what string) {
	i := random.IntN(len(text) - 1)
	line := 1 + strings.Count(string(text[:i]), "\n")
	where := fmt.Sprintf("line %d %q, letter %q", line, strings.TrimSpace(strings.Split(string(text), "\n")[line-1]),
		text[i])
	switch random.IntN(4) {
	case 0:
		text, what = slices.Delete(text, i, i+1), "deleted"
	case 1:
		text, what = slices.Insert(text, i, text[i]), "doubled"
	case 2:
		text[i], text[i+1], what = text[i+1], text[i], "swapped"
	default:
		const keys = "abcxyzABC019-_.:/,'\"#{}[]&*!|> \n"
		text[i] = keys[random.IntN(len(keys))]
		what = fmt.Sprintf("replaced by %q", text[i])
	}
	return string(text), where + ": " + what
}
