package main

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/lookup"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// TestExplainRule checks that every rule is explained, in upper or lower case, and without the marks of Markdown.
func TestExplainRule(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	out := good(t, "explain", "fa205")
	assert.Equal(t, out, good(t, "explain", "FA205"))
	for _, part := range []string{
		"FA205 SourceKind\n\nWhat the application runs cannot use a source of this kind. Each",
		"\nWrong:\n\n    sourceRef:\n      kind: HelmRepository\n", "    spec.source.sourceRef.kind: ", " [FA205]\n",
		"\nRight:\n\n    sourceRef:\n      kind: GitRepository\n",
	} {
		assert.Check(t, strings.Contains(out, part), "%s lacks %s", out, part)
	}
	codes := schema.RuleCodes()
	assert.Assert(t, len(codes) > 80)
	for _, code := range codes {
		out := good(t, "explain", string(code))
		assert.Check(t, strings.HasPrefix(out, string(code)+" ") && strings.HasSuffix(out, "\n"), out)
		assert.Check(t, !strings.Contains(out, "**") && !strings.Contains(out, "###") && !strings.Contains(out, "```") &&
			!strings.Contains(out, "]("), out)
	}
}

// TestExplainField checks that a field is explained with what it takes and what is below it.
func TestExplainField(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for path, parts := range map[string][]string{
		"spec.config.overrides": {"FIELD: spec.config.overrides <list of objects>\n", "\nFIELDS:\n",
			"  cluster <string>\n      The name of the one cluster",
			"  interval <duration>, of a Kustomization\n", "  values <map of any values>\n"},
		"spec.config.overrides[0].cluster":            {"<string>\n", "    At most 63 characters.\n"},
		"spec.topology":                               {"    Default: HubAndSpoke\n    Values: HubAndSpoke, Standalone\n"},
		"spec.config.helmRelease.deploy.waitStrategy": {"    Flux 2.8 and newer.\n"},
		"spec.config.kustomization.sourceRef.name": {"<string>\n",
			"    It is required, in the document or in a base or layer that may have it.\n"},
		"spec.config.defaults.timeout": {"<duration>, of a HelmRelease\n", "<duration>, of a Kustomization\n",
			"<duration>, of a KCLRun\n"},
		"spec.config.defaults.dependsOn.application": {"<string>, of a HelmRelease\n", "<string>, of a Kustomization\n",
			"<string>, of a KCLRun\n"},
		"spec.config.overrides[0].healthChecks.kind": {"<string>, of a Kustomization\n", "<string>, of a KCLRun\n"},
		"FluxApplicationBase.spec.clusters":          {"only this application sees, or the applications of this base.\n"},
		"spec.notification.alerts.spec":              {"  eventSources <list of objects>\n", "  providerRef <object>\n"},
		"Application.spec.fluxApp.spec.source":       {"  gitRepository <object>\n"},
		"renderconfig.spec.strict":                   {"    Default: false\n"},
		"FluxApplication":                            {"  spec <object>, required\n"},
		"spec":                                       {"  config <object>, required\n"},
	} {
		out := good(t, "explain", path)
		for _, part := range parts {
			assert.Check(t, strings.Contains(out, part), "%s lacks %s", out, part)
		}
	}
}

// TestExplainFilled holds that explain calls no field of an entry required that a run fills in, and names as default
// what the run writes.
func TestExplainFilled(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, config := range []string{"helmRelease: {chart: {chart: a, version: 1.0.0}, deploy: [{destination: {}}]}",
		"kustomization: [{destination: {}}]", "kclRun: [{destination: {}}]"} {
		put(t, "app.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a, namespace: a}\n"+
			"spec:\n  source: {gitRepository: {url: https://example.com/a, interval: 1h}}\n  config:\n    "+config+"\n")
		_, errs, code := fluxapp(t, "", "render", "app.yaml")
		assert.Equal(t, code, exitGood, errs)
		set := filledIn.FindAllStringSubmatch(errs, -1)
		assert.Assert(t, len(set) > 0, errs)
		for _, m := range set {
			out := good(t, "explain", m[1])
			assert.Check(t, strings.Contains(out, "\n    Default: "+m[2]+"\n") && !strings.Contains(out, "required"), out)
		}
	}
}

// filledIn finds a field that a run has set, and its value.
var filledIn = regexp.MustCompile(`(?m)warning: (\S+): Flux requires it; fluxapp sets \w+: (\S+) \[FA504\]$`)

// TestExplainPages compares whole answers with testdata/explain.txt: together, these fields have every fact that can
// be said of one.
func TestExplainPages(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	var all strings.Builder
	for _, what := range []string{
		"spec.config.defaults.timeout",
		"spec.config.defaults",
		"spec.config.defaults.force",
		"spec.topology",
		"RenderConfig.spec.strict",
		"spec.config.kustomization.healthCheckExprs",
		"spec.config.kustomization.healthCheckExprs[0].kind",
		"spec.config.helmRelease.deploy.waitStrategy",
		"spec.source.gitRepository.provider",
		"spec.clusters.name",
		"RenderConfig.spec",
		"FA205",
	} {
		all.WriteString("$ fluxapp explain " + what + "\n" + good(t, "explain", what))
	}
	golden.Assert(t, all.String(), "explain.txt")
}

