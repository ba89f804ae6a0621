package e2e

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// effects has what is known of fields that cannot change, and its cases.
const effects = "../../render/final/internal/effects"

// refusal is a rule of immutable.yaml.
type refusal struct{ Field, Says string }

// TestImmutable holds that an API server refuses each change of refused.yaml in the words that immutable.yaml has, and
// takes each of ordinary.yaml, with server-side apply as Helm and kustomize-controller use it.
func TestImmutable(t *testing.T) {
	w, dir, url := newStore(t)
	server := w.cluster(t, "server", dir, url)
	var refused []struct {
		Of      string
		Set     map[string]any
		At      []string
		Warning bool
	}
	var ordinary map[string][]map[string]any
	var rules struct {
		Kinds map[string][]refusal
	}
	for file, into := range map[string]any{"testdata/refused.yaml": &refused, "testdata/ordinary.yaml": &ordinary,
		"immutable.yaml": &rules} {
		text, err := os.ReadFile(filepath.Join(effects, file))
		assert.NilError(t, err)
		assert.NilError(t, yaml.Unmarshal(text, into))
	}
	objects := server.storeAll(t)
	for _, c := range refused {
		said := server.changes(objects[c.Of], c.Set)
		kind, group := objects[c.Of].kind()
		want := says(rules.Kinds[strings.TrimSuffix(kind+"."+group, ".")], c.At[0])
		assert.Check(t, said != nil && strings.Contains(said.Error(), want), "%s %v: want %q, got %v", c.Of, c.Set,
			want, said)
	}
	for of, sets := range ordinary {
		for _, set := range sets {
			assert.Check(t, server.changes(objects[of], set), "%s %v", of, set)
		}
	}
}

// says returns what the server says of a field: of the rule with the longest field.
func says(rules []refusal, field string) (words string) {
	longest := -1
	for _, r := range rules {
		if (field == r.Field || strings.HasPrefix(field, r.Field+".")) && r.Says != "" && len(r.Field) > longest {
			longest, words = len(r.Field), r.Says
		}
	}
	return words
}

// stored is an object as it was given to the server, as JSON.
type stored []byte

// kind returns the kind and the group.
func (s stored) kind() (kind, group string) {
	var o struct{ APIVersion, Kind string }
	_ = json.Unmarshal(s, &o)
	group, _, isGroup := strings.Cut(o.APIVersion, "/")
	if !isGroup {
		group = ""
	}
	return o.Kind, group
}

// storeAll gives the server all objects of objects.yaml, by KIND/NAME. Claims are bound, as they are with a volume.
func (c *Cluster) storeAll(t *testing.T) map[string]stored {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(effects, "testdata/objects.yaml"))
	assert.NilError(t, err)
	all := map[string]stored{}
	for _, document := range bytes.Split(text, []byte("\n---\n")) {
		object, err := yaml.YAMLToJSON(document)
		assert.NilError(t, err)
		kubectl(t, c, object, "apply", "--server-side", "-n", "apps", "-f", "-")
		var o struct {
			Kind     string
			Metadata struct{ Name string }
			Spec     struct {
				Resources struct{ Requests map[string]string }
			}
		}
		assert.NilError(t, json.Unmarshal(object, &o))
		if o.Kind == "PersistentVolumeClaim" {
			status, err := json.Marshal(map[string]any{"status": map[string]any{"phase": "Bound",
				"capacity": o.Spec.Resources.Requests}})
			assert.NilError(t, err)
			kubectl(t, c, nil, "patch", "pvc", o.Metadata.Name, "-n", "apps", "--subresource=status", "--type=merge", "-p",
				string(status))
		}
		all[o.Kind+"/"+o.Metadata.Name] = object
	}
	kubectl(t, c, nil, "wait", "--for=condition=Established", "crd/widgets.final.example.com", "--timeout=60s")
	return all
}

// changes applies an object with what is set, which is by JSON pointer, and stores nothing.
func (c *Cluster) changes(object stored, set map[string]any) error {
	var o any
	if err := json.Unmarshal(object, &o); err != nil {
		return err
	}
	for _, pointer := range slices.Sorted(maps.Keys(set)) {
		o = put(o, strings.Split(pointer[1:], "/"), set[pointer])
	}
	changed, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = c.Kubectl(changed, "apply", "--server-side", "--force-conflicts", "--dry-run=server", "-n", "apps", "-f", "-")
	return err
}

// put returns a value with another one at a place in it; null removes what is there.
func put(in any, keys []string, value any) any {
	if len(keys) == 0 {
		return value
	}
	key := strings.ReplaceAll(keys[0], "~1", "/")
	if list, is := in.([]any); is {
		i, err := strconv.Atoi(key)
		if err == nil && i < len(list) {
			list[i] = put(list[i], keys[1:], value)
		}
		return list
	}
	all, _ := in.(map[string]any)
	if all == nil {
		all = map[string]any{}
	}
	if all[key] = put(all[key], keys[1:], value); all[key] == nil {
		delete(all, key)
	}
	return all
}
