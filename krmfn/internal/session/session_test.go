package session_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/session"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

const app = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    kustomization:
    - destination: {cluster: berlin, kubeConfig: {secretRef: {name: berlin}}}
      path: ./deploy
      interval: 5m
      prune: true
    - {destination: {cluster: oslo, kubeConfig: {secretRef: {name: oslo}}}, path: ./deploy, interval: 5m, prune: true}
`

const inLima = `    - destination: {cluster: lima, kubeConfig: {secretRef: {name: lima}}}
      path: ./deploy
      interval: 5m
      prune: true
`

// call calls a method and reads its answer, which must not be an error.
func call[Answer any](t *testing.T, s *session.Session, method string, request any) (answer Answer) {
	t.Helper()
	text, err := json.Marshal(request)
	assert.NilError(t, err)
	out := s.Call(method, text)
	assert.Assert(t, !strings.HasPrefix(string(out), `{"error"`), "%s", out)
	assert.NilError(t, json.Unmarshal(out, &answer), "%s", out)
	return answer
}

func load(t *testing.T, s *session.Session, texts ...string) view.Fleet {
	t.Helper()
	var files []session.File
	for i, text := range texts {
		files = append(files, session.File{Name: string(rune('a'+i)) + ".yaml", Text: text})
	}
	return call[view.Fleet](t, s, "load", map[string]any{"files": files, "options": map[string]any{}})
}

// TestLife loads, looks, makes a mistake and repairs it.
func TestLife(t *testing.T) {
	s := session.New()
	assert.Equal(t, len(load(t, s).Objects), 0)
	fleet := load(t, s, app)
	assert.Equal(t, len(fleet.Objects), 2)
	details := call[[]view.Details](t, s, "details", map[string]any{"objects": []int{1}})
	assert.Assert(t, strings.Contains(details[0].YAML, "name: web-oslo"), details[0].YAML)
	assert.Equal(t, string(s.Call("differences", []byte(`{"cluster":1}`))), "[]")

	wrong := load(t, s, strings.Replace(app, "prune: true", "prun: true", 1))
	assert.Assert(t, wrong.Refused)
	assert.Equal(t, len(wrong.Objects), 0)
	assert.Equal(t, string(wrong.Findings[0].Code), "FA101")
	assert.Equal(t, wrong.Applications[0].Name, "apps/web")
	assert.Equal(t, string(s.Call("folder", []byte("{}"))), "[]")
	type refused struct {
		Findings []struct{ Code string }
	}
	for method, request := range map[string]map[string]any{
		"changes": {"files": []session.File{{Name: "a.yaml", Text: app}}}, "status": {"observed": []any{}},
	} {
		answer := call[refused](t, s, method, request)
		assert.Assert(t, len(answer.Findings) > 0 && answer.Findings[0].Code == "FA101", "%s: %v", method, answer)
	}

	assert.Assert(t, !load(t, s, app).Refused)
}

// TestStages answers to a load with the stages of the label that orders the clusters.
func TestStages(t *testing.T) {
	const staged = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
  - {name: berlin, labels: {stage: b}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: oslo, labels: {stage: a}, kubeConfig: {secretRef: {name: oslo}}}
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    overrides: [{clusters: [oslo], wave: 1}]
    kustomization: [{destination: {clusterSelector: {}}, path: ./deploy, interval: 5m, prune: true}]
`
	for text, want := range map[string]string{app: "", staged: `"stages":{"label":"stage","stages":["b","a"]}`,
		strings.Replace(staged, "prune", "prun", 1): ""} {
		answer := string(session.New().Call("load",
			[]byte(encoded(map[string]any{"files": []session.File{{Name: "a.yaml", Text: text}}}))))
		assert.Equal(t, strings.Contains(answer, `"stages"`), want != "", answer)
		assert.Assert(t, strings.Contains(answer, want), answer)
	}
}

