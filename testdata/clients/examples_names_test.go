package clients

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"
)

// TestExampleNames holds that the example gives what its README says, however often, and that its references lead
// somewhere.
func TestExampleNames(t *testing.T) {
	dir := example(t, "kustomize-names")
	build := func() string {
		return mustRun(t, dir, "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", ".")
	}
	got := build()
	golden.Assert(t, got, filepath.Join(root, "examples", "kustomize-names", ".expected", "kustomize.yaml"))
	assert.Equal(t, build(), got)

	objects, led := objectsOf(t, got), 0
	for _, o := range objects {
		for _, r := range o.references {
			if slices.ContainsFunc(objects, func(other object) bool { return other.id == r.to }) {
				led++
			} else {
				assert.Assert(t, strings.HasSuffix(r.to.name, "-kubeconfig"), "%v leads nowhere", r)
			}
		}
	}
	assert.Equal(t, led, 5)
}

// renames are what kustomize can do to names.
var renames = map[string]string{
	"namePrefix": "namePrefix: green-\n",
	"nameSuffix": "nameSuffix: -v2\n",
	"namespace":  "namespace: production\n",
	"all":        "namePrefix: green-\nnameSuffix: -v2\nnamespace: production\n",
}

// TestNamesAreFollowed holds that every reference of Flux leads where it led, whatever kustomize does to names, and
// that without the configuration none does that should.
func TestNamesAreFollowed(t *testing.T) {
	plain, config := namesFolder(t)
	before := objectsOf(t, rename(t, plain, "", ""))
	var led []string
	for _, o := range before {
		for _, r := range o.references {
			switch inside := slices.ContainsFunc(before, func(other object) bool { return other.id == r.to }); {
			case !inside:
				assert.Equal(t, r.to.name, "elsewhere")
			case o.id.kind != "RoleBinding": // which kustomize knows
				led = append(led, o.id.kind+" "+r.at+": "+r.to.kind)
			}
		}
	}
	assert.Assert(t, len(led) > 50, "references were lost: %d", len(led))
	for name, fields := range renames {
		t.Run(name, func(t *testing.T) {
			assert.DeepEqual(t, lost(t, before, objectsOf(t, rename(t, plain, fields, config))), []string(nil))
			if name != "namespace" { // which leads a reference without a namespace to the new one
				assert.DeepEqual(t, lost(t, before, objectsOf(t, rename(t, plain, fields, ""))), led)
			}
		})
	}
}

// TestNamesKubectl holds that kubectl, which has a kustomize of its own, follows them as well.
func TestNamesKubectl(t *testing.T) {
	need(t, "kubectl")
	dir, config := namesFolder(t)
	want := rename(t, dir, renames["all"], config)
	assert.Equal(t, mustRun(t, dir, "kubectl", "kustomize", "."), want)
}

