package render_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// TestBasesAreHandMerged moves parts of the applications of every case into bases, at random, and holds that the same
// bytes are rendered: an application on bases is the application that somebody merges by hand.
func TestBasesAreHandMerged(t *testing.T) {
	t.Parallel()
	moved := 0
	everyCase(t, func(t *testing.T, c goodCase, r *rand.Rand) {
		want := output(t, rendered(t, c.in, c.opts))
		for range rounds(4) {
			var bases []byte
			in, ok := reordered(t, c.in, func(n *yaml.Node) {
				if spec := specOf(n); spec != nil {
					bases = append(bases, moveIntoBases(t, n, spec, r)...)
				}
			})
			if !ok || len(bases) == 0 {
				t.Skip("no application, or one that cannot be printed again")
			}
			for _, together := range [][]byte{slices.Concat(bases, in), slices.Concat(in, bases)} {
				assert.Equal(t, output(t, rendered(t, together, c.opts)), want, "%s", together)
			}
			moved++
		}
	})
	assert.Assert(t, moved > ofSomeCases(100), "only %d cases were on bases", moved)
}

// specOf returns the FluxApplicationSpec of an application that can name bases; nil of other documents.
func specOf(n *yaml.Node) *yaml.Node {
	kind, spec := fieldOf(n, "kind"), fieldOf(n, "spec")
	if n.Kind != yaml.MappingNode || kind == nil || spec == nil || fieldOf(n, "metadata") == nil ||
		fieldOf(fieldOf(n, "metadata"), "name") == nil {
		return nil
	}
	if kind.Value == "Application" {
		if fluxApp := fieldOf(spec, "fluxApp"); fluxApp != nil && fluxApp.Kind == yaml.MappingNode {
			spec = fieldOf(fluxApp, "spec")
		}
	} else if kind.Value != "FluxApplication" {
		return nil
	}
	if spec == nil || spec.Kind != yaml.MappingNode || fieldOf(spec, "bases") != nil {
		return nil
	}
	return spec
}

// moveIntoBases moves parts of an application into two bases, which it names then, and returns these.
func moveIntoBases(t *testing.T, document, spec *yaml.Node, r *rand.Rand) []byte {
	lower, upper := mapNode(), mapNode()
	move(spec, []*yaml.Node{lower, upper}, []string{"source", "clusters", "topology", "sharding", "commonMetadata"}, r)
	if config := fieldOf(spec, "config"); config != nil && config.Kind == yaml.MappingNode {
		into := []*yaml.Node{mapNode(), mapNode()}
		move(config, into, []string{"defaults"}, r)
		if release := fieldOf(config, "helmRelease"); release != nil && release.Kind == yaml.MappingNode {
			releases := []*yaml.Node{mapNode(), mapNode()}
			move(release, releases, []string{"chart", "template", "shareChart"}, r)
			for i, moved := range releases {
				if len(moved.Content) > 0 {
					into[i].Content = append(into[i].Content, scalarNode("helmRelease"), moved)
				}
			}
		}
		lower.Content = append(lower.Content, scalarNode("config"), into[0])
		upper.Content = append(upper.Content, scalarNode("config"), into[1])
	}
	name := fmt.Sprintf("base-%d", r.Uint32())
	spec.Content = append(spec.Content, scalarNode("bases"),
		&yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle, Content: []*yaml.Node{
			scalarNode(name + "-0"), {Kind: yaml.MappingNode,
				Content: []*yaml.Node{scalarNode("name"), scalarNode(name + "-1")}},
		}})
	return append(baseDocument(t, document, name+"-0", lower), baseDocument(t, document, name+"-1", upper)...)
}

// move moves some of the fields of a map: all of a field into one of two maps, or the fields of a map into both, or a
// part of them.
func move(from *yaml.Node, into []*yaml.Node, names []string, r *rand.Rand) {
	for _, name := range names {
		value := fieldOf(from, name)
		if value == nil || r.IntN(4) == 0 {
			continue
		}
		old := fieldOf(value, "valuesFile") != nil // is added to the valuesFiles beside it
		if value.Kind != yaml.MappingNode || old || r.IntN(2) == 0 {
			to := into[r.IntN(2)]
			to.Content = append(to.Content, scalarNode(name), value)
			removeField(from, name)
			continue
		}
		parts := []*yaml.Node{mapNode(), mapNode(), mapNode()}
		for i := 0; i+1 < len(value.Content); i += 2 {
			to := parts[r.IntN(len(parts))]
			to.Content = append(to.Content, value.Content[i], value.Content[i+1])
		}
		for i, to := range into {
			to.Content = append(to.Content, scalarNode(name), parts[i])
		}
		value.Content = parts[2].Content
	}
}