// TestFixes answers with the exact part of a line that a fix changes, and with no fix where it is not certain.
func TestFixes(t *testing.T) {
	type fixed struct {
		Findings []struct{ Code string }
		Fixes    []struct {
			Finding, Line, Column, EndColumn int
			Text                             string
		}
	}
	s := session.New()
	fixes := func(text string) fixed {
		return call[fixed](t, s, "load", map[string]any{"files": []session.File{{Name: "a.yaml", Text: text}}})
	}
	wrong := fixes(strings.Replace(app, "      prune: true", "      prun: true", 1))
	assert.Equal(t, len(wrong.Fixes), 1)
	f := wrong.Fixes[0]
	assert.Equal(t, wrong.Findings[f.Finding].Code, "FA101")
	line := strings.Split(app, "\n")[f.Line-1]
	assert.Equal(t, line[:f.Column-1]+f.Text, line[:f.Column-1]+"prune")
	assert.Equal(t, f.EndColumn, f.Column+len("prun"))

	assert.Equal(t, len(fixes(app).Fixes), 0)
	assert.Equal(t, len(fixes(strings.Replace(app, "./deploy", "&path ./deploy", 1)).Fixes), 0)
	assert.Equal(t, len(fixes("kind: [").Fixes), 0)
}

// TestAnswers compares what other methods answer with what packages print.
func TestAnswers(t *testing.T) {
	s := session.New()
	load(t, s, strings.Replace(app, "./deploy", "./production", 1))
	changes := call[struct {
		Changes struct {
			Changes []struct {
				Action string
				Object struct{ Name string }
			}
		}
	}](t, s, "changes", map[string]any{"files": []session.File{{Name: "base.yaml", Text: app + inLima}}})
	assert.Equal(t, len(changes.Changes.Changes), 2)
	assert.Equal(t, changes.Changes.Changes[0].Object.Name, "web-berlin")
	gone := call[struct {
		Objects []view.Object
		Was     map[string]map[string]string
	}](t, s, "gone", map[string]any{})
	assert.Equal(t, len(gone.Objects), 1)
	assert.Equal(t, gone.Objects[0].Name, "web-lima")
	assert.Assert(t, gone.Objects[0].Gone && len(gone.Was) == 0)
	of := call[[]view.Details](t, s, "details", map[string]any{"objects": []int{2}})
	assert.Assert(t, of[0].Object == 2 && strings.Contains(of[0].YAML, "name: web-lima"), of[0].YAML)
	texts := call[[]string](t, s, "texts", map[string]any{})
	assert.Assert(t, len(texts) == 3 && texts[2] == of[0].YAML, texts)
	load(t, s, strings.Replace(app, "./deploy", "./production", 1))
	assert.Equal(t, len(call[[]string](t, s, "texts", map[string]any{})), 2)

	refused := call[struct{ Findings []struct{ Code string } }](t, s, "changes",
		map[string]any{"files": []session.File{{Name: "base.yaml", Text: strings.Replace(app, "prune", "prun", 1)}}})
	assert.Equal(t, refused.Findings[0].Code, "FA101")

	state := call[struct {
		Status struct {
			Applications []struct{ Ready, Total int }
		}
	}](t, s, "status", map[string]any{
		"observed": []map[string]string{{"file": "hub.yaml", "text": `{"apiVersion":"v1","kind":"List","items":[]}`}}})
	assert.Equal(t, state.Status.Applications[0].Total, 2)
	answer := string(s.Call("status", []byte(`{"observed":[{"file":"hub.yaml","text":"NAME READY AGE\nweb True 5d"}]}`)))
	assert.Assert(t, strings.HasPrefix(answer, `{"error":"hub.yaml `), answer)

	for text, want := range map[string]string{
		"a: [": `{"findings":[{"severity":"error","code":"FA`,
		"apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: x}\n": `{"status":{`,
	} {
		answer := s.Call("status",
			[]byte(encoded(map[string]any{"observed": []map[string]string{{"server": "", "file": "hub.yaml", "text": text}}})))
		assert.Assert(t, strings.HasPrefix(string(answer), want), "%s", answer)
	}
	item := `{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":` +
		`{"namespace":"apps","name":"web-oslo","generation":1},"spec":{"suspend":true}}`
	answer = string(s.Call("status", []byte(encoded(map[string]any{"observed": []map[string]string{
		{"file": "now.yaml", "text": item}, {"file": "old.yaml", "text": strings.Replace(item, "true", "false", 1)}}}))))
	assert.Assert(t, strings.Contains(answer, `"earlier":["old.yaml"],"over":[]`), answer)
	load(t, s, strings.Replace(app, "spec:\n", "spec:\n  limits: {maxChanged: 0}\n", 1))
	answer = string(s.Call("changes",
		[]byte(encoded(map[string]any{
			"files": []session.File{{Name: "a.yaml", Text: strings.ReplaceAll(app, "./deploy", "./old")}}}))))
	assert.Assert(t, strings.Contains(answer, `"code":"FA602"`), answer)
}

