package render_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestTwins renders entries that differ in a few scalars, and the same document with other keys in quotes in each of them, so that none
// is the twin of another one. Everything else stands in the same places, and the same must come out.
//
// These are 880 documents, each rendered and explained four times. With -short it takes every seventh of them.
func TestTwins(t *testing.T) {
	t.Parallel()
	every := 1
	if testing.Short() {
		every = 7
	}
	turn := 0
	for _, name := range slices.Sorted(maps.Keys(twinCases)) {
		holes := twinCases[name]
		t.Run(name, func(t *testing.T) {
			for _, workload := range []string{"helmRelease", "kustomization", "kclRun"} {
				for _, kind := range []string{schema.KindFluxApplication, schema.KindApplication} {
					for _, plain := range []string{"", "name", "releaseName", "cluster"} {
						if plain == "releaseName" && workload != "helmRelease" {
							continue // which has none
						}
						if turn++; turn%every != 0 {
							continue
						}
						text := twinDocument(kind, workload, plain, holes)
						alike, apart, ok := alikeAndApart(t, []byte(text))
						assert.Assert(t, ok, "%s", text)
						assert.Assert(t, twinsIn(alike) > 0 && twinsIn(apart) == 0, "%s", alike)
						for _, opts := range []render.Options{{}, {FluxVersion: "2.6", Strict: true}} {
							rendersAlike(t, alike, apart, opts)
						}
					}
				}
			}
		})
	}
}

// twinCases are what entries have in the place of a hole, one after the other; the last one again for those that are left.
var twinCases = map[string]map[string][]string{
	"cluster":            {},
	"name":               {"NAME": {"a", "b", "c", "b.c", "d"}},
	"duplicate name":     {"NAME": {"a", "b", "a", "c", "a"}},
	"invalid name":       {"NAME": {"a", "A", "a_b", "a-", "\"\""}},
	"invalid first name": {"NAME": {"A", "a", "b"}},
	"long name":          {"NAME": {"a", strings.Repeat("b", 63), strings.Repeat("c", 64), strings.Repeat("d", 53), strings.Repeat("e", 52) + ".f"}},
	"name of a kind":     {"NAME": {"a", "\"1\"", "\"true\"", "${b}", "../c"}},
	"hub-kubeconfig":     {"SECRET": {"a", "hub-kubeconfig", "hub", "b", "hub-kubeconfig"}},
	"hub-kubeconfig 1st": {"SECRET": {"hub-kubeconfig", "a", "b"}},
	"hub":                {"CLUSTER": {"a", "hub", "hubble"}, "SECRET": {"a", "b", "c"}},
	"suffix":             {"SECRET": {"a", "b-kubeconfig", "c-kubeconfig", "-kubeconfig", "d.e"}},
	"invalid Secret":     {"SECRET": {"a", "B", "c_d", "\"\"", strings.Repeat("e", 300)}},
	"long Secret":        {"SECRET": {"a", strings.Repeat("b", 63), strings.Repeat("c", 64), strings.Repeat("d", 70) + "-kubeconfig"}},
	"key":                {"KEY": {"value", "value", "config", "value.yaml", "a/b"}},
	"duplicate Secret":   {"SECRET": {"a", "b", "a", "a-kubeconfig", "b"}},
	"duplicate cluster":  {"CLUSTER": {"a", "b", "a", "b"}, "SECRET": {"a", "b", "c", "d", "e"}},
	"duplicate and key":  {"SECRET": {"a", "a", "a", "b"}, "KEY": {"value", "config", "value.yaml"}},
	"numbers":            {"NUMBER": {"1", "2", "0x10", "1_000", "1.10"}},
	"texts":              {"TEXT": {"a", "\"on\"", "\"\"", "'it''s'", "\"a: b\""}, "ITEM": {"x", "\"x\\ty\"", "\"~\"", "\"123\"", "é"}},
	"long texts": {"TEXT": {"a", words(12), words(30), "\"" + words(13) + ": \"", words(9)},
		"ITEM": {words(15), words(16), "x", words(14)}, "DEEP": {"a", words(17)}},
	"lines": {"TEXT": {"a", "\"a\\nb\\n\"", "\"a\\nb\"", "\"\\n\"", "\" a\\n\\n\""},
		"DEEP": {"\"a\\nb\"", "b", "\"c\\n\\n\""}},
	"items":       {"ITEM": {"a", "b", "a", "c"}, "DEEP": {"1", "2", "2", "1"}},
	"other kinds": {"TEXT": {"a", "1", "b", "~", "2"}, "ITEM": {"a", "b", "c", "d"}},
	"nulls":       {"NULL": {"~", "null", "~", "Null", ""}, "ITEM": {"~", "null", "~"}},
	"setters": {"TEXT": {"a", "a # {\"$imagepolicy\": \"a:b\"}", "c # {\"$imagepolicy\": \"a:b\"}",
		"a # {\"$imagepolicy\": \"c:d\"}", "a"}},
	"interval":          {"INTERVAL": {"1h", "2h", "10m", "1h30m", "1h0m0s"}},
	"timeout":           {"TIMEOUT": {"1m", "90s", "1.5m", "1m", "${a}"}},
	"retryInterval":     {"RETRY": {"1m", "90s", "1.5m", "1m"}},
	"invalid duration":  {"INTERVAL": {"1h", "1d", "5 min", "60", "\"\""}},
	"invalid timeout":   {"TIMEOUT": {"1h", "2h", "1d"}},
	"invalid first one": {"INTERVAL": {"1d", "1h", "2h"}, "TIMEOUT": {"1d", "1h", "2h"}},
	"path":              {"PATH": {"./a", "./b", "\"\"", "./a/../b", "/c"}},
	"substitute":        {"SUBSTITUTE": {"a", "b", "\"${c}\"", "\"on\"", "a"}},
	"targetNamespace":   {"TARGET": {"a", "b", "a", "c", "B"}},
	"releaseName":       {"RELEASE": {"a", "b", "a", "C", strings.Repeat("d", 54)}},
	"source":            {"SOURCE": {"a", "b", "a", "B"}},
	"labels":            {"LABEL": {"a", "b", "a", "_b"}},
	"waits":             {"NAME": {"a", "b", "c", "d", "e"}, "WAITS": {"a", "b", "x", "y"}},
	"wait for one":      {"NAME": {"a", "b", "c", "d", "e"}, "WAITS": {"c"}},
	"wait for many":     {"NAME": {"a", "b", "c"}, "WAITS": {"c", "c", "c", "a", "c"}},
	"invalid wait":      {"WAITS": {"A"}},
	"suspend":           {"SUSPEND": {"true", "false", "on", "off"}},
	"everything": {"NAME": {"a", "b", "c", "d", "e"}, "TEXT": {"a", "b", words(20)}, "NUMBER": {"1", "2"},
		"INTERVAL": {"1h", "2h"}, "PATH": {"./a", "./b", "./c"}, "TIMEOUT": {"1m", "2m"}},
	"invalid everywhere": {"NAME": {"a", "B"}, "SECRET": {"a", "b", "C"}, "INTERVAL": {"1h", "2h", "3h", "1d"},
		"TARGET": {"a", "a", "a", "a", "E"}},
}

