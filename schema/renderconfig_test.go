package schema_test

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestRenderConfigHasAllFields holds that a program can read every option that the type has.
func TestRenderConfigHasAllFields(t *testing.T) {
	docs := schema.Parse("a.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: RenderConfig
spec: {applications: [a, b/c], fluxVersion: "2.8", namespace: team, strict: true, ignore: [FA505], literal: true, `+
		`charts: [d], check: true, exclude: [e], pruneOrphans: true, limits: {maxDeleted: 3}, `+
		`acknowledge: 0123456789abcdef, `+
		`accessProviders: [{name: kubefleet, provider: azure}], delivery: {next: {groups: 2}}}
`))
	got, problems := docs[0].RenderConfig()
	assert.Equal(t, len(problems), 0, "%v", finding.Locate(problems))
	assert.Equal(t, got.Limits.Get("maxDeleted").Text(), "3")
	typed, read := reflect.TypeFor[v1alpha1.RenderConfigSpec](), reflect.ValueOf(got)
	for field := range typed.Fields() {
		value := read.FieldByName(field.Name)
		assert.Assert(t, value.IsValid() && !value.IsZero(), field.Name)
	}
	assert.Equal(t, read.NumField(), typed.NumField())
	want := schema.RenderConfig{
		Applications: []string{"a", "b/c"}, FluxVersion: "2.8", Namespace: "team", Strict: true,
		Ignore: []finding.Code{"FA505"}, Literal: true, Charts: []string{"d"},
		Check: true, Exclude: []string{"e"}, PruneOrphans: true, Acknowledge: "0123456789abcdef", Limits: got.Limits,
		Delivery: docs[0], AccessProviders: got.AccessProviders,
	}
	assert.Assert(t, reflect.DeepEqual(got, want), "%+v", got)
	none, _ := schema.Parse("a.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"))[0].RenderConfig()
	assert.Assert(t, reflect.DeepEqual(none, schema.RenderConfig{}))
}

// TestWrongDelivery checks what is refused of delivery in a RenderConfig, alone and beside what is right.
func TestWrongDelivery(t *testing.T) {
	const source = "sourceRef: {kind: GitRepository, name: fleet}"
	const groups = " is no number of groups; write one from "
	const folder = " is no folder of a source; write it from the root of the source, for example ./deploy [FA110]"
	const noSource = "spec.delivery.sourceRef: is required; write the kind and name of the source that has the rendered " +
		"folder, or next alone for the commit before the first groups [FA107]"
	const noNext = "spec.delivery.next.groups: is required, or applications: write what the next commit changes [FA107]"
	for delivery, want := range map[string]string{
		source: "",
		source + ", groups: 999, path: ., files: application, artifacts: true, next: {groups: 0}": "",
		"next: {groups: 3}":                               "",
		"next: {groups: 3}, groups: 2":                    noSource,
		source + ", groups: 0":                            "spec.delivery.groups: 0" + groups + "1 to 999 [FA108]",
		source + ", groups: 1000":                         "spec.delivery.groups: 1000" + groups + "1 to 999 [FA108]",
		source + ", next: {groups: -1}":                   "spec.delivery.next.groups: -1" + groups + "0 to 999 [FA108]",
		source + ", next: {applications: [web, apps/db]}": "",
		source + ", next: {}":                             noNext,
		source + ", next: {applications: []}":             noNext,
		"next: {applications: [web]}":                     noSource,
		source + ", path: /deploy":                        `spec.delivery.path: "/deploy"` + folder,
		source + ", path: ../deploy":                      `spec.delivery.path: "../deploy"` + folder,
		source + ", path: deploy/*":                       `spec.delivery.path: "deploy/*"` + folder,
		source + ", interval: 10": "spec.delivery.interval: 10 is a number, and a duration belongs here; write 10s, 10m or " +
			"10h [FA105]",
		"sourceRef: {kind: GitRepository, name: a.b}": "",
		"sourceRef: {kind: GitRepository, name: a.b}, artifacts: true": `spec.delivery.sourceRef.name: "a.b" has a dot, ` +
			"and with artifacts: true it must have none; write another name, or leave artifacts out [FA210]",
		"sourceRef: {kind: HelmRepository}": "spec.delivery.sourceRef.name: is required; add it [FA107]\n" +
			"spec.delivery.sourceRef.kind: this field does not take \"HelmRepository\"; write OCIRepository, GitRepository, " +
			"Bucket or ExternalArtifact [FA110]",
	} {
		docs := schema.Parse("a.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
			"metadata: {name: fleet, namespace: flux}\nspec: {delivery: {"+delivery+"}}\n"))
		_, problems := docs[0].RenderConfig()
		assert.Check(t, withoutPlaces(problems) == want, "%s:\n%v\n%s", delivery, finding.Locate(problems), want)
	}
	for head, want := range map[string]string{
		"": "metadata: with a name is required with delivery; the Kustomizations of the groups are named after " +
			"it [FA107]\nspec.delivery.namespace: is required, because the RenderConfig has none in its metadata; " +
			"write the namespace of the Kustomizations [FA107]",
		"metadata: {namespace: flux}\n": "metadata.name: is required with delivery; the Kustomizations of the " +
			"groups are named after it [FA107]",
		"metadata: {namespace: flux, name: " + strings.Repeat("a", 54) + "}\n": "metadata.name: is longer than 53 " +
			"characters, and with delivery the names of Kustomizations begin with it; write a shorter one [FA210]",
	} {
		docs := schema.Parse("a.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+head+
			"spec: {delivery: {"+source+"}}\n"))
		_, problems := docs[0].RenderConfig()
		assert.Check(t, withoutPlaces(problems) == want, "%s:\n%v\n%s", head, finding.Locate(problems), want)
	}
}

// withoutPlaces returns messages without file, line and column.
func withoutPlaces(problems []finding.Problem) string {
	return regexp.MustCompile(`(?m)^a.yaml:\d+:\d+: `).ReplaceAllString(finding.Locate(problems).String(), "")
}

// TestWrongAccessProviders checks what is refused of the access providers in a RenderConfig.
func TestWrongAccessProviders(t *testing.T) {
	_, problems := schema.Parse("a.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
		"spec: {accessProviders: [{name: a, provider: google}, {provider: gcp}, {name: a}]}\n"))[0].RenderConfig()
	assert.Equal(t, fmt.Sprint(finding.Locate(problems)), `a.yaml:3:46: spec.accessProviders[0].provider: this field `+
		`does not take "google"; write aws, azure, gcp or generic [FA110]
a.yaml:3:55: spec.accessProviders[1].name: is required; add it [FA107]
a.yaml:3:73: spec.accessProviders[2].name: is the name of an item before, which counts; keep one of them [FA218]`)
}
