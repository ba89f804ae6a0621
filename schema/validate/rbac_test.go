package validate

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	rbacv1 "k8s.io/api/rbac/v1"
)

// TestRBAC compares the words of RBAC with Kubernetes' words.
func TestRBAC(t *testing.T) {
	assert.Equal(t, rbacGroup, rbacv1.GroupName)
	assert.DeepEqual(t, []string{rbacAll, rbacAll, rbacAll},
		[]string{rbacv1.VerbAll, rbacv1.ResourceAll, rbacv1.APIGroupAll})
	kinds := strings.Join([]string{rbacv1.UserKind, rbacv1.GroupKind, rbacv1.ServiceAccountKind}, "|")
	assert.Assert(t, strings.Contains(rulesText, "kind!="+kinds+" |"))
}
