package layout_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/render/internal/verify"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// groups are the objects of applications of real repositories, one file for each cluster.
const groups = "../../../../../shared/corpus/groups"

func TestGroups(t *testing.T) {
	found, _ := filepath.Glob(groups + "/*/*/group.json")
	if len(found) == 0 {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" { // see testdata/README.md
			t.Fatal("NOTHING WAS TESTED: there are no groups of real repositories beside this repository")
		}
		t.Skip("NOTHING WAS TESTED: there are no groups of real repositories beside this repository")
	}
	for _, file := range found {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(filepath.Dir(dir))+"/"+filepath.Base(dir), func(t *testing.T) {
			g, before := readGroup(t, dir)
			text := write(g)
			t.Logf("%d lines become %d\n%s", before, strings.Count(string(text), "\n"), text)
			assert.Assert(t, strings.Count(string(text), "\n") < before, "it is not shorter than its files")
			prove(t, g, text)
		})
	}
}

// readGroup reads the objects of a folder, and counts the lines of its files.
func readGroup(t *testing.T, dir string) (g layout.Group, lines int) {
	t.Helper()
	var about struct {
		Kind, Name string
		Clusters   []string
	}
	data, err := os.ReadFile(filepath.Join(dir, "group.json"))
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(data, &about))
	g = layout.Group{Name: strings.TrimPrefix(about.Name, "memberN-"), Standalone: true}
	for kind := range kinds.With(kinds.Workload) {
		if kind.Name == about.Kind {
			g.Kind = kind
		}
	}
	for _, cluster := range about.Clusters {
		data, err := os.ReadFile(filepath.Join(dir, cluster+".yaml"))
		assert.NilError(t, err)
		object := parse(t, string(data))
		lines += strings.Count(string(data), "\n")
		g.Namespace = object.At("metadata", "namespace").Text()
		g.Standalone = g.Standalone && !object.At("spec", "kubeConfig").Exists()
		g.Members = append(g.Members, layout.Member{Cluster: cluster, Object: object})
	}
	return g, lines
}

func parse(t *testing.T, text string) tree.Node {
	t.Helper()
	docs, problems := tree.Parse("object.yaml", []byte(text))
	assert.Assert(t, !slices.ContainsFunc(problems, func(p tree.Problem) bool { return !p.Remark }), "%v",
		problems)
	assert.Equal(t, len(docs), 1)
	return docs[0].Root()
}

// prove renders the document of a group and compares the objects with those that are given.
func prove(t *testing.T, g layout.Group, text []byte, more ...*schema.Document) {
	t.Helper()
	result, err := render.Render(append(schema.Parse("document.yaml", text), more...), render.Options{})
	assert.NilError(t, err, "%s", text)
	for _, f := range result.Findings {
		assert.Check(t, f.Code != verify.CodeSourceNamespace, "%s", f)
	}
	rendered, given := []string{}, []string{}
	isWhole := g.Members[0].Source.Kind != nil // the sources are given too
	for _, o := range result.Objects {
		if o.Kind() == g.Kind.Name || isWhole {
			rendered = append(rendered, where(g, o.Cluster())+fileOf(o.Facts().HasFile(), o.Path())+content(o.Tree()))
		}
	}
	for _, m := range g.Members {
		given = append(given, where(g, m.Cluster)+fileOf(m.File != "", m.File)+content(m.Object))
		if isWhole {
			given = append(given, where(g, m.Cluster)+fileOf(m.SourceFile != "", m.SourceFile)+content(m.Source.Object))
		}
	}
	slices.Sort(rendered)
	slices.Sort(given)
	assert.DeepEqual(t, rendered, slices.Compact(given)) // a source of several members is one
	if t.Failed() {
		t.Logf("%s", text)
	}
}

// isOurs has the labels and annotations that fluxapp writes itself.
var isOurs = map[string]bool{
	kinds.AnnotationRenderedFrom: true, kinds.AnnotationDigest: true, kinds.AnnotationProtected: true,
	kinds.LabelShard: true, kinds.LabelApplication: true,
}

// where names the API server that has an object.
func where(g layout.Group, cluster string) string {
	if !g.Standalone {
		return ""
	}
	return "# " + cluster + "\n"
}

// fileOf is where an object lies, if its document says so.
func fileOf(isSaid bool, path string) string {
	if !isSaid {
		return ""
	}
	return "# in " + path + "\n"
}

// content is what a document must give back of an object.
func content(object tree.Node) string {
	b := tree.NewBuilder()
	metadata := object.Get("metadata")
	spec := object.Get("spec")
	if values := spec.Get("values"); values.Exists() {
		spec = b.Map(spec, append(spec.Fields(), tree.Field{Key: "values", Value: b.Verbatim(values)})...)
	}
	return string(tree.AppendYAML(nil, b.Map(object,
		tree.Field{Key: "metadata", Value: b.Map(metadata, kept(b, metadata, "labels"), kept(b, metadata, "annotations"),
			tree.Field{Key: "name", Value: metadata.Get("name")},
			tree.Field{Key: "namespace", Value: metadata.Get("namespace")})},
		tree.Field{Key: "spec", Value: spec})))
}

// kept returns the labels or annotations of the author.
func kept(b *tree.Builder, metadata tree.Node, key string) tree.Field {
	fields := slices.DeleteFunc(metadata.Get(key).Fields(), func(f tree.Field) bool {
		return isOurs[f.Key] || f.Value.Kind() == tree.Null
	})
	if len(fields) == 0 {
		return tree.Field{Key: key}
	}
	return tree.Field{Key: key, Value: b.Map(tree.Node{}, fields...)}
}

// write returns the document of a group.
func write(g layout.Group) []byte {
	var w layout.Writer
	return w.Write(g)
}