// TestExplainExamples expects of each field that fluxapp reads an example, in which each field is at its place and has
// a value that it takes: nothing is wrong there, but that the document lacks other fields.
func TestExplainExamples(test *testing.T) {
	test.Parallel()
	seen := map[string]bool{}
	var explain func(path string, f schema.Field)
	explain = func(path string, f schema.Field) {
		for _, below := range f.Fields() {
			at, key := path+"."+below.Name, below.Of+"."+below.Name
			if seen[key] || below.Of == "" || strings.HasSuffix(below.Description, "fluxapp does not read it.") {
				continue
			}
			seen[key] = true
			text, err := lookup.Explain(at, "", false)
			assert.NilError(test, err)
			_, example, found := strings.Cut(text, "\nEXAMPLE:\n")
			assert.Check(test, found, text)
			example, _, _ = strings.Cut(example, "\n\n")
			example = strings.ReplaceAll("\n"+example, "\n  ", "\n")
			if below.Name == "apiVersion" || below.Name == "kind" && strings.Count(at, ".") == 1 {
				continue
			}
			kind, _, _ := strings.Cut(at, ".")
			head := map[string]string{"HelmChart": "source.toolkit.fluxcd.io/v1", "Application": "gitops.kubesphere.io/v1alpha1",
				"GitRepository": "devops.kubesphere.io/v1alpha3"}[kind]
			document := fmt.Sprintf("apiVersion: %s\nkind: %s\n%s\n", cmp.Or(head, "fluxapp.dev/v1alpha1"), kind, example)
			for _, problem := range schema.Parse("a.yaml", []byte(document)).Findings() {
				assert.Check(test, problem.Code == codes.Required, "%s: %s\n%s", at, problem, document)
			}
			explain(at, below)
		}
	}
	for _, kind := range []string{"FluxApplication", "Application", "FluxApplicationBase", "RenderConfig", "HelmChart",
		"GitRepository"} {
		fields, err := schema.FieldsAt(kind)
		assert.NilError(test, err)
		explain(kind, fields[0])
	}
	assert.Assert(test, len(seen) > 600, "%d", len(seen))
}

// TestExplainAnything asks for a kind, a field without those that hold it, a command, and lines that were printed.
func TestExplainAnything(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("web", "hub"))
	for _, c := range [][2]string{
		{"HelmRelease", "FIELD: FluxApplication.spec.config.helmRelease <object>\n"},
		{"KCLRun", "FIELD: FluxApplication.spec.config.kclRun <list of objects>\n"},
		{"helmrepository", "FIELD: FluxApplication.spec.source.helmRepository <object>\n"},
		{"Alert", "FIELD: FluxApplication.spec.notification <object>\n"},
		{"wave", "FIELD: FluxApplication.spec.config.defaults.wave <integer>\n"},
		{"pruneOrphans", "FIELD: RenderConfig.spec.pruneOrphans <boolean>\n"},
		{"promote", good(t, "promote", "--help")},
		{"status", good(t, "status", "--help")},
		{"a.yaml:8:7: spec.config: warning: Flux requires it; fluxapp sets interval: 10m [FA504]", "FA504 "},
		{"… and 9,995 more [FA507] (--all-findings prints them)", "FA507 "},
		{`{"code":"FA507","file":"app.yaml"}`, "FA507 "},
		{"1 application, 1 cluster: 1 object changed; 3 unchanged", good(t, "diff", "--help")},
		{"created: HelmRelease apps/podinfo-oslo-podinfo of apps/podinfo on oslo (app.yaml:7:9)", "created: it is new.\n\n" +
			"More: https://github.com/fluxapp-dev/fluxapp/blob/main/krmfn/cmd/fluxapp/help/diff.md#changes\n"},
		{"suspended: HelmRelease apps/podinfo on oslo", "suspended: Flux applies nothing of it any more.\n\nMore: "},
		{"suspended  HelmRelease apps/podinfo", good(t, "explain", "suspended: x") + "suspended: Flux leaves it alone. "},
		{"  failed  HelmRelease apps/shop-oslo-shop: timeout", "failed: Flux could not apply it, or it is not healthy. "},
		{"valuesFrom+", "FIELD: FluxApplication.spec.config.defaults.valuesFrom+ <list of objects>"},
		{"KEY+", "KEY+ in a layer adds items to the list KEY of the layers below. KEY+(FIELD) merges "},
		{"extraArgs+(name)", good(t, "explain", "KEY+")},
		{"overrides[0].chart", "FIELD: FluxApplication.spec.config.overrides[0].chart <object>\n"},
		{"references", "A string of an entry, a layer or a source can have references: $(cluster.name),\n"},
		{"$(cluster.name)", good(t, "explain", "references")},
		{"3 written, 0 changed, 0 unchanged, 0 deleted", good(t, "render", "--help")},
		{"promote podinfo: chart.version 6.9.0 → 6.9.1 (stage=test → stage=production, 2 clusters)",
			good(t, "promote", "--help")},
		{"apps/podinfo: ready 1/2; 1 failed", good(t, "status", "--help")},
	} {
		what, want := c[0], c[1]
		out := good(t, "explain", what)
		assert.Check(t, strings.HasPrefix(out, want), "%s: %s", what, out)
		assert.Check(t, strings.Contains(out, "\nMore: https://github.com/fluxapp-dev/fluxapp/blob/main/"), out)
	}
}

