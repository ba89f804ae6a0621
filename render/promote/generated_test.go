package promote_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// someStages are the clusterSelectors of a stage in two spellings, and how the command line has them.
var someStages = []struct{ selector, one, other string }{
	{"stage=test", "{matchLabels: {stage: test}}", "{matchExpressions: [{key: stage, operator: In, values: [test]}]}"},
	{"stage=staging", `{"matchLabels": {"stage": "staging"}}`, "{matchLabels: {'stage': staging}, matchExpressions: []}"},
	{"stage=production,ring=a", "{matchLabels: {stage: production, ring: a}}",
		"{matchLabels: {ring: a}, matchExpressions: [{key: stage, operator: In, values: [production]}]}"},
	{"ring", "{matchExpressions: [{key: ring, operator: Exists}]}",
		"{matchExpressions: [{operator: Exists, key: ring}], matchLabels: {}}"},
}

// written returns a document with several stages, and its layers.
func written(random *rand.Rand) (string, []stageLayer) {
	w := &writer{Rand: random}
	w.WriteString(frame)
	var layers []stageLayer
	for _, i := range random.Perm(len(someStages))[:2+random.IntN(3)] {
		s := someStages[i]
		w.json = random.IntN(4) == 0
		layers = append(layers, w.layer(s.selector, []string{s.one, s.other}[random.IntN(2)]))
	}
	return w.String(), layers
}

// TestGenerated promotes in 1,000 documents with real stages in mixed styles. The text must be the one in which the
// spelling of the target alone is replaced, in its quotes, and a reader that knows nothing of fluxapp must find the
// value of the source there, and all other values as they were.
func TestGenerated(t *testing.T) {
	promoted, same, quoted, enough := 0, 0, 0, 1000
	if testing.Short() {
		enough = 200
	}
	for seed := uint64(0); promoted < enough; seed++ {
		random := rand.New(rand.NewPCG(seed, 1))
		text, layers := written(random)
		from, to := layers[0], layers[1]
		f, found := commonField(random, from, to)
		if !found {
			continue
		}
		hasCR, before := random.IntN(3) == 0, ""
		if random.IntN(4) == 0 {
			before = "# ü\n---\nkind: ConfigMap\napiVersion: v1\n---\n"
		}
		whole := before + text
		source, target := from.fields[f], to.fields[f]
		at := len(before) + target.offset
		head, tail := whole[:at], whole[at+len(target.spelling):]
		if hasCR {
			whole, head, tail = withCR(whole), withCR(head), withCR(tail)
		}
		e, err := promote.Plan(schema.Parse("in.yaml", []byte(whole)), request(t, argument(from)+" "+argument(to)+" "+f))
		assert.NilError(t, err, "seed %d:\n%s", seed, whole)
		switch {
		case isSame(t, source, target):
			same++
			assert.Equal(t, string(e.Text()), whole)
		default:
			promoted++
			isQuoted := strings.ContainsAny(target.spelling[:1], `"'`) && isString(t, source)
			if isQuoted {
				quoted++
			}
			assert.Assert(t, !isQuoted || e.Values[0].New[0] == target.spelling[0], "seed %d: %s", seed, e.Values[0].New)
		}
		assert.Equal(t, string(e.Text()), head+e.Values[0].New+tail, "seed %d: %s", seed, e.Summary())
		assert.DeepEqual(t, valuesOf(t, string(e.Text())), withValue(t, whole, f))
	}
	t.Logf("%d promoted, %d the same already, %d in quotes", promoted, same, quoted)
	assert.Assert(t, same*10 > enough && quoted*100 > enough)
}

// commonField returns the path of a field that both layers have.
func commonField(random *rand.Rand, a, b stageLayer) (string, bool) {
	var common []string
	for _, path := range layerFields {
		if a.fields[path].spelling != "" && b.fields[path].spelling != "" {
			common = append(common, path)
		}
	}
	if len(common) == 0 {
		return "", false
	}
	return common[random.IntN(len(common))], true
}

func argument(l stageLayer) string { return strings.ReplaceAll(l.selector, " ", "~") }

func withCR(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// isSame reports whether the target has the value of the source already.
func isSame(t *testing.T, source, target field) bool {
	t.Helper()
	return equals(value(t, source), value(t, target))
}

func isString(t *testing.T, f field) bool {
	t.Helper()
	_, is := value(t, f).(string)
	return is
}

func value(t *testing.T, f field) (value any) {
	t.Helper()
	var values []any
	assert.NilError(t, yaml.Unmarshal([]byte("- "+f.spelling+"\n"), &values))
	return values[0]
}

func equals(a, b any) bool { return fmt.Sprintf("%T %v", a, a) == fmt.Sprintf("%T %v", b, b) }

// valuesOf reads the last document of a text with the YAML reader of Kubernetes.
func valuesOf(t *testing.T, text string) map[string]any {
	t.Helper()
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var values map[string]any
	assert.NilError(t, yaml.Unmarshal([]byte(text[max(0, strings.LastIndex(text, "\n---\n")):]), &values))
	return values
}

// withValue returns the values of a text in which the second override has a value of the first one.
func withValue(t *testing.T, text, path string) map[string]any {
	t.Helper()
	values := valuesOf(t, text)
	overrides := values["spec"].(map[string]any)["config"].(map[string]any)["overrides"].([]any)
	head, bracket, _ := strings.Cut(path, "[")
	keys := strings.Split(head, ".")
	if bracket != "" {
		keys = append(keys, strings.TrimSuffix(bracket, "]"))
	}
	from, to := overrides[0].(map[string]any), overrides[1].(map[string]any)
	for _, key := range keys[:len(keys)-1] {
		from, to = from[key].(map[string]any), to[key].(map[string]any)
	}
	to[keys[len(keys)-1]] = from[keys[len(keys)-1]]
	return values
}
