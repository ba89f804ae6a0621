package yamledit_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/yamltest"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

const renderedFrom = "fluxapp.dev/rendered-from"

// annotated returns an object with one more annotation.
func annotated(object tree.Node) tree.Node {
	b := tree.NewBuilder()
	with := func(n tree.Node, key string, value tree.Node) tree.Node {
		return b.Map(n, append(n.Fields(), tree.Field{Key: key, Value: value})...)
	}
	metadata := object.Get("metadata")
	annotations := with(metadata.Get("annotations"), renderedFrom, b.String("apps/web", tree.Node{}))
	return with(object, "metadata", with(metadata, "annotations", annotations))
}

// subjectOf returns the object of a document that fluxapp could have rendered; absent in another document.
func subjectOf(text []byte) tree.Node {
	trees, problems := tree.Parse("", text)
	if len(trees) != 1 || slices.ContainsFunc(problems, isMistake) {
		return tree.Node{}
	}
	root := trees[0].Root()
	group, _, _ := strings.Cut(root.Get("apiVersion").Text(), "/")
	if !slices.Contains([]string{"helm.toolkit.fluxcd.io", "kustomize.toolkit.fluxcd.io"}, group) ||
		!root.Get("metadata").Get("name").Exists() {
		return tree.Node{}
	}
	return root
}

func isMistake(p tree.Problem) bool { return p.Rule < record.NotJSON }

// TestAnnotation puts the annotation into each HelmRelease and Kustomization of real repositories: one or two lines
// more, and all others as they were.
func TestAnnotation(t *testing.T) {
	objects, lines := 0, 0
	for _, c := range yamltest.Corpora[3:] {
		for _, file := range c.Files(t) {
			docs := yamledit.Split(file.Data)
			assert.Equal(t, string(yamledit.Join(docs)), string(file.Data))
			for _, d := range docs {
				object := subjectOf(d.Text)
				if !object.Exists() || object.At("metadata", "annotations", renderedFrom).Exists() {
					continue
				}
				updated, ok := checkUpdate(t, d.Text, annotated(object))
				if assert.Check(t, ok, "%s\n%s", file.Name, d.Text); !ok {
					continue
				}
				before, after := changedLines(string(d.Text), string(updated))
				isFlow := before == 1 && after <= 3
				assert.Check(t, before == 0 && after <= 2 || isFlow, "%s: %d, %d\n%s", file.Name, before, after, updated)
				objects, lines = objects+1, lines+after-before
			}
		}
	}
	t.Logf("%d lines more for %d objects", lines, objects)
}

// TestUpdateCorpus changes one value in documents of examples and real repositories, and no other line.
func TestUpdateCorpus(t *testing.T) {
	tried, refused := 0, 0
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range yamltest.Corpora[2:] {
		for _, file := range c.Files(t) {
			for _, d := range yamledit.Split(file.Data) {
				if r.IntN(4) > 0 { // all of them take too long
					continue
				}
				trees, problems := tree.Parse("", d.Text)
				if len(trees) != 1 || len(d.Text) > 1<<16 || slices.ContainsFunc(problems, isMistake) {
					continue
				}
				m := mutated(r, trees[0].Root())
				updated, ok := checkUpdate(t, d.Text, m.want)
				if tried++; !ok {
					refused++
					t.Logf("%s: %s", file.Name, m.name)
					continue
				}
				before, after := changedLines(string(d.Text), string(updated))
				assert.Check(t, before <= m.before && after <= m.after, "%s, %s: %d and %d lines\n%s\n%s", file.Name, m.name,
					before, after, d.Text, updated)
			}
		}
	}
	assert.Check(t, refused*50 < tried, "%d of %d refused", refused, tried)
}
