package clients

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// scalars are values as a document may write them, as fluxapp reads them, which is as kubectl and Flux do, and as
// kustomize hands them over. Where the two differ, the command warns with a code and with what to write instead.
var scalars = []struct{ written, read, kustomize, warning, instead string }{
	{`v: on`, `v: true`, `v: "on"`, "FA501", `"on"`},
	{`v: no`, `v: false`, `v: "no"`, "FA501", `"no"`},
	{`v: y`, `v: true`, `v: "y"`, "FA501", `"y"`},
	{`v: Yes`, `v: true`, `v: "Yes"`, "FA501", `"Yes"`},
	{`on: 1`, `"true": 1`, `"on": 1`, "FA501", ""},
	{`no: 1`, `"false": 1`, `"no": 1`, "FA501", ""},
	{`y: 1`, `"true": 1`, `"y": 1`, "FA501", ""},
	{`v: 2024-01-01`, `v: "2024-01-01"`, `v: "2024-01-01T00:00:00Z"`, "FA501", "quote it"},
	{`v: 2024-01-01T10:00:00Z`, `v: "2024-01-01T10:00:00Z"`, `v: "2024-01-01T10:00:00Z"`, "FA501", "quote it"},
	{`v: 12:30:45`, `v: "12:30:45"`, `v: "12:30:45"`, "FA501", "quote it"},
	{`v: 0123`, `v: 83`, `v: 83`, "FA501", "quote it"},
	{`v: 0x10`, `v: 16`, `v: 16`, "FA501", "quote it"},
	{`v: 1_000`, `v: 1000`, `v: 1000`, "FA501", "quote it"},
	{`v: 1.10`, `v: 1.10`, `v: 1.1`, "FA502", "quote it"},
	{`v: 123456789012345678901234567890`, `v: 123456789012345678901234567890`, `v: 1.2345678901234568e+29`, "FA502",
		"quote it"},
	{`v: 12345678901234567890`, `v: 12345678901234567890`, `v: 12345678901234567890`, "", ""},
	{`v: 1e3`, `v: 1e3`, `v: 1000`, "", ""}, // the same number
	{`v: ~`, `v: null`, `v: null`, "", ""},
	{`v: "on"`, `v: "on"`, `v: "on"`, "", ""},
	{`v: "1.10"`, `v: "1.10"`, `v: "1.10"`, "", ""},
	{`v: "2024-01-01"`, `v: "2024-01-01"`, `v: "2024-01-01"`, "", ""},
	{`"y": 1`, `"y": 1`, `"y": 1`, "", ""},
}

// TestRetypedScalars holds what becomes of scalars on which readers of YAML differ: in the command and in kpt, which
// hands the text over, and in builds, which retype them before a function sees them. What is warned of, quotes make
// the same.
func TestRetypedScalars(t *testing.T) {
	cases := map[string]corpusCase{}
	for i, s := range scalars {
		cases[fmt.Sprintf("case-%02d", i)] = corpusCase{
			in: strings.Replace(fleet("shop", 1), "values: {replicas: 1}", "values:\n          "+s.written, 1)}
	}
	t.Run("command", func(t *testing.T) {
		for i, s := range scalars {
			stdout, stderr, err := run(t, pack(t, map[string]string{"in.yaml": cases[fmt.Sprintf("case-%02d", i)].in}),
				"fluxapp", "render", "in.yaml")
			assert.NilError(t, err, stderr)
			assertValue(t, s.written, rendered(stdout), s.read)
			assert.Equal(t, stderr != "", s.warning != "", "%s: %s", s.written, stderr)
			assert.Assert(t, strings.Contains(stderr, s.warning) && strings.Contains(stderr, s.instead), "%s: %s", s.written,
				stderr)
			assert.Assert(t, s.warning != "" || s.read == s.kustomize || s.written == "v: 1e3",
				"%s comes out in two ways, and nothing is said", s.written)
		}
	})
	for name, d := range map[string]struct {
		client string
		door   door
		builds bool
	}{
		"kpt":                   {"kpt", inKpt, false},
		"kustomize transformer": {"", byTransformer(), true},
		"kustomize generator":   {"", byGenerator(), true},
		"kubectl plugin":        {"kubectl", byPlugin(t), true},
	} {
		t.Run(name, func(t *testing.T) {
			if d.client != "" {
				need(t, d.client)
			}
			answers := d.door(t, cases)
			for i, s := range scalars {
				got := answers[fmt.Sprintf("case-%02d", i)]
				assert.Equal(t, got.err, "", s.written)
				want := s.read
				if d.builds {
					want = s.kustomize
				}
				assertValue(t, s.written, got.objects, want)
			}
		})
	}
}

// assertValue looks at the one line of values of the one object.
func assertValue(t *testing.T, written string, objects []string, want string) {
	t.Helper()
	assert.Equal(t, len(objects), 1, written)
	_, got, _ := strings.Cut(objects[0], "  values:\n    ")
	assert.Equal(t, got, want, written)
}
