package krmfn

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestSelection checks that the function warns when kpt hands over a part of the package only.
func TestSelection(t *testing.T) {
	rl := process(t, "", at(app, "path=app.yaml", "index=0", "kpt-resource-id=0"))
	assert.DeepEqual(t, said(rl), []string{"warning: only a selection of the package was handed over, so that objects outside of it may be written twice, " +
		"those of documents that are gone stay, and so does each kustomization.yaml of a cluster; leave out selectors and exclude [FA409]"})
}
