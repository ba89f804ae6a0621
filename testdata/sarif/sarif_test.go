// Package sarif holds what "fluxapp check --findings sarif" writes to the schema of SARIF 2.1.0. The schema is read
// from a module that has it, because its licence is not ours.
package sarif

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/securego/gosec/v2/cwe" // so that the module is in go.mod
	"gotest.tools/v3/assert"
)

// schema returns the schema of SARIF 2.1.0, with its formats: a location is a URI.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/securego/gosec/v2").Output()
	assert.NilError(t, err)
	data,
		err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "report/sarif/testdata/sarif-schema-2.1.0.json"))
	assert.NilError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	assert.NilError(t, c.AddResource("sarif.json", valueOf(t, data)))
	compiled, err := c.Compile("sarif.json")
	assert.NilError(t, err)
	return compiled
}

func valueOf(t *testing.T, data []byte) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	assert.NilError(t, err, "%s", data)
	return value
}

// command builds fluxapp and returns a function that runs it in the folder of the cases. A log is all that it writes
// to stderr, whatever it finds.
func command(t *testing.T) func(args ...string) []byte {
	t.Helper()
	root, err := filepath.Abs("../..")
	assert.NilError(t, err)
	binary := filepath.Join(t.TempDir(), "fluxapp")
	build := exec.Command("go", "build", "-o", binary, "./krmfn/cmd/fluxapp")
	build.Dir = root
	out, err := build.CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return func(args ...string) []byte {
		cmd := exec.Command(binary, append(args, "--findings", "sarif")...)
		cmd.Dir = filepath.Join(root, "testdata", "cases")
		var log bytes.Buffer
		cmd.Stderr = &log
		var failed *exec.ExitError
		if err := cmd.Run(); !errors.As(err, &failed) {
			assert.NilError(t, err)
		}
		return log.Bytes()
	}
}

// uri is a relative URI reference with forward slashes. The library takes spaces for one.
var uri = regexp.MustCompile(`^([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$`)

// faults returns what is wrong with a log: by the schema, and by readers that are stricter: they refuse empty
// objects, results without a file, and a location that is no relative URI.
func faults(compiled *jsonschema.Schema, log any) (faults []string) {
	if err := compiled.Validate(log); err != nil {
		faults = append(faults, err.Error())
	}
	walk(log, func(key string, value any) {
		switch v := value.(type) {
		case map[string]any:
			if len(v) == 0 {
				faults = append(faults, key+" is an empty object")
			}
			if at, _ := v["locations"].([]any); v["ruleId"] != nil && len(at) == 0 {
				faults = append(faults, "a result has no location")
			}
			if v["physicalLocation"] == nil && v["logicalLocations"] != nil {
				faults = append(faults, "a location has no file")
			}
		case string:
			if key == "uri" && (!uri.MatchString(v) || strings.HasPrefix(v, "/")) {
				faults = append(faults, v+" is no relative URI")
			}
		}
	})
	return faults
}

// walk visits each value and its key.
func walk(value any, visit func(key string, value any)) {
	var down func(key string, value any)
	down = func(key string, value any) {
		visit(key, value)
		switch v := value.(type) {
		case map[string]any:
			for key, child := range v {
				down(key, child)
			}
		case []any:
			for _, child := range v {
				down("", child)
			}
		}
	}
	down("", value)
}

// parts counts the keys of logs, and the values of level: so a test shows that they were checked.
type parts map[string]int

func (p parts) add(log any) {
	walk(log, func(key string, value any) {
		p[key]++
		if level, ok := value.(string); ok && key == "level" {
			p[level]++
		}
	})
}

// TestLogs validates the log of each case, the log of all of them together, of a file name that is no URI, and of runs
// that found nothing or could not read their input.
func TestLogs(t *testing.T) {
	compiled, fluxapp := schema(t), command(t)
	cases, err := filepath.Glob("../cases/*/*/in.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(cases) > 800)
	all := parts{}
	validate := func(args ...string) parts {
		log := valueOf(t, fluxapp(append([]string{"check"}, args...)...))
		assert.Check(t, len(faults(compiled, log)) == 0, "%s: %s", args, faults(compiled, log))
		all.add(log)
		one := parts{}
		one.add(log)
		return one
	}
	for i, file := range cases {
		if !testing.Short() || i%20 == 0 {
			validate(strings.TrimPrefix(file, "../cases/"))
		}
	}
	validate(".")
	assert.Equal(t, validate("bases/grown/in.yaml")["ruleId"], 0)
	nowhere := t.TempDir()
	assert.Equal(t, validate(nowhere)["region"], 0)                    // no application: a folder without a line
	assert.Equal(t, validate(nowhere, nowhere)["artifactLocation"], 0) // several arguments are no file
	odd := filepath.Join(nowhere, "ü %: [1].yaml")
	assert.NilError(t, os.WriteFile(odd, []byte("a: [\n"), 0o600))
	assert.Equal(t, validate(odd)["region"], 1)
	for _, part := range []string{"error", "warning", "note", "region", "fullyQualifiedName", "markdown",
		"deletedRegion"} {
		assert.Check(t, all[part] > 10, part)
	}
}

// TestFaults checks that what others have written is refused, and that TestLogs would find it.
func TestFaults(t *testing.T) {
	compiled := schema(t)
	for name, c := range map[string]struct{ part, with string }{
		"nothing":       {"", ""},
		"empty snippet": {`"startLine": 1`, `"startLine": 1, "snippet": {}`},
		"empty region":  {`"startLine": 1`, ``},
		"line 0":        {`"startLine": 1`, `"startLine": 0`},
		"no URI":        {"a.yaml", "no file for this"},
		"backslash":     {"a.yaml", `a\\a.yaml`},
		"no location": {`"locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.yaml"}, "region": ` +
			`{"startLine": 1}}}]`, `"locations": []`},
		"absolute":         {"a.yaml", "file:///a.yaml"},
		"no name":          {`"name": "fluxapp"`, `"x": "fluxapp"`},
		"unknown severity": {`"level": "note"`, `"level": "info"`},
	} {
		log := `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "fluxapp"}}, "results": [{"ruleId": "x", ` +
			`"level": "note", "message": {"text": "x"},
			"locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.yaml"}, "region": {"startLine": 1}}}]}]}]}`
		found := faults(compiled, valueOf(t, []byte(strings.Replace(log, c.part, c.with, 1))))
		assert.Check(t, (len(found) == 0) == (name == "nothing"), "%s: %v", name, found)
	}
}
