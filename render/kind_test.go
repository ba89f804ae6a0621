package render_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// withWidget renders an application with a source of one name, and an object of a made-up kind that refers to another
// name.
func withWidget(t *testing.T, widget *kinds.Kind, source, refers string) render.Result {
	t.Helper()
	document := needsDocument("name: "+source+", gitRepository: {url: https://a.b/c, interval: 1h}",
		"kustomization: [{destination: {cluster: h}, interval: 1h, prune: true}]")
	result, err := render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{})
	assert.NilError(t, err)
	spec, problems := tree.Parse("other.yaml",
		[]byte("{parts: [{widget: {name: "+refers+"}}], frame: {name: "+refers+"}, color: red}"))
	assert.Equal(t, len(problems), 0)
	return result.WithObject(widget, "w", spec[0].Root())
}

// TestMadeUpKind hands in a kind with a reference that fluxapp does not know, and finds the reference everywhere: who
// adds a row has nothing to add to the readers of the table.
func TestMadeUpKind(t *testing.T) {
	widget := kinds.Kind{
		Group: "example.com", Version: "v1", APIVersion: "example.com/v1", Name: "Widget", Role: kinds.Around,
		Field: "widgets",
		References: []kinds.Reference{
			{
				At: kinds.NewPath("spec.parts[].widget"), Kind: kinds.GitRepository.Name, Relation: kinds.Feeds,
				Reason: "widgets are built from it",
			},
			{
				At: kinds.NewPath("spec.frame"), Kind: kinds.GitRepository.Name, Relation: kinds.Feeds,
				Reason: "widgets are built from it",
			},
		},
	}
	widget.Deletion.Effect = "its parts fall off"
	lacking, whole := withWidget(t, &widget, "one", "two"), withWidget(t, &widget, "two", "two")

	needs := strings.Join(needLines(lacking), "\n")
	assert.Assert(t, strings.Contains(needs, "GitRepository apps/two on the hub: widgets are built from it"), needs)
	assert.Assert(t, !strings.Contains(strings.Join(needLines(whole), "\n"), "GitRepository apps/two"))

	picture := graph.Of(lacking, graph.Options{Application: "apps/app"})
	named := -1
	for i, b := range picture.Boxes {
		if b.Outside && strings.Contains(strings.Join(b.Lines, " "), "GitRepository apps/two") {
			named = i
		}
	}
	assert.Assert(t, named >= 0, "%+v", picture.Boxes)
	isFed := false
	for _, a := range picture.Arrows {
		to := strings.Join(picture.Boxes[a.To.Index].Lines, " ")
		isFed = isFed || a.From.Index == named && strings.Contains(to, "Widget")
	}
	assert.Assert(t, isFed, "%+v", picture.Arrows)

	effects := map[string]string{}
	for _, c := range change.Compare(whole, lacking).List {
		effects[c.Object.String()] = c.Effect
	}
	assert.Equal(t, effects["GitRepository apps/two"],
		"Flux updates nothing from it any more; 1 object still refers to it")
	for _, c := range change.Compare(lacking, render.Result{}).List {
		effects[c.Object.String()] = c.Effect
	}
	assert.Equal(t, effects["Widget apps/w"], "its parts fall off")

	var layers []string
	for _, leaf := range whole.Objects[0].Explain() {
		layers = append(layers, leaf.Path+" "+leaf.Setting.Layer)
	}
	assert.Assert(t, slices.Contains(layers, "spec.frame.name source"), strings.Join(layers, "\n"))
	assert.Assert(t, slices.Contains(layers, "spec.color widgets"), strings.Join(layers, "\n"))
}