// words is a text of so many words of nine letters.
func words(count int) string { return strings.TrimSuffix(strings.Repeat("nineteens ", count), " ") }

// twinEntries are entries with holes, by their workloads.
var twinEntries = map[string]string{
	"helmRelease": `
  - name: NAME
    metadata: {labels: {team: LABEL}}
    destination: {cluster: CLUSTER, targetNamespace: TARGET, kubeConfig: {secretRef: {name: SECRET, key: KEY}}}
    interval: INTERVAL
    dependsOn: [{name: WAITS}]
    suspend: SUSPEND
    timeout: TIMEOUT
    releaseName: RELEASE
    values:
      text: TEXT
      number: NUMBER
      list:
      - ITEM
      - {deep: DEEP, deeper: [ITEM, {}]}
      none: NULL
`,
	"kustomization": `
  - name: NAME
    metadata: {labels: {team: LABEL}}
    destination: {cluster: CLUSTER, targetNamespace: TARGET, kubeConfig: {secretRef: {name: SECRET, key: KEY}}}
    sourceRef: {kind: GitRepository, name: SOURCE}
    interval: INTERVAL
    dependsOn: [{name: WAITS}]
    retryInterval: RETRY
    timeout: TIMEOUT
    path: PATH
    prune: SUSPEND
    postBuild: {substitute: {region: SUBSTITUTE, none: NULL}}
`,
	"kclRun": `
  - name: NAME
    destination: {cluster: CLUSTER, targetNamespace: TARGET, kubeConfig: {secretRef: {name: SECRET, key: KEY}}}
    interval: INTERVAL
    dependsOn: [{name: WAITS}]
    timeout: TIMEOUT
    path: PATH
    prune: SUSPEND
`,
}

