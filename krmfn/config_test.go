package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// configs returns the same options as a RenderConfig and as a ConfigMap.
func configs(spec, data string) []string {
	return []string{
		"apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: options}\nspec: " + spec,
		"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: options}\ndata: " + data,
	}
}

func TestOptions(t *testing.T) {
	other := strings.ReplaceAll(app, "name: hello", "name: other")
	homeless := strings.Replace(app, "  namespace: apps\n", "", 1)
	newer := strings.Replace(app, "prune: true", "prune: true\n      ignoreMissingComponents: true", 1)
	for name, c := range map[string]struct {
		spec, data string
		items      []string
		names      []string // behind the items
		errors     []string
	}{
		"none": {"{}", "{}", []string{app}, []string{hubObject, memberObject}, nil},
		"null": {"null", "null", []string{app}, []string{hubObject, memberObject}, nil},
		"one application": {"{applications: [apps/hello]}", `{applications: "apps/hello"}`, []string{other, app},
			[]string{hubObject, memberObject}, nil},
		"two applications": {"{applications: [hello, other]}", `{applications: "hello, other"}`, []string{app, other},
			[]string{hubObject, "Kustomization apps/other-hello", memberObject, "Kustomization apps/other-member1-hello"}, nil},
		"two lines": {"{applications: [hello, other]}", `{applications: "hello\nother"}`, []string{app, other},
			[]string{hubObject, "Kustomization apps/other-hello", memberObject, "Kustomization apps/other-member1-hello"}, nil},
		"a namespace": {"{namespace: apps}", `{namespace: apps}`, []string{homeless},
			[]string{hubObject, memberObject}, nil},
		"strict": {"{strict: true}", `{strict: "true"}`, []string{homeless}, nil,
			[]string{"FluxApplication hello: metadata.namespace: is missing, so the objects have no namespace; set it or pass " +
				"--namespace [FA505]"}},
		"limits": {`{limits: {maxDeleted: 10%, protected: {clusterSelector: {}}}, acknowledge: "0123456789012345"}`,
			`{limits: "{maxDeleted: 10%, protected: {clusterSelector: {}}}", acknowledge: "0123456789012345"}`, []string{app},
			[]string{hubObject, memberObject}, nil},
		"no limits": {`{limits: null, acknowledge: ""}`, `{limits: "", acknowledge: ""}`, []string{app},
			[]string{hubObject, memberObject}, nil},
		"not strict": {"{strict: false}", `{strict: "false"}`, []string{homeless},
			[]string{"Kustomization /hello-hello", "Kustomization /hello-member1-hello"}, nil},
		"an old Flux": {`{fluxVersion: "2.6"}`, `{fluxVersion: "2.6"}`, []string{newer}, nil,
			[]string{"FluxApplication apps/hello: spec.config.kustomization[0].ignoreMissingComponents: Flux 2.6 does not " +
				"have this field (new in 2.7); leave it out, or render for a newer Flux [FA219]"}},
		"no such one": {"{applications: [helo]}", `{applications: helo}`, []string{app}, nil,
			[]string{`there is no application "helo" among the documents; write the name, or namespace/name, of one that is ` +
				`there [FA307]`}},
	} {
		for _, config := range configs(c.spec, c.data) {
			rl := process(t, config, c.items...)
			assert.DeepEqual(t, errorsOf(rl), c.errors)
			assert.DeepEqual(t, append([]string{}, names(rl)[len(c.items):]...), append([]string{}, c.names...))
			// of another step, which reports what is wrong in it
			for _, other := range []string{config, configs("{stricct: true, check: true}", "{}")[0]} {
				beside := process(t, config, append(c.items, other)...)
				assert.Equal(t, len(names(beside)), len(names(rl))+1, "%s: options among the items", name)
				assert.DeepEqual(t, said(beside), said(rl))
			}
		}
	}
}

// TestLiteralOption holds that the option reaches the objects in both forms of a functionConfig.
func TestLiteralOption(t *testing.T) {
	literal := strings.Replace(app, "path: ./deploy\n", "path: ./deploy/${STAGE}\n", 1)
	const annotation = "kustomize.toolkit.fluxcd.io/substitute: disabled"
	for value, want := range map[string]int{"true": 1, "false": 0} {
		for _, config := range configs("{literal: "+value+"}", `{literal: "`+value+`"}`) {
			rl := process(t, config, literal)
			assert.DeepEqual(t, errorsOf(rl), []string(nil))
			assert.Equal(t, strings.Count(strings.Join(printed(t, rl), ""), annotation), want)
		}
	}
	assert.Equal(t, len(errorsOf(process(t, configs("", `{literal: "yes"}`)[1], literal))), 1)
}

