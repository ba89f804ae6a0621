package deleting_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/render/internal/deleting"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"gotest.tools/v3/assert"
)

// TestEffectOfDeletion has each policy beside each of the fields that keep what was applied.
func TestEffectOfDeletion(t *testing.T) {
	effects := map[string][]string{}
	for _, kind := range []*kinds.Kind{
		kinds.HelmRelease, kinds.Kustomization, kinds.KCLRun, kinds.HelmChart, kinds.GitRepository, kinds.Namespace,
		kinds.ServiceAccount, kinds.RBACRole, kinds.RoleBinding, kinds.ImageRepository, kinds.ImagePolicy,
		kinds.ImageUpdateAutomation,
	} {
		for _, policy := range []string{"", "MirrorPrune", "Delete", "WaitForTermination", "Orphan"} {
			for _, prune := range []string{"", "true", "false"} {
				for _, suspend := range []string{"", "true", "false"} {
					trees, _ := tree.Parse("",
						fmt.Appendf(nil, "{deletionPolicy: %s, prune: %s, suspend: %s}", policy, prune, suspend))
					what := strings.Trim(policy+" "+prune, " ")
					if suspend == "true" {
						what = "suspended"
					}
					effect, _ := deleting.Of(kind, kinds.Of(trees[0].Root()))
					effects[kind.Name+": "+effect] = append(effects[kind.Name+": "+effect], what)
				}
			}
		}
	}
	for effect, of := range effects {
		slices.Sort(of)
		effects[effect] = slices.Compact(of)
	}
	all := []string{"", "Delete", "Delete false", "Delete true", "MirrorPrune", "MirrorPrune false", "MirrorPrune true",
		"Orphan", "Orphan false", "Orphan true", "WaitForTermination",
		"WaitForTermination false", "WaitForTermination true", "false", "suspended", "true"}
	deleted := []string{"Delete", "Delete false", "Delete true", "MirrorPrune true", "WaitForTermination",
		"WaitForTermination false", "WaitForTermination true", "true"}
	orphaned, kept, suspended := []string{"Orphan", "Orphan false", "Orphan true"}, []string{"MirrorPrune false", "false"},
		[]string{"suspended"}
	open := []string{"", "MirrorPrune"}
	assert.DeepEqual(t, effects, map[string][]string{
		"HelmRelease: Flux leaves its Helm release installed, because it is suspended": suspended,
		"HelmRelease: Flux uninstalls its Helm release": slices.DeleteFunc(
			slices.Clone(all), func(s string) bool { return s == "suspended" }),
		"Kustomization: Flux deletes what it applied":                                                    deleted,
		"Kustomization: Flux leaves what it applied, because its deletionPolicy is Orphan":               orphaned,
		"Kustomization: Flux leaves what it applied, because its prune is false":                         kept,
		"Kustomization: Flux leaves what it applied, because it is suspended":                            suspended,
		"Kustomization: what Flux deletes depends on its prune, which another tool sets":                 open,
		"KCLRun: what the KCL controller deletes depends on its prune, which another tool sets":          open,
		"KCLRun: the KCL controller deletes what it applied":                                             deleted,
		"KCLRun: the KCL controller leaves what it applied, because its deletionPolicy is Orphan":        orphaned,
		"KCLRun: the KCL controller leaves what it applied, because its prune is false":                  kept,
		"KCLRun: the KCL controller leaves what it applied, because it is suspended":                     suspended,
		"ImageRepository: Flux scans the image no longer":                                                all,
		"ImagePolicy: Flux updates no marker any more that names it":                                     all,
		"ImageUpdateAutomation: Flux commits no image updates any more, and what it has committed stays": all,
		"HelmChart: Flux updates nothing from it any more":                                               all,
		"GitRepository: Flux updates nothing from it any more":                                           all,
		"ServiceAccount: Flux deletes nothing more that it applied in its name":                          all,
		"Namespace: Flux leaves it, because its annotation prune is disabled":                            all,
		"Role: those who had the role lose its rights":                                                   all,
		"RoleBinding: those who had the role lose its rights":                                            all,
	})
}
