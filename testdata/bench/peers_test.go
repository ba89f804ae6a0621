package main

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

func objectsOf(t *testing.T, stream string) map[identity]map[string]any {
	t.Helper()
	objects, err := readObjects([]byte(stream))
	assert.NilError(t, err)
	return objects
}

// TestSameObjects shows that the entries, the selector and the text that peers fill in make the same objects.
func TestSameObjects(t *testing.T) {
	const n = 15
	want := objectsOf(t, printed(t, explicit(fleetOf(1, n))))
	assert.Equal(t, len(want), n)
	assert.NilError(t, equal(want, objectsOf(t, printed(t, byParams(fleetOf(1, n))))))
	var filled strings.Builder
	for _, c := range fleetOf(1, n) {
		fmt.Fprintf(&filled, "---\n"+release, c.name, fmt.Sprint(c.replicas), fmt.Sprintf("%q", c.tag), c.host())
	}
	assert.NilError(t, equal(want, objectsOf(t, filled.String())))
}

// TestEqualSees shows that objects that are missing, too many or different are seen, and that flux-operator's labels
// are not.
func TestEqualSees(t *testing.T) {
	one := "kind: A\nmetadata: {name: a}\nspec: {replicas: 1}\n"
	two := one + "---\nkind: B\nmetadata: {name: b}\n"
	for _, c := range []struct{ want, got, says string }{
		{two, one, "{B  b} is missing"},
		{one, two, "{B  b} is not to be there"},
		{one, strings.Replace(one, "1", `"1"`, 1), "{A  a} is not the same"},
		{one, strings.Replace(one, "}", ", labels: {team: a}}", 1), "{A  a} is not the same"},
	} {
		assert.ErrorContains(t, equal(objectsOf(t, c.want), objectsOf(t, c.got)), c.says)
	}
	labelled := strings.Replace(one, "}", ", labels: {resourceset.fluxcd.controlplane.io/name: a}}", 1)
	assert.NilError(t, equal(objectsOf(t, one), objectsOf(t, labelled)))
	_, err := readObjects([]byte(one + "---\n" + one))
	assert.ErrorContains(t, err, "{A  a} is there twice")
}

// TestInputs shows that the inputs that are YAML are, and have all clusters.
func TestInputs(t *testing.T) {
	fleet := fleetOf(1, 12)
	for _, p := range peers {
		files := p.files(fleet)
		all := ""
		for name, text := range files {
			all += text
			if strings.HasSuffix(name, ".yaml") && !strings.HasPrefix(name, "templates/") {
				_, err := yaml.YAMLToJSONStrict([]byte(text))
				assert.NilError(t, err, "%s: %s", p.name, name)
			}
		}
		assert.Assert(t, strings.Contains(all, fleet[0].name) && strings.Contains(all, fleet[11].name), p.name)
	}
}

// TestSkipped shows that a peer that cannot be built is named in the table, and is no error.
func TestSkipped(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "-modcacherw")
	t.Setenv("GOMODCACHE", t.TempDir())
	built, skipped := buildPeers(t.TempDir())
	assert.Equal(t, len(built), 0)
	for _, p := range peers {
		assert.Assert(t, strings.Contains(skipped, "SKIPPED: "+p.name+" "+p.version), skipped)
	}
}
