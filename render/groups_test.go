package render_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestGroups makes one application of each group of objects that differ by cluster, and expects every object back,
// spec for spec. Flux's own hub-and-spoke example must be among them.
func TestGroups(t *testing.T) {
	dir := sharedDir(t, "corpus", "groups")
	groups, err := filepath.Glob(filepath.Join(dir, "*", "*", "group.json"))
	assert.NilError(t, err)
	hub := 0
	for _, group := range groups {
		name, err := filepath.Rel(dir, filepath.Dir(group))
		assert.NilError(t, err)
		if strings.HasPrefix(name, filepath.Join("fluxcd__flux2-hub-spoke-example", "effective-HelmRelease-")) {
			hub++
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(filepath.Dir(group), "*.yaml"))
			assert.NilError(t, err)
			assert.Assert(t, len(files) >= 2)
			var objects []fields
			for _, file := range files {
				objects = append(objects, decodeDocs(t, readFile(t, file))...)
			}
			comesBack(t, onOneHub(objects), objects)
		})
	}
	assert.Equal(t, hub, 3)
}

// onOneHub reports whether the objects of a group can lie on one hub. Objects of one name and namespace are of
// clusters that each run Flux, and one application on one hub cannot hold them.
func onOneHub(objects []fields) bool {
	names := map[string]bool{}
	for _, o := range objects {
		names[str(o, "metadata", "namespace")+"/"+str(o, "metadata", "name")] = true
	}
	return len(names) == len(objects)
}

// comesBack renders objects of one kind from one application if they can all lie on one hub, else from one for each.
func comesBack(t *testing.T, together bool, objects []fields) {
	t.Helper()
	if together {
		wrapped(t, objects)
		return
	}
	for _, object := range objects {
		wrapped(t, []fields{object})
	}
}

// wrapped writes an application whose entries are the objects, renders it, and compares.
func wrapped(t *testing.T, objects []fields) {
	t.Helper()
	text, err := yaml.Marshal(wrap(objects))
	assert.NilError(t, err)
	docs := schema.Parse("app.yaml", text)
	err = docs.Findings().Err()
	assert.NilError(t, err, "%s", text)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err, "%s", text)
	isStream(t, result)
	got, want := map[string]any{}, map[string]any{}
	for _, o := range result.Objects {
		got[o.Kind()+" "+o.Namespace()+"/"+o.Name()] = get(decodeObject(t, o), "spec")
	}
	for _, object := range objects {
		want[objectKey(object)] = object["spec"] // old versions of the corpus have no field that the current one lacks
	}
	assert.Equal(t, len(want), len(objects))
	assert.DeepEqual(t, got, want)
}

// wrap makes an application of objects of one kind: what is a field of the application goes there, everything else
// stays.
func wrap(objects []fields) fields {
	var entries []any
	for _, object := range objects {
		entries = append(entries, entryOf(object))
	}
	config := fields{"kustomization": entries}
	if str(objects[0], "kind") == "HelmRelease" {
		config = fields{"helmRelease": fields{"deploy": entries}}
	}
	return fields{
		"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication",
		"metadata": fields{"name": str(objects[0], "metadata", "name"),
			"namespace": str(objects[0], "metadata", "namespace")},
		"spec": fields{"config": config},
	}
}

// entryOf is the entry that becomes the object.
func entryOf(object fields) fields {
	e := maps.Clone(object["spec"].(fields))
	e["name"], e["namespace"] = str(object, "metadata", "name"), str(object, "metadata", "namespace")
	where := fields{}
	for _, field := range []string{"kubeConfig", "targetNamespace"} {
		if value, ok := e[field]; ok {
			where[field] = value
			delete(e, field)
		}
	}
	e["destination"] = where
	if ref, ok := e["chartRef"]; ok {
		e["sourceRef"] = ref
		delete(e, "chartRef")
	}
	if written, ok := e["chart"].(fields); ok {
		chart := maps.Clone(written["spec"].(fields))
		e["sourceRef"] = chart["sourceRef"]
		delete(chart, "sourceRef")
		if metadata, ok := written["metadata"]; ok {
			chart["metadata"] = metadata
		}
		e["chart"] = chart
	}
	return e
}

// TestFluxCorpus wraps every HelmRelease and Kustomization of public repositories into an application of its own and
// expects its spec back.
func TestFluxCorpus(t *testing.T) {
	dir := sharedDir(t, "corpus", "flux")
	for _, file := range []string{"helm.yaml", "kustomize.yaml"} {
		paths, err := filepath.Glob(filepath.Join(dir, "*", file))
		assert.NilError(t, err)
		count := 0
		for _, path := range paths {
			t.Run(filepath.Base(filepath.Dir(path))+"/"+file, func(t *testing.T) {
				for _, object := range workloads(t, path) {
					count++
					wrapped(t, []fields{object})
				}
			})
		}
		assert.Assert(t, count == 0 || count > 10, "only %d objects in %s", count, file)
	}
}

// workloads returns the HelmReleases and Kustomizations of Flux in a file. A document without source is a patch for
// another one of its name, which kustomize lays over that.
func workloads(t *testing.T, path string) (objects []fields) {
	docs := slices.DeleteFunc(decodeDocs(t, readFile(t, path)), func(doc fields) bool {
		return !strings.Contains(str(doc, "apiVersion"), ".toolkit.fluxcd.io/") // kustomize's own Kustomizations
	})
	for _, doc := range docs {
		if doc["metadata"].(fields)["namespace"] == nil {
			doc["metadata"].(fields)["namespace"] = "given-by-kustomize"
		}
	}
	for _, doc := range docs {
		if !patch(doc) {
			objects = append(objects, doc)
			continue
		}
		base := slices.IndexFunc(docs, func(other fields) bool {
			return !patch(other) && str(other, "metadata", "name") == str(doc, "metadata", "name")
		})
		assert.Assert(t, base >= 0, "no base for the patch of %s", str(doc, "metadata", "name"))
		objects = append(objects, overlaid(docs[base], doc))
	}
	return objects
}

func patch(doc fields) bool {
	ref, _ := sourceRef(doc)
	return ref == nil && get(doc, "spec", "chartRef") == nil
}

// overlaid lays a patch over an object as kustomize does where the schema is not known: lists replace.
func overlaid(base, over fields) fields {
	out := maps.Clone(base)
	for key, value := range over {
		below, isMap := out[key].(fields)
		if v, ok := value.(fields); ok && isMap {
			value = overlaid(below, v)
		}
		out[key] = value
	}
	return out
}