// TestNamesLimits holds what the example's README says of kustomize: it looks for a name within the namespace of the
// object that refers to it, and does not look at the kind that stands beside the name.
func TestNamesLimits(t *testing.T) {
	_, config := namesFolder(t)
	for name, c := range map[string]struct{ ref, want string }{
		"another namespace": {"{kind: GitRepository, name: git, namespace: flux-system}",
			"name: git\n    namespace: flux-system\n"},
		"another kind's name":   {"{kind: GitRepository, name: oci}", "name: green-oci\n    namespace: apps\n"},
		"the name of no object": {"{kind: GitRepository, name: other}", "name: other\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			objects := `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: git, namespace: flux-system}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: oci, namespace: apps}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: web, namespace: apps}
spec: {sourceRef: ` + c.ref + "}\n"
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "objects.yaml"), []byte(objects), 0o644))
			got := rename(t, dir, renames["namePrefix"], config)
			assert.Assert(t, strings.HasSuffix(got, "sourceRef:\n    kind: GitRepository\n    "+c.want), got)
		})
	}
}

// TestNamesConfiguration holds that no line of the configuration can be left out.
func TestNamesConfiguration(t *testing.T) {
	plain, config := namesFolder(t)
	before := objectsOf(t, rename(t, plain, "", ""))
	type target struct {
		Group      string              `json:"group,omitempty"`
		Version    string              `json:"version,omitempty"`
		Kind       string              `json:"kind"`
		FieldSpecs []map[string]string `json:"fieldSpecs"`
	}
	var all struct {
		NameReference []target `json:"nameReference"`
	}
	assert.NilError(t, yaml.UnmarshalStrict([]byte(config), &all))
	for i, target := range all.NameReference {
		for j, spec := range target.FieldSpecs {
			all.NameReference[i].FieldSpecs = slices.Delete(slices.Clone(target.FieldSpecs), j, j+1)
			without, err := yaml.Marshal(all)
			assert.NilError(t, err)
			places := lost(t, before, objectsOf(t, rename(t, plain, renames["all"], string(without))))
			assert.Assert(t, len(places) > 0, "%s of %s is not needed for a %s", spec["path"], spec["kind"], target.Kind)
		}
		all.NameReference[i] = target
	}
}

// sameAsEntry are the paths of what an entry or spec.source can say as well, so that it comes out at the same place.
var sameAsEntry = regexp.MustCompile(
	`^\.spec\.(clusters|sources|config\.(defaults|overrides|(helmRelease\.deploy|kustomization|kclRun)\.source))\.`)

// TestNamesInput holds that the applications of these tests have every reference that an application can have.
func TestNamesInput(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "schema", "fluxapplication.json"))
	assert.NilError(t, err)
	var schema node
	assert.NilError(t, json.Unmarshal(data, &schema))
	wanted := map[string]bool{}
	schema.references(schema.Definitions, "", wanted)
	assert.Assert(t, len(wanted) > 40, "references were lost: %d", len(wanted))
	delete(wanted, ".spec.config.kclRun.destination.kubeConfig.configMapRef")   // refused: KCLRuns know Secrets only
	delete(wanted, ".spec.imageAutomation.repositories.policies.spec.imageRef") // left out: no ImagePolicy has it

	data, err = os.ReadFile(filepath.Join("testdata", "names", "apps.yaml"))
	assert.NilError(t, err)
	for document := range strings.SplitSeq(string(data), "\n---\n") {
		var value any
		assert.NilError(t, yaml.Unmarshal([]byte(document), &value))
		written(value, "", wanted)
	}
	for path, missing := range wanted {
		assert.Check(t, !missing || sameAsEntry.MatchString(path),
			"no application of testdata/names has %s; write one, and a line of kustomizeconfig.yaml if its object needs "+
				"one", path)
	}
}

// node is a part of a JSON Schema.
type node struct {
	Ref         string          `json:"$ref"`
	Definitions map[string]node `json:"definitions"`
	Properties  map[string]node `json:"properties"`
	Items       *node           `json:"items"`
	AllOf       []node          `json:"allOf"`
	AnyOf       []node          `json:"anyOf"`
	OneOf       []node          `json:"oneOf"`
}

// references adds the paths of all fields that hold references.
func (n node) references(definitions map[string]node, path string, found map[string]bool) {
	if name, ok := strings.CutPrefix(n.Ref, "#/definitions/"); ok {
		definitions[name].references(definitions, path, found)
	}
	for key, property := range n.Properties {
		if isReference(key) {
			found[path+"."+key] = true
		}
		property.references(definitions, path+"."+key, found)
	}
	if n.Items != nil {
		n.Items.references(definitions, path, found)
	}
	for _, part := range slices.Concat(n.AllOf, n.AnyOf, n.OneOf) {
		part.references(definitions, path, found)
	}
}

// written takes the paths of a document's fields from those that are missing.
func written(value any, path string, missing map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for key, field := range value {
			if missing[path+"."+key] {
				missing[path+"."+key] = false
			}
			written(field, path+"."+key, missing)
		}
	case []any:
		for _, item := range value {
			written(item, path, missing)
		}
	}
}

// namesFolder makes a folder with rendered objects and what they name, and returns it with the configuration of the
// example.
func namesFolder(t *testing.T) (dir, config string) {
	t.Helper()
	dir = t.TempDir()
	rendered := mustRun(t, ".", "fluxapp", "render", filepath.Join("testdata", "names", "apps.yaml"))
	targets, err := os.ReadFile(filepath.Join("testdata", "names", "targets.yaml"))
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "objects.yaml"), []byte(rendered+"---\n"+string(targets)), 0o644))
	data, err := os.ReadFile(filepath.Join(root, "examples", "kustomize-names", "kustomizeconfig.yaml"))
	assert.NilError(t, err)
	return dir, string(data)
}

// rename builds the folder with fields of a kustomization and, unless it is empty, the configuration.
func rename(t *testing.T, dir, fields, config string) string {
	t.Helper()
	kustomization := "resources: [objects.yaml]\nsortOptions: {order: fifo}\n" + fields
	if config != "" {
		kustomization += "configurations: [config.yaml]\n"
		assert.NilError(t, os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(config), 0o644))
	}
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "kustomization.yaml"), []byte(kustomization), 0o644))
	return mustRun(t, dir, "kustomize", "build", ".")
}
