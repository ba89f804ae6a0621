package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestSelection checks that the function warns when kpt hands over a part of the package only.
func TestSelection(t *testing.T) {
	for _, id := range []string{"internal.config.kubernetes.io/kpt-resource-id",
		"internal.config.k8s.io/kpt-resource-id"} {
		item := strings.Replace(at(app, "path=app.yaml", "index=0"), "  annotations:\n",
			"  annotations:\n    "+id+": \"0\"\n", 1)
		for _, items := range [][]string{{item}, {foreign, item}, {item, foreign}} {
			assert.DeepEqual(t, said(process(t, "", items...)), []string{onlySelected})
			assert.DeepEqual(t, said(process(t, pruning, items...)), []string{onlySelected})
		}
	}
	assert.DeepEqual(t, said(process(t, "", at(app, "path=app.yaml", "index=0"))), []string(nil))
}

const onlySelected = "warning: only a selection of the package was handed over, so that objects outside of it may be " +
	"written twice, those of documents that are gone stay, and so does each kustomization.yaml of a cluster; leave out " +
	"selectors and exclude [FA409]"
