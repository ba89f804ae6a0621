package validate_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// TestSpec checks some defaults of the CRDs of Flux. The conformance tests compare all of them with what an API
// server fills in.
func TestSpec(t *testing.T) {
	for _, c := range []struct {
		kind string
		path []string
		want string // JSON
	}{
		{kinds.HelmRelease.Name, []string{"chart", "spec", "reconcileStrategy"}, `"ChartVersion"`},
		{kinds.HelmRelease.Name, []string{"chart", "spec", "chart"}, ""},
		{kinds.HelmRelease.Name, []string{"uninstall", "deletionPropagation"}, `"background"`},
		{kinds.HelmRelease.Name, []string{"values", "version"}, ""},
		{kinds.HelmRelease.Name, []string{"timeout"}, ""},
		{kinds.Kustomization.Name, []string{"force"}, "false"},
		{kinds.Kustomization.Name, []string{"postBuild", "substituteFrom", "optional"}, "false"},
		{kinds.GitRepository.Name, []string{"timeout"}, `"60s"`},
		{kinds.GitRepository.Name, []string{"verify", "mode"}, `"HEAD"`},
		{kinds.ImageUpdateAutomation.Name, []string{"update"}, `{"strategy":"Setters"}`},
		{kinds.ImageUpdateAutomation.Name, []string{"update", "strategy"}, `"Setters"`},
		{kinds.ImageRepository.Name, []string{"exclusionList"}, `["^.*\\.sig$"]`},
		{kinds.RBACRole.Name, []string{"rules"}, ""},
	} {
		f := validate.DefaultsOf(c.kind)
		for _, key := range c.path {
			f = f.Below[key]
		}
		assert.Equal(t, string(tree.AppendJSON(nil, f.Value)), c.want, "%s %v", c.kind, c.path)
	}
}