func removeField(n *yaml.Node, name string) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			n.Content = slices.Delete(n.Content, i, i+2)
			return
		}
	}
}

func mapNode() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode} }

func scalarNode(text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: text} }

// baseDocument prints a base in the namespace of an application.
func baseDocument(t *testing.T, app *yaml.Node, name string, spec *yaml.Node) []byte {
	t.Helper()
	metadata := mapNode()
	metadata.Content = append(metadata.Content, scalarNode("name"), scalarNode(name))
	if namespace := fieldOf(fieldOf(app, "metadata"), "namespace"); namespace != nil {
		metadata.Content = append(metadata.Content, scalarNode("namespace"), namespace)
	}
	base := mapNode()
	base.Content = []*yaml.Node{
		scalarNode("apiVersion"), scalarNode("fluxapp.dev/v1alpha1"), scalarNode("kind"), scalarNode("FluxApplicationBase"),
		scalarNode("metadata"), metadata, scalarNode("spec"), spec,
	}
	text, err := yaml.Marshal(base)
	assert.NilError(t, err)
	return slices.Concat([]byte("---\n"), text, []byte("---\n"))
}

// TestOneApplicationMore holds that an application more on the same bases changes only its own objects.
func TestOneApplicationMore(t *testing.T) {
	for _, name := range []string{"merge", "order", "kustomization"} {
		in := readFile(t, "../testdata/cases/bases/"+name, "in.yaml")
		var apps, bases [][]byte
		for _, text := range splitDocs(in) {
			if bytes.Contains(text, []byte("kind: FluxApplicationBase")) {
				bases = append(bases, text)
			} else {
				apps = append(apps, text)
			}
		}
		more := bytes.ReplaceAll(apps[0], []byte("name: shop"), []byte("name: another"))
		together := func(texts ...[][]byte) []byte {
			return append(bytes.Join(slices.Concat(texts...), []byte("\n---\n")), '\n')
		}
		before := textsByOwner(rendered(t, together(bases, apps), render.Options{}))
		after := textsByOwner(rendered(t, together(bases, apps, [][]byte{more}), render.Options{}))
		for key, text := range before {
			assert.Equal(t, after[key], text, "%s: %s", name, key)
		}
		added := 0
		for key := range after {
			if before[key] == "" {
				assert.Assert(t, strings.HasPrefix(key, "apps/another "), "%s: %s", name, key)
				added++
			}
		}
		assert.Assert(t, added > 0, name)
	}
}

// textsByOwner returns the objects of a result by their document, kind and name.
func textsByOwner(result render.Result) map[string]string {
	all := map[string]string{}
	for _, o := range result.Objects {
		all[o.Application()+" "+o.Kind()+" "+o.Name()] = string(o.YAML())
	}
	return all
}

// TestFindingsOfBases holds that a finding about what a base has is one of the base, once, also where base and
// applications are in one list, and where the documents have no file.
func TestFindingsOfBases(t *testing.T) {
	base := `{"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplicationBase", "metadata": {"name": "web", ` +
		`"namespace": "apps"},
  "spec": {"source": {"sourceRef": {"kind": "GitRepository", "name": "Web"}}, "config": {"defaults": {"interval": ` +
		`"1m", "prune": true, "targetNamespace": 3}}}}`
	base = strings.ReplaceAll(base, `, "targetNamespace": 3`, `, "retryInterval": "$(cluster.labels.retry)"`)
	app := func(name string) string {
		return fmt.Sprintf(`{"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication", "metadata": {"name": %q, `+
			`"namespace": "apps"},
  "spec": {"bases": ["web"], "config": {"kustomization": [{"destination": {"kubeConfig": {"secretRef": {"name": `+
			`"berlin"}}}, "path": "./x"}]}}}`, name)
	}
	want := []string{"FA210 FluxApplicationBase apps/web", "FA223 FluxApplicationBase apps/web"}
	for name, docs := range map[string]schema.Documents{
		"one list": schema.Parse("in.yaml",
			[]byte(`{"apiVersion": "v1", "kind": "List", "items": [`+app("a")+","+base+","+app("b")+`]}`)),
		"one stream": schema.Parse("in.yaml", []byte(app("a")+"\n---\n"+base+"\n---\n"+app("b"))),
		"files": slices.Concat(schema.Parse("in.yaml", []byte(app("a"))), schema.Parse("in.yaml", []byte(base)),
			schema.Parse("in.yaml", []byte(app("b")))),
	} {
		_, err := render.Render(docs, render.Options{})
		var got []string
		for _, f := range finding.From(err) {
			got = append(got, string(f.Code)+" "+f.Subject.String())
		}
		slices.SortFunc(got, cmp.Compare[string])
		assert.DeepEqual(t, got, want)
		assert.Assert(t, name != "", err)
	}
}
