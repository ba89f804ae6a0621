package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestGroupsWrittenByTiredPeople holds what is said about deliveries that are nearly right, and that nothing is
// written.
func TestGroupsWrittenByTiredPeople(t *testing.T) {
	t.Parallel()
	const git = "sourceRef: {kind: GitRepository, name: fleet}, "
	for spec, want := range map[string]string{
		"delivery: {" + git + "groups: 0}":    "spec.delivery.groups: 0 is no number of groups; write one from 1 to 999",
		"delivery: {" + git + "groups: -1}":   "spec.delivery.groups: -1 is no number of groups; write one from 1 to 999",
		"delivery: {" + git + "groups: 2.5}":  "spec.delivery.groups: 2.5 is no whole number",
		`delivery: {` + git + `groups: "40"}`: `"40" is a string, and a number belongs here; write it without quotes`,
		"delivery: {" + git + "groups: 3, path: /deploy}": `spec.delivery.path: "/deploy" is no folder of a source; ` +
			"write it from the root of the source, for example ./deploy",
		"delivery: {" + git + "groups: 3, path: ../deploy}": `spec.delivery.path: "../deploy" is no folder of a source`,
		"delivery: {sourceRef: {kind: HelmRepository, name: fleet}, groups: 3}": `does not take "HelmRepository"; ` +
			"write OCIRepository, GitRepository, Bucket or ExternalArtifact",
		"delivery: {sourceRef: {kind: GitRepository}, groups: 3}": "spec.delivery.sourceRef.name: is required",
		"delivery: {sourceRef: {name: fleet}, groups: 3}":         "spec.delivery.sourceRef.kind: is required",
		"delivery: {groups: 3}":                                   "spec.delivery.sourceRef: is required; write the kind",
		"delivery: {}":                                            "spec.delivery.sourceRef: is required; write the kind",
		"delivery: {next: {}}":                                    "spec.delivery.next.groups: is required",
		"groups: 3":                                               "write it as spec.delivery.groups",
		"delivery: {" + git + "groups: 3, artifact: true}":        `unknown field; did you mean "artifacts"?`,
		"delivery: {" + git + "groups: 3, interval: 10}":          "10 is a number, and a duration belongs here; write 10s",
		"delivery: {" + git + "groups: 3, files: app}":            `does not take "app"; write object or application`,
		"delivery: {" + git + "groups: 3, next: {groups: 3}}": "warning: spec.delivery.next: has no effect, because " +
			"nothing moves; leave it out",
		"delivery: null": "",
		"delivery: {" + git + "groups: 3, path: deploy/}": "",
		"delivery: {" + git + "groups: 3, path: .}":       "",
	} {
		t.Run(spec, func(test *testing.T) {
			t := inFolder(test, "apps/web.yaml", app("web", "a", "b"), "fluxapp.yaml", "apiVersion: fluxapp.dev/v1alpha1\n"+
				"kind: RenderConfig\nmetadata: {name: fleet, namespace: flux-system}\nspec: {"+spec+"}\n")
			changed, errs, code := deploys(t)
			isError := want != "" && !strings.HasPrefix(want, "warning: ")
			assert.Equal(t, code == exitDocuments, isError, errs)
			assert.Equal(t, len(changed) == 0, isError, "%v", changed)
			assert.Assert(t, strings.Contains(errs, want), errs)
		})
	}
}
