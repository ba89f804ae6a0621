package render_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// marked is an application apps/web with a setter comment, a base apps/common with another one, and two places for
// more.
const marked = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  bases: [common]
  # own
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    kustomization:
    - destination: {}
      path: ./deploy
      images:
      - name: web
        newTag: 1.0.0 # {"$imagepolicy": "apps:web:tag"}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplicationBase
metadata: {name: common, namespace: apps}
spec:
  # base
  config:
    defaults:
      interval: 10m
      prune: true
      commonMetadata:
        annotations:
          proxy: proxy:2.0.0 # {"$imagepolicy": "apps:proxy"}
`

// automation is an imageAutomation with a repository and a policy.
const automation = `imageAutomation: {repositories: [{name: NAME, spec: {image: ghcr.io/example/web, interval: 5m}, ` +
	`policies: [{name: NAME, spec: {policy: {numerical: {order: asc}}}}]}]}`

const policy = `---
apiVersion: image.toolkit.fluxcd.io/v1beta2
kind: ImagePolicy
metadata: {name: NAME, namespace: apps}
`

// TestMarkers has where the ImagePolicies can be that setter comments name. An input without any policy says nothing
// of where they are.
func TestMarkers(t *testing.T) {
	named := func(text, name string) string { return strings.ReplaceAll(text, "NAME", name) }
	inOwn := func(name string) string { return strings.Replace(marked, "# own", named(automation, name), 1) }
	inBase := func(name string) string { return strings.Replace(marked, "# base", named(automation, name), 1) }
	another := strings.NewReplacer("name: web", "name: other", "# own", named(automation, "web"), "bases: [common]",
		"bases: []").
		Replace(strings.Split(marked, "---\n")[0])
	const web = `spec.config.kustomization[0].images[0].newTag: the setter comment names the ImagePolicy apps/web, ` +
		`which is not in the input; `
	const proxy = `spec.config.defaults.commonMetadata.annotations.proxy: the setter comment names the ImagePolicy ` +
		`apps/proxy, which is not in the input; `
	const only = "add it, or write another: "
	for name, c := range map[string]struct {
		in   string
		opts render.Options
		want []string
	}{
		"no policy":                  {in: marked},
		"all among the documents":    {in: marked + named(policy, "web") + named(policy, "proxy")},
		"one of the application":     {in: inOwn("web"), want: []string{proxy + only + "apps:web"}},
		"one by a reference":         {in: inOwn("$(app.name)"), want: []string{proxy + only + "apps:web"}},
		"one of the base":            {in: inBase("proxy") + named(policy, "web")},
		"one of another application": {in: marked + "---\n" + another, want: []string{proxy + only + "apps:web"}},
		"one of an application not asked for": {
			in: marked + "---\n" + another, opts: render.Options{Applications: []string{"web"}},
			want: []string{proxy + only + "apps:web"}},
		"another application and its base": {
			in: marked + "---\n" + another + named(policy, "x"), opts: render.Options{Applications: []string{"other"}}},
		"a misspelt name": {
			in:   marked + named(policy, "proxi"),
			want: []string{web + only + "apps:proxi", proxy + `did you mean "apps:proxi"?`}},
		"another namespace": {
			in: marked + strings.ReplaceAll(named(policy, "web")+named(policy, "proxy"), "namespace: apps",
				"namespace: flux-system"),
			want: []string{web + `did you mean "flux-system:web"? there are flux-system:proxy, flux-system:web`,
				proxy + `did you mean "flux-system:proxy"? there are flux-system:proxy, flux-system:web`}},
		"no namespace": {in: marked + strings.ReplaceAll(named(policy, "web")+named(policy, "proxy"),
			", namespace: apps", "")},
		"the namespace of the run": {
			in:   marked + strings.ReplaceAll(named(policy, "web")+named(policy, "proxy"), ", namespace: apps", ""),
			opts: render.Options{Namespace: "other"},
			want: []string{web + `did you mean "other:web"? there are other:proxy, other:web`,
				proxy + `did you mean "other:proxy"? there are other:proxy, other:web`}},
		"a placeholder": {in: marked + named(policy, "${POLICY}")},
		"not of Flux": {in: marked + strings.ReplaceAll(named(policy, "x"), "image.toolkit.fluxcd.io",
			"policy.example.com")},
		"an unknown base": {
			in: strings.Replace(marked, "[common]", "[common, none]", 1) + named(policy, "x")},
	} {
		result, _ := render.Render(schema.Parse("in.yaml", []byte(c.in)), c.opts)
		var got []string
		for _, f := range result.Findings {
			if f.Code == codes.Marker {
				assert.Equal(t, f.Severity, finding.SeverityWarning)
				got = append(got, f.Path+": "+f.Detail)
			}
		}
		assert.Check(t, is.DeepEqual(got, c.want), name)
	}
}