func TestWrongOptions(t *testing.T) {
	for _, c := range []struct{ spec, data, message string }{
		{"{stricct: true}", `{stricct: "true"}`, `stricct: unknown field; did you mean "strict"? [FA101]`},
		{"{namespace: Apps}", `{namespace: Apps}`, `namespace: "Apps" is no valid name; write "apps" (at most 63 ` +
			`lower-case letters, digits and '-', with a letter or digit at both ends) [FA211]`},
		{`{ignore: [FA102]}`, `{ignore: FA102}`, `ignore[0]: FA102 is the code of no warning and no note, and ` +
			`errors cannot be ignored; leave it out [FA311]`},
		{`{ignore: [FA505, FA55]}`, `{ignore: "FA505, FA55"}`,
			`ignore[1]: there is no rule "FA55"; did you mean "FA505"? [FA311]`},
		{`{fluxVersion: "2.5"}`, `{fluxVersion: "2.5"}`,
			`fluxVersion: fluxapp does not know Flux "2.5"; write one of 2.6, 2.7, 2.8, 2.9, 2.10 [FA306]`},
		{`{limits: {maxDeleted: 110%}}`, `{limits: "maxDeleted: 110%"}`,
			`limits.maxDeleted: "110%" is more than all of the clusters; write at most "100%" [FA108]`},
		{`{limits: {maxDeleted: -1}}`, `{limits: "maxDeleted: -1"}`,
			`limits.maxDeleted: -1 is negative; write 0 or more [FA108]`},
		{`{limits: {maxDeleted: $(cluster.params.x)}}`, `{limits: "maxDeleted: $(cluster.params.x)"}`,
			`limits.maxDeleted: "$(cluster.params.x)" is neither a number nor a percentage; write a number, for example 3, or ` +
				`a percentage, for example "10%" [FA103]`},
		{`{limits: {protected: {}}}`, `{limits: "{protected: {}}"}`,
			`limits.protected.clusterSelector: is required; write the labels of the clusters, or clusterSelector: {} for ` +
				`every cluster [FA107]`},
		{`{limits: {protected: {clusterSelector: {matchLabels: {a: "$(cluster.name)"}}}}}`,
			`{limits: "{protected: {clusterSelector: {matchLabels: {a: $(cluster.name)}}}}"}`,
			`limits.protected.clusterSelector.matchLabels.a: "$(cluster.name)" is no valid label value; write at most 63 ` +
				`letters, digits, '-', '_' and '.', with a letter or digit at both ends [FA222]`},
		{`{limits: 3}`, `{limits: "3"}`, `limits: is a number, and a map belongs here; write below it one or more of ` +
			`final, maxChanged, maxDeleted, maxReinstalled, protected [FA103]`},
		{`{acknowledge: "1f2e"}`, `{acknowledge: "1f2e"}`, `acknowledge: "1f2e" is no digest of a change; write the 16 ` +
			`characters that the error about the limit prints [FA110]`},
		{`{applications: [a/b/c]}`, `{applications: a/b/c}`,
			`applications[0]: "a/b/c" is no name of an application; write name or namespace/name [FA210]`},
	} {
		for i, config := range configs(c.spec, c.data) {
			rl := process(t, config, app)
			want := []string{"RenderConfig options: spec." + c.message, "ConfigMap options: data." + c.message}
			assert.DeepEqual(t, said(rl), want[i:i+1])
			assert.DeepEqual(t, printed(t, rl), []string{app})
		}
	}
	rl := process(t, configs("", `{strict: "yes", check: ""}`)[1], app)
	assert.DeepEqual(t, said(rl), []string{
		`ConfigMap options: data.strict: "yes" is neither true nor false; write one of them [FA103]`,
		`ConfigMap options: data.check: "" is neither true nor false; write one of them [FA103]`,
	})
	assert.DeepEqual(t, rl.Results[0].Field, resultField{Path: "data.strict", CurrentValue: "yes"})
	rl = process(t, configs("", `{limits: "{maxDeleted"}`)[1], app)
	assert.DeepEqual(t, said(rl),
		[]string{`ConfigMap options: data.limits: is no YAML; write for example "{maxDeleted: 10%}" [FA001]`})
	rl = process(t, configs("", "null\nbinaryData: {strict: dHJ1ZQ==}")[1], app)
	assert.DeepEqual(t, said(rl),
		[]string{"ConfigMap options: data is no map of strings; write the fields of a RenderConfig, each as a string " +
			"[FA401]"})
	rl = process(t, configs("", "[a]")[1], app)
	assert.DeepEqual(t, said(rl),
		[]string{"ConfigMap options: data is no map of strings; write the fields of a RenderConfig, each as a string " +
			"[FA401]"})
	rl = process(t, configs("[a]", "")[0], app)
	assert.DeepEqual(t, said(rl),
		[]string{"RenderConfig options: spec: is a list, and a map belongs here; write below it one or more of " +
			"accessProviders, acknowledge, applications, charts, check, delivery, exclude, fluxVersion, ignore, limits, " +
			"literal, namespace, pruneOrphans, strict [FA103]"})
}