// TestExplainActions holds that each word that diff and status print before an object has its meaning.
func TestExplainActions(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, action := range change.Actions() {
		out := good(t, "explain", string(action)+": HelmRelease apps/web of apps/web on oslo")
		assert.Check(t, strings.HasPrefix(out, string(action)+": ") && strings.HasSuffix(out, "/diff.md#changes\n") &&
			strings.Count(out, "\n") == 3, out)
	}
	for _, state := range []status.State{status.Failed, status.Stalled, status.Missing, status.Stale, status.Unknown,
		status.Progressing, status.Suspended, status.Extra, status.Ready} {
		out := good(t, "explain", string(state)+"  HelmRelease apps/web")
		assert.Check(t, strings.Contains(out, string(state)+": ") && strings.HasSuffix(out, "/status.md#states\n"), out)
	}
}

// TestExplainNothing checks the error about an argument that is neither a rule nor a field.
func TestExplainNothing(test *testing.T) {
	test.Parallel()
	const nothing = "there is no rule, field or command %s, and no application in the current folder (FluxApplication " +
		"has no field %[1]q; write one of apiVersion, kind, metadata, spec or status)"
	t := inFolder(test, "a.yaml", app("web", "hub"))
	for what, want := range map[string]string{
		"FA999": "there is no rule FA999; all rules are in " +
			"https://github.com/fluxapp-dev/fluxapp/blob/main/schema/RULES.md",
		"spec.confg":      `FluxApplication.spec has no field "confg"; did you mean config?`,
		"spec.topology.x": "FluxApplication.spec.topology has no fields",
		"waves":           fmt.Sprintf(nothing, "waves"),
		"shop":            fmt.Sprintf(nothing, "shop"),
		"apps/shop":       fmt.Sprintf(nothing, "apps/shop"),
		"a.yaml":          "name an application before its files: fluxapp explain APPLICATION a.yaml",
	} {
		out, errs, code := fluxapp(t, "", "explain", what)
		assert.Equal(t, errs, "fluxapp: "+want+"\n")
		assert.Assert(t, code == exitCommand && out == "")
	}
	_, errs, code := fluxapp(t, "", "explain", "FA507", "--cluster", "berlin")
	assert.Equal(t, errs, "fluxapp: --cluster is for applications; name the files that hold FA507 too\n")
	assert.Equal(t, code, exitCommand)
}

// TestExplainNoSuchApplication expects no findings of other applications where none has the name, and all of them where
// the application is there, or may be in a document that cannot be read.
func TestExplainNoSuchApplication(test *testing.T) {
	test.Parallel()
	wrong := strings.Replace(app("web", "berlin"), "spec:\n", "spec:\n  sourc: {}\n", 1)
	t := inFolder(test, "app.yaml", wrong)
	for _, args := range []string{"shop .", "shop --cluster berlin", "apps/shop . --field interval"} {
		_, errs, code := fluxapp(t, "", strings.Fields("explain "+args)...)
		assert.Check(t, code == exitCommand && strings.HasPrefix(errs, "fluxapp: the files have no application "), errs)
		assert.Check(t, strings.Count(errs, "\n") == 1, errs)
	}
	_, errs, _ := fluxapp(t, "", "explain", "web", ".")
	assert.Check(t, strings.Contains(errs, "[FA101]"), errs)
	put(t, "broken.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: shop\n")
	_, errs, _ = fluxapp(t, "", "explain", "shop", ".")
	assert.Check(t, strings.Contains(errs, "broken.yaml:") && strings.Contains(errs, "[FA001]"), errs)
}

// TestExplainApplicationCalledLikeARule checks that an argument with files behind it is an application, whatever its
// name.
func TestExplainApplicationCalledLikeARule(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("fa507", "hub"), "b.yaml", app("spec", "hub"))
	assert.Assert(t, strings.HasPrefix(good(t, "explain", "fa507", "."), "Kustomization apps/fa507-web\n"))
	assert.Assert(t, strings.HasPrefix(good(t, "explain", "spec", "b.yaml"), "Kustomization apps/spec-web\n"))
}

// TestExplainCompletion checks that a shell completes codes and paths.
func TestExplainCompletion(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for typed, want := range map[string]string{"FA20": "FA205\n", "sp": "spec\n",
		"spec.config.o": "spec.config.overrides\n", "RenderConfig.spec.s": "RenderConfig.spec.strict\n"} {
		out, _, _ := fluxapp(t, "", "__complete", "explain", typed)
		assert.Check(t, strings.Contains(out, want), "%s: %s", typed, out)
	}
}
