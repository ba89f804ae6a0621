package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// TestStored holds that an API server with the CRDs of fluxapp keeps what documents have, also each null: what it
// stores of the examples and of all cases with a null renders the same objects.
func TestStored(t *testing.T) {
	w, dir, url := newStore(t)
	server := w.cluster(t, "store", dir, url)
	server.define(t, "../../schema/crd")
	count := 0
	for i, file := range documents(t) {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		own, others := ownDocuments(text)
		direct, err := exec.Command(filepath.Join(w.programs, "fluxapp"), "render", file).Output()
		if err != nil || own == nil {
			continue
		}
		count++
		for namespace := range namespacesOf(t, own) {
			_, _ = server.Kubectl(nil, "create", "namespace", namespace) // it may be there
		}
		how := [][]string{{"create"}, {"apply", "--server-side"}}[i%2]
		if _, err := server.Kubectl(own, append(how, "-f", "-")...); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		stored := kubectl(t, server, own, "get", "-f", "-", "-o", "yaml")
		kubectl(t, server, own, "delete", "--wait=true", "-f", "-")
		again := filepath.Join(t.TempDir(), "stored.yaml")
		assert.NilError(t, os.WriteFile(again, append(append(stored, "\n---\n"...), others...), 0o600))
		diff := cmp.Diff(objects(t, direct), objects(t, run(t, filepath.Join(w.programs, "fluxapp"), "render", again)))
		assert.Check(t, diff == "", "%s: %s", file, diff)
	}
	assert.Assert(t, count >= 60, "%d files; some were lost", count)
}

// notStored are cases that no API server keeps as they are.
var notStored = map[string]string{
	"kubesphere/application-console": "server-side apply takes no managedFields",
	"references/chart":               "JSON has no text of a number: 1.10 is 1.1",
	"references/common-metadata":     "the same",
	"references/types":               "the same",
}

// documents returns the files of the examples, and the cases that have a null.
func documents(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../examples/*/*.yaml")
	assert.NilError(t, err)
	cases, err := filepath.Glob("../cases/*/*/in.yaml")
	assert.NilError(t, err)
	for _, file := range cases {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		name := strings.TrimSuffix(strings.TrimPrefix(file, "../cases/"), "/in.yaml")
		if bytes.Contains(text, []byte(": null")) && notStored[name] == "" {
			files = append(files, file)
		}
	}
	return files
}

// ownDocuments parts the documents that the server has a CRD for from the others.
func ownDocuments(text []byte) (own, others []byte) {
	for _, document := range bytes.Split(text, []byte("\n---\n")) {
		var o struct{ APIVersion, Kind string }
		isOwn := yaml.Unmarshal(document, &o) == nil && (strings.HasPrefix(o.APIVersion, "fluxapp.dev/") &&
			o.Kind != "RenderConfig" || o.Kind == "Application" && strings.HasPrefix(o.APIVersion, "gitops."))
		into := &others
		if isOwn {
			into = &own
		}
		*into = append(append(*into, document...), "\n---\n"...)
	}
	return own, others
}

func namespacesOf(t *testing.T, text []byte) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, document := range bytes.Split(text, []byte("\n---\n")) {
		var o object
		assert.NilError(t, yaml.Unmarshal(document, &o))
		if o.Metadata.Namespace != "" {
			found[o.Metadata.Namespace] = true
		}
	}
	return found
}

// objects returns the objects of a stream, whatever their order of fields.
func objects(t *testing.T, stream []byte) (all []any) {
	t.Helper()
	for _, document := range bytes.Split(stream, []byte("---\n")) {
		text, err := yaml.YAMLToJSON(document)
		assert.NilError(t, err)
		var value any
		assert.NilError(t, json.Unmarshal(text, &value))
		all = append(all, value)
	}
	return all
}