// TestIgnore checks that one result counts what a run ignores: findings of documents, and what the function itself
// reports.
func TestIgnore(t *testing.T) {
	homeless := strings.Replace(app, "  namespace: apps\n", "", 1)
	for ignored, want := range map[string][]string{
		"FA507":              {"warning: left the objects of apps/hello", "warning: metadata.namespace"},
		"FA505":              {"warning: left the objects of apps/hello", "info: ignored 1 finding: FA505 (1) [FA311]"},
		"FA405,FA505":        {"info: ignored 2 findings: FA405 (1), FA505 (1) [FA311]"},
		"FA405, FA505,FA505": {"info: ignored 2 findings: FA405 (1), FA505 (1) [FA311]"},
	} {
		items := append(printed(t, process(t, "", app))[1:], homeless)
		for _, config := range configs("{ignore: ["+ignored+"]}", `{ignore: "`+ignored+`"}`) {
			rl := process(t, config, items...)
			var got []string
			for _, line := range said(rl) {
				got = append(got, line[max(0, strings.Index(line, "warning: "), strings.Index(line, "info: ")):])
			}
			assert.Equal(t, len(got), len(want), "%s", got)
			for i := range want {
				assert.Assert(t, strings.HasPrefix(got[i], want[i]), "%s", got)
			}
			assert.Assert(t, len(names(rl)) == 5, "%s", names(rl))
		}
	}
	rl := process(t, configs("{strict: true, ignore: [FA505]}", "")[0], strings.Replace(homeless, "prune", "prun", 1))
	assert.DeepEqual(t, said(rl), []string{
		`FluxApplication hello: spec.config.kustomization[0].prun: unknown field; did you mean "prune"? [FA101]`,
		"info: ignored 1 finding: FA505 (1) [FA311]",
	})
	assert.Assert(t, rl.Results.failed())
}

// TestSelectedApplications checks that a run touches the objects of no application that it does not render.
func TestSelectedApplications(t *testing.T) {
	other := at(strings.ReplaceAll(app, "name: hello", "name: other"), "path=apps/other.yaml")
	all := printed(t, process(t, "", inFile, other))
	hello := configs("{applications: [hello]}", "{}")[0]
	fewer := process(t, hello, append([]string{withoutMember(inFile), withoutMember(other)}, all[2:]...)...)
	assert.DeepEqual(t, names(fewer)[2:], []string{
		"Kustomization apps/other-hello apps/other/hub/kustomization-other-hello.yaml#0",
		"Kustomization apps/other-member1-hello apps/other/member1/kustomization-other-member1-hello.yaml#0",
		hubObject + hubFile})
}

// TestDeliveryWithoutFiles checks that delivery is refused where a client keeps no files, as kustomize does, so that
// nothing is in the folders that it delivers.
func TestDeliveryWithoutFiles(t *testing.T) {
	config := strings.Replace(configs("{delivery: {sourceRef: {kind: GitRepository, name: fleet}, groups: 2}}", "")[0],
		"{name: options}", "{name: options, namespace: flux-system}", 1)
	rl := process(t, config, app)
	assert.DeepEqual(t, said(rl), []string{
		"RenderConfig flux-system/options: spec.delivery: puts objects into folders, and this client keeps no files; " +
			"write folders with fluxapp render -o dir=PATH, or render in a package of kpt [FA240]"})
	assert.DeepEqual(t, printed(t, rl), []string{app})
	assert.DeepEqual(t, errorsOf(process(t, config, inFile)), []string(nil))
}
