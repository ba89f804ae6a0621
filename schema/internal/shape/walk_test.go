package shape

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// place is a place of a document where a shape may be.
type place struct {
	path           string
	before, behind string // the document around it
	shape          *Shape
	document       *Shape
}

// places returns a place of each shape of a map with known fields, in the order of their paths.
func places() (all []place) {
	seen := map[*Shape]bool{}
	var walk func(place)
	walk = func(p place) {
		below := func(path, before, behind string, s *Shape) {
			if s != nil {
				walk(place{p.path + path, p.before + before, behind + p.behind, s, p.document})
			}
		}
		switch p.shape.Kind {
		case List:
			below("[]", "[", "]", p.shape.Elem)
		case Dict:
			below(".*", "{key: ", "}", p.shape.Elem)
		case Object:
			if seen[p.shape] {
				return
			}
			seen[p.shape] = true
			all = append(all, p)
			for _, name := range p.shape.Names() {
				below("."+name, "{"+name+": ", "}", p.shape.Fields[name].Shape)
			}
			for _, workload := range slices.Sorted(maps.Keys(p.shape.Layers)) {
				beside := fmt.Sprintf("{%s: {}, ", workload)
				below(fmt.Sprintf("(%s).defaults", workload), beside+"defaults: ", "}", p.shape.Layers[workload].Defaults)
				below(fmt.Sprintf("(%s).overrides", workload), beside+"overrides: ", "}", p.shape.Layers[workload].Overrides)
			}
		}
	}
	for _, document := range []*Shape{All().FluxApplication, All().Application, All().HelmChart, All().RenderConfig,
		All().Repository} {
		walk(place{path: document.Name, shape: document, document: document})
	}
	slices.SortFunc(all, func(a, b place) int { return strings.Compare(a.path, b.path) })
	return all
}

// isOfLanguage reports whether a type is one of the language, or one of Flux's about which the language says more
// than its fields.
func (p place) isOfLanguage() bool {
	isFlux := strings.HasPrefix(p.shape.Path, "github.com/fluxcd/") || strings.HasPrefix(p.shape.Path, "k8s.io/")
	return !isFlux || p.shape.knownWords() != nil || slices.Contains([]string{"Install", "Upgrade"}, p.shape.Name)
}

// check returns what is reported about a document that has nothing but a text at the place.
func (p place) check(t *testing.T, text string) []finding.Problem {
	return Check(p.parse(t, text), p.document, true).Problems
}

// parse returns a document that has nothing but a text at the place.
func (p place) parse(t *testing.T, text string) tree.Node {
	trees, _ := tree.Parse("in.yaml", []byte(p.before+text+p.behind))
	assert.Assert(t, len(trees) == 1, "%s%s%s", p.before, text, p.behind)
	return trees[0].Root()
}

// TestWords writes each word that any type knows into each type of the language, and compares what is reported with
// testdata/words.txt; what is proposed is in parentheses. What is reported about any word whatever is there once, as
// that about the word "unheardof".
func TestWords(t *testing.T) {
	words := map[string]bool{}
	for _, p := range places() {
		for _, word := range slices.Concat(p.shape.Names(), p.shape.knownWords()) {
			words[word] = true
		}
	}
	var out strings.Builder
	for _, p := range places() {
		if !p.isOfLanguage() {
			continue
		}
		reported := func(word string) string {
			for _, problem := range p.check(t, "{"+word+": ~}") {
				if problem.OnKey && problem.Current == word {
					problem.Detail = strings.ReplaceAll(problem.Detail, "."+word, ".*")
					return inOneLine(problem)
				}
			}
			return ""
		}
		unheardOf := reported("unheardof")
		byReport := map[string][]string{unheardOf: {"unheardof"}}
		for _, word := range slices.Sorted(maps.Keys(words)) {
			if line := reported(word); line != "" && line != unheardOf {
				byReport[line] = append(byReport[line], word)
			}
		}
		fmt.Fprintf(&out, "%s\n", p.path)
		for _, line := range slices.Sorted(maps.Keys(byReport)) {
			fmt.Fprintf(&out, "    %s\n        %s\n", strings.Join(byReport[line], " "), line)
		}
	}
	golden.Assert(t, out.String(), "words.txt")
}

// inOneLine returns what a problem reports, and in parentheses what it proposes.
func inOneLine(p finding.Problem) string {
	line := fmt.Sprintf("%s %s", p.Code, p.Detail)
	if p.Proposed != "" {
		line += fmt.Sprintf(" (%s)", p.Proposed)
	}
	return line
}