// twinDocument writes an application of five entries with holes filled, without a field that entries need not have.
func twinDocument(kind, workload, without string, holes map[string][]string) string {
	entry := twinEntries[workload]
	switch without {
	case "cluster":
		entry = strings.ReplaceAll(entry, "cluster: CLUSTER, ", "")
	case "name", "releaseName":
		entry = regexp.MustCompile(`(?m)(^  - )?\b`+without+`: [A-Z]+\n {4}`).ReplaceAllString(entry, "$1")
	}
	var list strings.Builder
	for i := range 5 {
		member := fmt.Sprintf("member%d", i)
		filled := map[string]string{"NAME": member, "SECRET": member, "CLUSTER": member, "KEY": "value", "TARGET": "target",
			"INTERVAL": "1h", "WAITS": "other", "TIMEOUT": "5m", "RELEASE": "release",
			"TEXT": "text", "NUMBER": "1", "ITEM": "item", "DEEP": "deep", "NULL": "~", "RETRY": "1m", "PATH": "./deploy",
			"SUBSTITUTE": "europe", "SOURCE": "source", "LABEL": "web", "SUSPEND": "false"}
		for hole, values := range holes {
			filled[hole] = values[min(i, len(values)-1)]
		}
		if holes["CLUSTER"] == nil && holes["SECRET"] != nil {
			filled["CLUSTER"] = "c" + fmt.Sprint(i)
		}
		text := entry
		for _, hole := range slices.Sorted(maps.Keys(filled)) {
			text = regexp.MustCompile(`\b`+hole+`\b`).ReplaceAllLiteralString(text, filled[hole])
		}
		list.WriteString(strings.TrimPrefix(text, "\n"))
	}
	source, config := "{kind: GitRepository, name: app}", "  "+workload+":\n"+list.String()
	if workload == "helmRelease" {
		source = "{kind: HelmRepository, name: app}"
		config = "  helmRelease:\n    chart: {chart: app, version: 1.2.3}\n    deploy:\n" + indented(list.String(), "  ")
	}
	spec := "source: {sourceRef: " + source + "}\ncommonMetadata: {labels: {app: web}}\nconfig:\n" + config
	head := "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: " + kind + "\nmetadata: {name: app, namespace: apps}\nspec:\n"
	if kind == schema.KindApplication {
		return head + "  kind: fluxcd\n  fluxApp:\n    spec:\n" + indented(spec, "      ")
	}
	return head + indented(spec, "  ")
}

func indented(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+by) + "\n"
}

// TestTwinsOfCases repeats the entries of all cases that render, for other clusters and with scalars of them changed.
func TestTwinsOfCases(t *testing.T) {
	t.Parallel()
	twins, made := 0, 0
	everyCase(t, func(t *testing.T, c goodCase, r *rand.Rand) {
		for range rounds(2) {
			text, ok := reordered(t, c.in, func(n *yaml.Node) {
				for _, list := range entryLists(n) {
					for i := range min(len(list.Content), 5) {
						for copied := range 3 {
							list.Content = append(list.Content, elsewhere(r, list.Content[i], fmt.Sprintf("-%d%d", i, copied)))
						}
					}
				}
			})
			if !ok {
				t.Skip("not to be reordered")
			}
			alike, apart, _ := alikeAndApart(t, text)
			twins += twinsIn(alike)
			made += rendersAlike(t, alike, apart, c.opts)
		}
	})
	t.Logf("%d twins, %d objects beside them", twins, made)
	assert.Assert(t, twins > 500*rounds(2) && made > 500*rounds(2), "%d twins, %d objects", twins, made)
}

// elsewhere returns a copy of an entry for another cluster, with another name, and most often with other scalars too.
func elsewhere(r *rand.Rand, entry *yaml.Node, suffix string) *yaml.Node {
	copied := copyNode(entry)
	destination := fieldOf(copied, "destination")
	kubeConfig := fieldOf(destination, "kubeConfig")
	for _, n := range []*yaml.Node{fieldOf(copied, "name"), fieldOf(destination, "cluster"), fieldOf(fieldOf(kubeConfig,
		"secretRef"), "name"), fieldOf(fieldOf(kubeConfig, "configMapRef"), "name")} {
		if n != nil && n.Kind == yaml.ScalarNode && kubeConfig != nil {
			n.Value += suffix
		}
	}
	var scalars []*yaml.Node
	for _, field := range []string{"values", "path", "timeout", "interval"} {
		scalars = append(scalars, scalarsOf(fieldOf(copied, field))...)
	}
	if r.IntN(4) == 0 {
		scalars = scalarsOf(copied)
	}
	for _, n := range scalars {
		if pool := scalarPool[n.ShortTag()]; r.IntN(3) == 0 && len(pool) > 0 {
			n.Value, n.Style = pool[r.IntN(len(pool))], 0
			if n.Tag == "!!str" && r.IntN(2) == 0 {
				n.Style = yaml.DoubleQuotedStyle
			}
		}
	}
	return copied
}

