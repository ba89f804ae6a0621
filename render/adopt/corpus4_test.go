package adopt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

// TestCorpus4 adopts what went wrong while adoption moved files. Each line of what is wanted is an application, with
// its files, or a reason why objects stay.
func TestCorpus4(t *testing.T) {
	for name, want := range map[string][]string{
		// One application of two Kustomizations each, whatever else is in the repository; each stays in its file.
		"hubclash": {
			"flux-system/apps of production, staging", "flux-system/tenants of production, staging",
			"edits hub/production.yaml: 2", "edits hub/staging.yaml: 2", "1 left of one cluster",
		},
		// The file stays where the list above names it: nothing is to be done for one cluster.
		"listedabove": {"2 left of one cluster"},
		// What two clusters read in one file stays one file.
		"secondfolder": {
			"flux-system/infra of a, b", "edits clusters/a/infra.yaml: 1", "edits clusters/b/infra.yaml: 1",
			"1 left in a file that several clusters read",
		},
		// What is switched off is left, and not deployed.
		"switchedoff": {"1 left in a file that kustomize does not build", "2 left of one cluster"},
	} {
		t.Run(name, func(t *testing.T) {
			files := filesBelow(t, sharedDir(t, "cases", "corpus4", name))
			result, err := adopt.Adopt(files, adopt.Options{Documents: "documents"})
			assert.NilError(t, err)
			assert.DeepEqual(t, summary(result), want)
			isInPlace(t, files, result)
		})
	}
}

// summary returns the applications, the edited files and the counted reasons of a result, in order.
func summary(result adopt.Result) (lines []string) {
	for _, app := range result.Applications {
		lines = append(lines, fmt.Sprintf("%s of %s", app.Owner(), strings.Join(app.Clusters, ", ")))
	}
	for _, edit := range result.Edits {
		lines = append(lines, fmt.Sprintf("edits %s: %d", edit.File, edit.Objects))
	}
	reasons := map[string]int{}
	for _, l := range result.Left {
		reason, _, _ := strings.Cut(l.Reason, ":")
		reason, _, _ = strings.Cut(reason, ", where")
		reasons[reason]++
	}
	var left []string
	for reason, count := range reasons {
		left = append(left, fmt.Sprintf("%d left %s", count, reason))
	}
	slices.Sort(left)
	return append(lines, left...)
}