// TestValues writes values of all kinds into each field of each type of the language, and compares what is reported
// with testdata/values.txt.
func TestValues(t *testing.T) {
	values := []string{
		"a", "A b", `""`, "1", `"1"`, "1.5", "0x10", "1e3", "99999999999999999999", "2147483648", "true", `"true"`, "yes",
		"[]", "[a]", "[1]", "[~]",
		"{}", "{a: b}", "{a: 1}", "10m", "1h30m", "1.5h", "10", "1d", "-1m", "0s", "1us", `"10 m"`, "\"${x}\"", "\"${x}m\"",
		"2024-01-01",
	}
	compareFields(t, "values.txt", func(p place, field string, report func(value, line string)) {
		if !p.isOfLanguage() {
			return
		}
		for _, value := range values {
			for _, problem := range p.check(t, fmt.Sprintf("{%s: %s}", field, value)) {
				if problem.Node.Key() != "a" || !problem.OnKey { // TestWords has what is reported about unknown fields
					problem.Detail = strings.ReplaceAll(problem.Detail, field, "*")
					if value != "a" { // which other words have, too
						problem.Detail = strings.ReplaceAll(problem.Detail, value, "VALUE")
						problem.Proposed = strings.ReplaceAll(problem.Proposed, value, "VALUE")
					}
					report(value, inOneLine(problem))
				}
			}
		}
	})
}

// TestTexts leaves each field out that has a rule, writes texts into it, and compares what is reported for each Flux
// with testdata/texts.txt. What a Flux reports as the one before it is left out.
func TestTexts(t *testing.T) {
	texts := []string{"", "a", "A", "a b", "a_b", "-a", "a.b", "a[0]", "http://h", "https://h", "ssh://h", "oci://h",
		"git@h:p", "https://u:p@h", "ftp://u:p@h"}
	compareFields(t, "texts.txt", func(p place, field string, report func(value, line string)) {
		if p.shape.Fields[field].Rule == nil {
			return
		}
		add := func(what, content string) {
			var before []string
			document := p.parse(t, content)
			for version := kinds.FluxVersion(kinds.OldestFlux); version <= kinds.NewestFlux; version++ {
				lines := []string{}
				for _, problem := range CheckFields(document, p.document, version) {
					if problem.Node.Key() == field || problem.Child == field && what == "absent" ||
						problem.Node.Key() == "" && problem.Child == "" {
						lines = append(lines, strings.ReplaceAll(longText.ReplaceAllString(inOneLine(problem), "…"), what, "TEXT"))
					}
				}
				if !slices.Equal(lines, before) && len(before)+len(lines) > 0 {
					report(what, fmt.Sprintf("from Flux %s: %s", version, strings.Join(lines, "; ")))
				}
				before = lines
			}
		}
		format := "{%s: %s}"
		if p.shape.Fields[field].Shape.Kind == List {
			format = "{%s: [%s]}"
		}
		add("absent", "{}")
		for _, text := range slices.Concat(texts, p.shape.Fields[field].Rule.Enum) {
			add(strconv.Quote(text), fmt.Sprintf(format, field, strconv.Quote(text)))
		}
		for _, length := range []int{58, 59, 60, 63, 64, 253, 254, 2048, 2049} {
			text := strings.Repeat("a", length)
			add(fmt.Sprintf("%d characters", length), fmt.Sprintf(format, field, text))
		}
	})
}

var longText = regexp.MustCompile(`"?a{50,}"?`)

// compareFields compares with a golden what is reported about the values of each field of each type. Values of which
// the same is reported are together, and so are fields.
func compareFields(t *testing.T, file string, try func(p place, field string, report func(value, line string))) {
	fields := map[string][]string{}
	for _, p := range places() {
		for _, field := range p.shape.Names() {
			var lines []string
			values := map[string][]string{}
			try(p, field, func(value, line string) {
				if values[line] == nil {
					lines = append(lines, line)
				}
				values[line] = append(values[line], value)
			})
			var block strings.Builder
			for _, line := range lines {
				fmt.Fprintf(&block, "    %s\n        %s\n", strings.Join(values[line], " | "), line)
			}
			if len(lines) > 0 {
				fields[block.String()] = append(fields[block.String()], p.path+"."+field)
			}
		}
	}
	var blocks []string
	for lines, of := range fields {
		blocks = append(blocks, strings.Join(of, "\n")+"\n"+lines)
	}
	slices.Sort(blocks)
	golden.Assert(t, strings.Join(blocks, ""), file)
}
