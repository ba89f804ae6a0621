package beside

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
)

// object is what the test reads of the objects of Kargo.
type object struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		PromotionTemplate struct {
			Spec struct{ Steps []struct{ Vars []variable } }
		} `yaml:"promotionTemplate"`
		Steps []struct {
			Uses   string
			Config struct {
				Path    string
				Updates []struct{ Key, Value string }
			}
		}
	}
}

type variable struct{ Name, Value string }

// TestKargo does what the step yaml-update of each stage does: the document then gives the version to the clusters of
// this stage, and to no others.
func TestKargo(t *testing.T) {
	search(t)
	objects := readKargo(t)
	task := objects["PromotionTask/write-version"]
	for stage, cluster := range map[string]string{"test": "berlin", "production": "tokyo"} {
		key, path := update(t, task, objects["Stage/"+stage])
		text, err := os.ReadFile(filepath.Join(example, path))
		assert.NilError(t, err)
		written, err := setValue(string(text), key, "9.9.9")
		assert.NilError(t, err)
		out, err := render(t, written)
		assert.NilError(t, err, out)
		for _, release := range strings.Split(out, "\n---\n") {
			if strings.Contains(release, "kind: HelmRelease\n") {
				assert.Equal(t, strings.Contains(release, "version: 9.9.9\n"), strings.Contains(release, "shop-"+cluster),
					release)
			}
		}
	}
}

// TestKargoBraces holds why a version has a line of its own: the step writes to the end of the line.
func TestKargoBraces(t *testing.T) {
	search(t)
	text, err := os.ReadFile(filepath.Join(example, "documents", "shop.yaml"))
	assert.NilError(t, err)
	inBraces := strings.Replace(string(text), "chart:\n        version: 1.3.0", "chart: {version: 1.3.0}", 1)
	assert.Assert(t, inBraces != string(text))
	out, err := render(t, inBraces)
	assert.NilError(t, err, out)
	written, err := setValue(inBraces, "spec.config.overrides.1.chart.version", "9.9.9")
	assert.NilError(t, err)
	_, err = render(t, written)
	assert.ErrorContains(t, err, "exit status 1")
}

func readKargo(t *testing.T) map[string]object {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(example, "kargo.yaml"))
	assert.NilError(t, err)
	all := map[string]object{}
	for document := range strings.SplitSeq(string(text), "\n---\n") {
		var o object
		assert.NilError(t, yaml.Unmarshal([]byte(document), &o))
		all[o.Kind+"/"+o.Metadata.Name] = o
	}
	return all
}

// update returns the key that a stage updates, and the file, from the folder of the clone.
func update(t *testing.T, task, stage object) (key, path string) {
	t.Helper()
	for _, step := range task.Spec.Steps {
		if step.Uses == "yaml-update" {
			key, path = step.Config.Updates[0].Key, strings.TrimPrefix(step.Config.Path, "fleet/")
		}
	}
	for _, v := range stage.Spec.PromotionTemplate.Spec.Steps[0].Vars {
		key = strings.ReplaceAll(key, fmt.Sprintf("${{ vars.%s }}", v.Name), v.Value)
	}
	assert.Assert(t, key != "" && !strings.Contains(key, "{"), key)
	return key, path
}

// setValue does what yaml-update does: it finds a scalar in the first document of a text, by keys and indexes, and
// writes the value there, to the end of the line.
func setValue(text, key, value string) (string, error) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return "", err
	}
	node := document.Content[0]
	for _, name := range strings.Split(key, ".") {
		next := child(node, name)
		if next == nil {
			return "", fmt.Errorf("%s: there is no %s", key, name)
		}
		node = next
	}
	lines := strings.Split(text, "\n")
	lines[node.Line-1] = lines[node.Line-1][:node.Column-1] + value
	return strings.Join(lines, "\n"), nil
}

func child(node *yaml.Node, name string) *yaml.Node {
	index, err := strconv.Atoi(name)
	if node.Kind == yaml.SequenceNode && err == nil && index < len(node.Content) {
		return node.Content[index]
	}
	for i := 0; node.Kind == yaml.MappingNode && i < len(node.Content); i += 2 {
		if node.Content[i].Value == name {
			return node.Content[i+1]
		}
	}
	return nil
}

// render returns what fluxapp prints of a document.
func render(t *testing.T, document string) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shop.yaml")
	assert.NilError(t, os.WriteFile(file, []byte(document), 0o600))
	out, err := exec.Command("fluxapp", "render", file).Output()
	return string(out), err
}
