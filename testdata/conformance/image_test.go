package conformance

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// imageSpecs are the specs of the kinds of image automation, by kind.
var imageSpecs = map[string]string{
	"ImageRepository": "image: registry.example.com/shop\ninterval: 5m\ntimeout: 30s\nprovider: generic\n",
	"ImagePolicy": "imageRepositoryRef: {name: shop}\npolicy: {semver: {range: 1.x}}\n" +
		"filterTags: {pattern: '^(.*)$', extract: $1}\n",
	"ImageUpdateAutomation": "interval: 30m\nsourceRef: {kind: GitRepository, name: fleet}\n" +
		"git: {commit: {author: {name: a, email: b}}, push: {branch: main, refspec: a:b}}\n" +
		"update: {path: ./a, strategy: Setters}\n",
}

// imageChanges change one value of a spec. Stricter are those that the CRD takes and no controller can use.
var imageChanges = []struct {
	kind, from, to string
	stricter       bool
}{
	{kind: "ImageRepository"}, {kind: "ImageRepository", from: "image: registry.example.com/shop\n"},
	{kind: "ImageRepository", from: "interval: 5m\n"},
	{kind: "ImageRepository", from: "5m", to: "5d"}, {kind: "ImageRepository", from: "5m", to: "1h"},
	{kind: "ImageRepository", from: "30s", to: "1h"},
	{kind: "ImageRepository", from: "generic", to: "github"}, {kind: "ImageRepository", from: "generic", to: "gcp"},
	{kind: "ImageRepository", from: "provider", to: "exclusionList: [" + strings.Repeat("a,", 25) + "]\nprovider"},
	{kind: "ImageRepository", from: "provider", to: "exclusionList: [" + strings.Repeat("a,", 26) + "]\nprovider"},
	{kind: "ImageRepository", from: "provider", to: "serviceAccountName: " + strings.Repeat("a", 254) + "\nprovider"},
	{kind: "ImageRepository", from: "provider", to: "accessFrom: {namespaceSelectors: [{matchLabels: {a: b}}]}\nprovider"},
	{kind: "ImageRepository", from: "provider", to: "accessFrom: {}\nprovider"},
	{kind: "ImageRepository", from: "provider", to: "secretRef: {}\nprovider"},
	{kind: "ImageRepository", from: "shop", to: "shop:v1", stricter: true},
	{kind: "ImageRepository", from: "registry", to: "https://registry", stricter: true},
	{kind: "ImageRepository", from: "provider", to: "exclusionList: ['(']\nprovider", stricter: true},

	{kind: "ImagePolicy"}, {kind: "ImagePolicy", from: "policy: {semver: {range: 1.x}}\n"},
	{kind: "ImagePolicy", from: "range: 1.x"},
	{kind: "ImagePolicy", from: "semver: {range: 1.x}", to: "numerical: {order: asc}"},
	{kind: "ImagePolicy", from: "semver: {range: 1.x}", to: "alphabetical: {order: up}"},
	{kind: "ImagePolicy", from: "filterTags", to: "interval: 1m\nfilterTags"},
	{kind: "ImagePolicy", from: "filterTags", to: "digestReflectionPolicy: Always\nfilterTags"},
	{kind: "ImagePolicy", from: "filterTags", to: "digestReflectionPolicy: Always\ninterval: 1h\nfilterTags"},
	{kind: "ImagePolicy", from: "filterTags", to: "digestReflectionPolicy: IfNotPresent\ninterval: 1h\nfilterTags"},
	{kind: "ImagePolicy", from: "filterTags", to: "digestReflectionPolicy: never\nfilterTags"},
	{kind: "ImagePolicy", from: "filterTags", to: "suspend: true\nfilterTags"},
	{kind: "ImagePolicy", from: "name: shop", to: ""}, {kind: "ImagePolicy", from: "semver: {range: 1.x}", stricter: true},
	{kind: "ImagePolicy", from: "1.x", to: "latest", stricter: true},
	{kind: "ImagePolicy", from: "1.x}", to: "1.x}, numerical: {}", stricter: true},
	{kind: "ImagePolicy", from: "^(.*)$", to: "(", stricter: true},
	{kind: "ImagePolicy", from: "$1", to: "$2", stricter: true},

	{kind: "ImageUpdateAutomation"}, {kind: "ImageUpdateAutomation", from: "interval: 30m\n"},
	{kind: "ImageUpdateAutomation", from: "name: fleet"},
	{kind: "ImageUpdateAutomation", from: "kind: GitRepository, "},
	{kind: "ImageUpdateAutomation", from: "kind: GitRepository", to: "kind: Bucket"},
	{kind: "ImageUpdateAutomation", from: "email: b"},
	{kind: "ImageUpdateAutomation", from: "author: {name: a, email: b}"},
	{kind: "ImageUpdateAutomation", from: "commit: {author: {name: a, email: b}}, "},
	{kind: "ImageUpdateAutomation", from: "refspec: a:b", to: "refspec: '+a:b'"},
	{kind: "ImageUpdateAutomation", from: "refspec: a:b", to: "refspec: ''"},
	{kind: "ImageUpdateAutomation", from: "Setters", to: "setters"},
	{kind: "ImageUpdateAutomation", from: "push", to: "checkout: {}, push"},
	{kind: "ImageUpdateAutomation", from: "push", to: "checkout: {ref: {}}, push"},
	{kind: "ImageUpdateAutomation", from: "author", to: "signingKey: {type: gpg}, author"},
	{kind: "ImageUpdateAutomation", from: "author", to: "signingKey: {type: ssh, secretRef: {name: a}}, author"},
	{kind: "ImageUpdateAutomation", from: "author", to: "signingKey: {type: pgp, secretRef: {name: a}}, author"},
	{kind: "ImageUpdateAutomation", from: "update", to: "policySelector: {matchLabels: {a: b}}\nupdate"},
	{kind: "ImageUpdateAutomation", from: "author", to: "messageTemplate: '{{.Updated}}', author", stricter: true},
	{kind: "ImageUpdateAutomation", from: "author", to: "messageTemplate: '{{', author", stricter: true},
	{kind: "ImageUpdateAutomation", from: "push: {branch: main, refspec: a:b}", to: "checkout: {ref: {tag: v1}}",
		stricter: true},
}