// TestOptions renders with the options of the load, and compares with a base of the same options that has warnings.
func TestOptions(t *testing.T) {
	s, files := session.New(), func(text string) map[string]any {
		return map[string]any{"files": []session.File{{Name: "a.yaml", Text: text}}}
	}
	homeless := strings.Replace(app, ", namespace: apps", "", 1)
	fleet := func(options map[string]any) view.Fleet {
		return call[view.Fleet](t, s, "load", map[string]any{"files": files(homeless)["files"], "options": options})
	}
	assert.Equal(t, fleet(map[string]any{"namespace": "team"}).Applications[0].Name, "team/web")
	assert.Assert(t, fleet(map[string]any{"strict": true}).Refused)
	assert.Equal(t, string(fleet(map[string]any{"fluxVersion": "9"}).Findings[0].Code), "FA306")

	renamed := func(text string) int {
		answer := string(s.Call("changes", []byte(encoded(files(text)))))
		assert.Assert(t, strings.HasPrefix(answer, `{"changes":`), answer)
		return strings.Count(answer, `"action":"renamed","application"`)
	}
	fleet(map[string]any{"namespace": "apps", "strict": true})
	assert.Equal(t, renamed(strings.ReplaceAll(homeless, ", interval: 5m", "")), 0) // it has a warning
	assert.Equal(t, renamed(homeless), 0)
	fleet(map[string]any{"namespace": "other"})
	assert.Equal(t, renamed(homeless), 0)
	assert.Assert(t, renamed(app) > 0)
}

// TestKeepsBase renders a base once for as long as its files are the same.
func TestKeepsBase(t *testing.T) {
	s := session.New()
	load(t, s, app)
	bases := [][]byte{}
	for _, text := range []string{app, strings.ReplaceAll(app, "./deploy", "./old")} {
		bases = append(bases, []byte(encoded(map[string]any{"files": []session.File{{Name: "base.yaml", Text: text}}})))
	}
	same := testing.AllocsPerRun(10, func() { s.Call("changes", bases[0]); s.Call("changes", bases[0]) })
	others := testing.AllocsPerRun(10, func() { s.Call("changes", bases[0]); s.Call("changes", bases[1]) })
	assert.Assert(t, same < others/2, "%v allocations, and %v for other bases", same, others)
	assert.Assert(t, strings.Contains(string(s.Call("changes", bases[1])), `"before":"./old"`))
	assert.Assert(t, !strings.Contains(string(s.Call("changes", bases[0])), `"before"`))
}

// TestWrongRequests answers every wrong request.
func TestWrongRequests(t *testing.T) {
	s := session.New()
	load(t, s, app)
	for _, c := range []struct{ method, request, want string }{
		{"", "{}", `there is no method \"\"; write one of changes, details,`},
		{"load", "{", "the request is no JSON"},
		{"load", `{"files":"app.yaml"}`, "the request is no JSON that this method reads"},
		{"details", `{"objects":[2]}`, "there is no object 2; there are 2"},
		{"details", `{"objects":[-1]}`, "there is no object -1"},
		{"differences", `{"cluster":2}`, "there is no cluster 2; there are 2"},
	} {
		answer := string(s.Call(c.method, []byte(c.request)))
		assert.Assert(t, strings.HasPrefix(answer, `{"error":"`+c.want), "%s", answer)
	}
}

