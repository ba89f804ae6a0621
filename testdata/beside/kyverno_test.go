package beside

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestKyverno holds what the page says of the exit code of Kyverno, of folders and of admission policies.
func TestKyverno(t *testing.T) {
	search(t)
	need(t, "kyverno")
	dir := repository(t, "https://charts.example.com/")
	said := prints(dir, "fluxapp render documents | kyverno apply policies --resource -; echo exit code $?")
	assert.Assert(t, strings.HasSuffix(said, "fail: 1, warn: 0, error: 0, skip: 0\nexit code 1\n"), said)
	said = prints(dir, "kyverno apply policies --resource deploy; echo exit code $?")
	assert.Assert(t, strings.HasSuffix(said, "pass: 0, fail: 0, warn: 0, error: 0, skip: 0\nexit code 0\n"), said)

	policy := strings.NewReplacer("policies.kyverno.io/v1", "admissionregistration.k8s.io/v1", "kind: Validating",
		"kind: ValidatingAdmission", "validationActions: [Deny]", "failurePolicy: Fail")
	assert.NilError(t, rewrite(dir, "policies/releases.yaml", policy.Replace))
	said = prints(dir, "fluxapp render documents | kyverno apply policies --resource -; echo exit code $?")
	assert.Assert(t, strings.Contains(said, `no matches for kind "HelmRe`), said)
	assert.Assert(t, strings.HasSuffix(said, "\nexit code 1\n"), said)
}