// scalarPool are values to put in the place of others, by their tags.
var scalarPool = map[string][]string{
	"!!str":   {"a", "10m", "2h", "90s", "1h30m", "b c", "true", "", words(11), "a\nb", "./c", "hub"},
	"!!int":   {"0", "1", "42", "0x10"},
	"!!float": {"1.5", "1.10"},
	"!!bool":  {"true", "false"},
	"!!null":  {"~", "null"},
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
	if n == nil || n.Kind == yaml.ScalarNode {
		return slices.DeleteFunc([]*yaml.Node{n}, func(n *yaml.Node) bool { return n == nil })
	}
	for i, child := range n.Content {
		if n.Kind != yaml.MappingNode || i%2 == 1 {
			all = append(all, scalarsOf(child)...)
		}
	}
	return all
}

// alikeAndApart prints documents with their items as alike as they are, and with the items of each list apart: with quotes around
// other keys in each, where the first text has spaces behind them, so that both are equally long. It is false if there are anchors.
func alikeAndApart(t *testing.T, in []byte) (alike, apart []byte, ok bool) {
	t.Helper()
	text, ok := reordered(t, in, func(n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			return
		}
		for i, item := range n.Content {
			for bit, key := range keysOf(item) {
				if bit < 3 {
					key.Value += []string{"_W", "_Q"}[i>>bit&1]
				}
			}
		}
	})
	alike = markedKey.ReplaceAll(text, []byte("$1  :"))
	apart = markedKey.ReplaceAllFunc(text, func(key []byte) []byte {
		if name, quoted := bytes.CutSuffix(key, []byte("_Q:")); quoted {
			return fmt.Appendf(nil, "%q:", name)
		}
		return slices.Concat(bytes.TrimSuffix(key, []byte("_W:")), []byte("  :"))
	})
	return alike, apart, ok
}

// Keys that nobody reads otherwise without their quotes, and those of them that are marked: to be widened, or to be quoted.
var (
	plainKey  = regexp.MustCompile(`^[a-z][a-zA-Z]{4,}$|^(name|path|wave|kind)$`)
	markedKey = regexp.MustCompile(`\b([a-zA-Z]{3,})_[QW]:`)
)

// keysOf returns the keys that can be marked, of a map and of those below it.
func keysOf(n *yaml.Node) (keys []*yaml.Node) {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; plainKey.MatchString(key.Value) && key.Style == 0 {
			keys = append(keys, key)
		}
		keys = append(keys, keysOf(n.Content[i+1])...)
	}
	return keys
}

// twinsIn counts the entries that are twins.
func twinsIn(text []byte) (count int) {
	docs, _ := schema.Parse("in.yaml", text)
	for _, d := range docs {
		_, entries := d.Entries()
		for _, entry := range entries {
			if entry.Twin().Exists() {
				count++
			}
		}
	}
	return count
}

// rendersAlike expects two texts to be the same for a user, and returns how many objects they make.
func rendersAlike(t *testing.T, one, two []byte, opts render.Options) int {
	t.Helper()
	got, want := everything(t, one, opts), everything(t, two, opts)
	assert.DeepEqual(t, got, want)
	return len(got) / 2
}

// everything returns what there is to know of what becomes of a text: what is said, and of each object what it is and why.
func everything(t *testing.T, text []byte, opts render.Options) (all []string) {
	t.Helper()
	docs, err := schema.Parse("in.yaml", text)
	all = append(all, fmt.Sprint("parsed: ", err))
	result, err := render.Render(docs, opts)
	all = append(all, fmt.Sprint("rendered: ", err), result.Findings.Error(), fmt.Sprint(result.Namespaces(), result.CheckPaths()))
	for _, o := range result.Objects {
		all = append(all, fmt.Sprintln(o.Kind(), o.Namespace(), o.Name(), o.Cluster(), o.Path(), o.Origin())+string(o.YAML())+string(o.JSON()))
		for _, leaf := range o.Explain() {
			all = append(all, fmt.Sprintf("%s: %+v", o.Name(), leaf))
		}
	}
	isStream(t, result)
	return append(all, output(t, result))
}