// TestHelm skips a template of Helm, which is no YAML, with a warning: the others are rendered.
func TestHelm(t *testing.T) {
	fleet := load(t, session.New(), app, "{{- if .Values.web }}\nkind: Deployment\napiVersion: apps/v1\n{{ end }}\n")
	assert.Equal(t, len(fleet.Objects), 2)
	assert.Equal(t, fleet.Findings[len(fleet.Findings)-1].File, "b.yaml")
}

func cases(t *testing.T) (texts []string) {
	t.Helper()
	files, err := filepath.Glob("../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		if utf8.Valid(text) { // JSON has no other text
			texts = append(texts, string(text))
		}
	}
	assert.Assert(t, len(texts) > 200)
	return texts
}

// TestFolder compares the files of all cases with those that the command writes.
func TestFolder(t *testing.T) {
	s, lists := session.New(), 0
	for _, text := range cases(t) {
		if load(t, s, text).Refused {
			continue
		}
		result, err := render.Render(schema.Parse("a.yaml", []byte(text)), render.Options{})
		assert.NilError(t, err)
		want, objects, known := map[string]string{}, []output.Object(nil), map[string]bool{}
		for _, o := range slices.Concat(result.Objects, result.Bootstrap) {
			objects = append(objects, output.Object{Place: output.Place{Path: o.Path()}, Rendered: o})
			text := string(o.YAML())
			if again := known[o.Path()+text]; again {
				continue
			}
			if known[o.Path()+text] = true; want[o.Path()] != "" {
				text = "---\n" + text
			}
			want[o.Path()] += text
		}
		isThere := func(string) bool { return false }
		for file, list := range (output.Run{}).Decide(nil, objects, nil).Lists(output.Files{Exists: isThere}) {
			want[file] = string(list.Print())
			lists++
		}
		got := map[string]string{}
		for _, f := range call[[]struct{ Path, Text string }](t, s, "folder", map[string]any{}) {
			got[f.Path] = f.Text
		}
		assert.DeepEqual(t, got, want)
	}
	assert.Assert(t, lists > 10, lists)
}

// TestDamaged answers every request about damaged texts: a panic would end the page's program.
func TestDamaged(t *testing.T) {
	random, all, s := rand.New(rand.NewPCG(1, 2)), cases(t), session.New()
	runs := 3000
	if testing.Short() {
		runs = 300
	}
	for range runs {
		text := damaged(random, all)
		fleet := load(t, s, text)
		assert.Assert(t, !fleet.Refused || len(fleet.Findings) > 0, "%q", text)
		answer := s.Call("folder", []byte("{}"))
		assert.Assert(t, !strings.Contains(string(answer), "fluxapp failed"), "%s: %q", answer, text)
		answer = s.Call("changes", []byte(`{"files":[{"name":"a.yaml","text":`+encoded(damaged(random, all))+`}]}`))
		assert.Assert(t, !strings.Contains(string(answer), "fluxapp failed"), "%s: %q", answer, text)
		for i := range fleet.Clusters {
			call[[]any](t, s, "differences", map[string]int{"cluster": i})
		}
		for i := range fleet.Objects {
			call[[]any](t, s, "details", map[string][]int{"objects": {i}})
		}
	}
}

// damaged returns a text with a few bytes taken from elsewhere.
func damaged(random *rand.Rand, all []string) string {
	text := []byte(all[random.IntN(len(all))])
	for range random.IntN(4) {
		other := all[random.IntN(len(all))]
		if len(text) == 0 || other == "" {
			continue
		}
		at, from := random.IntN(len(text)), random.IntN(len(other))
		piece := other[from:min(len(other), from+1+random.IntN(40))]
		text = slices.Replace(text, at, min(len(text), at+random.IntN(20)), []byte(piece)...)
	}
	return string(text)
}

func encoded(value any) string {
	out, _ := json.Marshal(value)
	return string(out)
}
