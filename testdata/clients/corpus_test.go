package clients

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// corpusCase is a case of testdata or an example that renders, without options.
type corpusCase struct {
	in string
	// out is what the library writes, as the tests of package render hold, and objects are its objects. Normal are the
	// same once kustomize has formatted them, which it cannot when several clusters have an object of one name.
	out             string
	objects, normal []string
	// warnings are what the library says of it.
	warnings string
	// applications says that there is nothing but applications, or lists of them.
	applications bool
}

var (
	kindLine     = regexp.MustCompile(`(?m)^kind: .*$`)
	applications = regexp.MustCompile(`^kind: (FluxApplication|Application|List)$`)
)

// corpus returns the cases, and the examples that are one file.
func corpus(t *testing.T) map[string]corpusCase {
	t.Helper()
	outs, err := filepath.Glob("../cases/*/*/out.yaml")
	assert.NilError(t, err)
	found := map[string]corpusCase{}
	for _, out := range outs {
		dir := filepath.Dir(out)
		if hasOptions(t, dir) {
			continue
		}
		c := corpusCase{in: content(t, filepath.Join(dir, "in.yaml")), out: content(t, out)}
		if warnings, err := os.ReadFile(filepath.Join(dir, "warn.txt")); !errors.Is(err, fs.ErrNotExist) {
			assert.NilError(t, err)
			c.warnings = string(warnings)
		}
		found[filepath.Base(filepath.Dir(dir))+"/"+filepath.Base(dir)] = c.expect(t)
	}
	for _, name := range exampleDocuments {
		dir := filepath.Join(root, "examples", name)
		c := corpusCase{in: content(t, filepath.Join(dir, "app.yaml")),
			out: content(t, filepath.Join(dir, ".expected", "out.yaml"))}
		found["examples/"+name] = c.expect(t)
	}
	assert.Assert(t, len(found) > 100, "only %d cases", len(found))
	return found
}

// hasOptions reports whether a case has options, or a RenderConfig.
func hasOptions(t *testing.T, dir string) bool {
	t.Helper()
	for _, name := range []string{"options.yaml", "config.yaml"} {
		_, err := os.Stat(filepath.Join(dir, name))
		if err == nil {
			return true
		}
		assert.Assert(t, errors.Is(err, fs.ErrNotExist), "%v", err)
	}
	return false
}

// exampleDocuments are the examples that every door renders as it renders a case. The others need more than one
// document, or have tests of their own.
var exampleDocuments = []string{"kcl", "image-automation", "notification", "tenancy", "everything"}

// expect returns the case with what its clients must print.
func (c corpusCase) expect(t *testing.T) corpusCase {
	t.Helper()
	c.objects = rendered(c.out)
	formatted, stderr, err := run(t, pack(t, map[string]string{
		"out.yaml": c.out, "kustomization.yaml": "resources: [out.yaml]\n",
	}), "kustomize", "build", ".")
	severalClusters := strings.Contains(c.in, "Standalone") && strings.Contains(stderr, "already registered id")
	assert.Assert(t, err == nil || severalClusters, stderr)
	c.normal = rendered(formatted)
	c.applications = !slices.ContainsFunc(kindLine.FindAllString(c.in, -1),
		func(line string) bool { return !applications.MatchString(line) })
	return c
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	assert.NilError(t, err)
	return string(data)
}

// serverComment is in front of the first object of a cluster on stdout. A client keeps files, and they have none.
var serverComment = regexp.MustCompile(`^\n?# (?:cluster \S+|hub)\n`)

// rendered returns the rendered objects of a stream, and not what went through beside them, in an order that is no
// client's.
func rendered(stream string) []string {
	objects := []string{}
	for o := range strings.SplitSeq("\n"+stream, "\n---\n") {
		if strings.Contains(o, "fluxapp.dev/rendered-from: ") {
			objects = append(objects, strings.Trim(serverComment.ReplaceAllString(o, ""), "\n"))
		}
	}
	slices.Sort(objects)
	return objects
}