// TestImageAutomation changes one value of the objects of image automation at a time, and holds that fluxapp refuses
// what the CRD refuses, at spec.imageAutomation, and what no controller can use, and renders the rest.
func TestImageAutomation(t *testing.T) {
	for _, change := range imageChanges {
		spec := imageSpecs[change.kind]
		assert.Assert(t, strings.Contains(spec, change.from), "%+v", change)
		spec = strings.Replace(spec, change.from, change.to, 1)
		object := fmt.Sprintf("apiVersion: image.toolkit.fluxcd.io/v1\nkind: %s\nmetadata: {name: shop, namespace: apps}\n"+
			"spec:\n%s", change.kind, indented(spec, 2))
		_, refused := checker.Check([]byte(object), Options{})
		_, err := render.Render(schema.Parse("app.yaml", []byte(imageApplication(t, change.kind, spec))), render.Options{})
		assert.Check(t, (refused != nil || change.stricter) == (err != nil), "%s\nCRD: %v\nfluxapp: %v", object, refused, err)
		assert.Check(t, refused == nil || !change.stricter, "%s\nCRD: %v", object, refused)
		if err != nil {
			assert.Check(t, strings.Contains(err.Error(), "spec.imageAutomation"), "%v", err)
		}
	}
}

// imageApplication returns an application with image automation, whose object of one kind has a spec.
func imageApplication(t *testing.T, kind, spec string) string {
	t.Helper()
	document, err := yaml.Marshal(applicationBeside(map[string]string{kind: spec}))
	assert.NilError(t, err)
	return string(document)
}

// applicationBeside returns an application with everything beside its workload that every version takes, but with other
// specs of image automation for some kinds.
func applicationBeside(others map[string]string) map[string]any {
	specs := map[string]any{}
	for kind, text := range imageSpecs {
		var value any
		if other, ok := others[kind]; ok {
			text = other
		}
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			panic(err) // the tests themselves have them
		}
		specs[kind] = value
	}
	return map[string]any{
		"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication",
		"metadata": map[string]any{"name": "shop", "namespace": "apps"},
		"spec": map[string]any{
			"source": map[string]any{"sourceRef": map[string]any{"kind": "GitRepository", "name": "fleet"}},
			"config": config("Kustomization",
				map[string]any{"destination": map[string]any{}, "interval": "1m", "prune": true}),
			"imageAutomation": map[string]any{
				"repositories": []any{map[string]any{
					"name": "shop", "spec": specs["ImageRepository"],
					"policies": []any{map[string]any{"name": "shop", "spec": specs["ImagePolicy"]}},
				}},
				"update": specs["ImageUpdateAutomation"],
			},
			"notification": map[string]any{
				"providers": []any{map[string]any{"name": "shop",
					"spec": map[string]any{"type": "generic", "secretRef": named}}},
				"alerts": []any{map[string]any{"name": "shop",
					"spec": map[string]any{"providerRef": map[string]any{"name": "shop"}}}},
			},
		},
	}
}

// indented returns a text with each line some spaces to the right.
func indented(text string, by int) string {
	return strings.ReplaceAll("\n"+strings.TrimSuffix(text, "\n"), "\n", "\n"+strings.Repeat(" ", by))[1:] + "\n"
}
