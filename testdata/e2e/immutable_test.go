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
const effects = "../../render/internal/effects"

// refusal is a rule of immutable.yaml.
type refusal struct{ Field, Says string }

// known is what the tests read of immutable.yaml.
type known struct {
	Kinds map[string][]refusal
	Words map[string][]struct{ Then string }
}

// planted is a change of refused.yaml.
type planted struct {
	Of      string
	Set     map[string]any
	At      []string
	Warning bool
}

// TestImmutable holds that an API server refuses each change of refused.yaml in the words that immutable.yaml has, and
// takes each of ordinary.yaml, with server-side apply as Helm and kustomize-controller use it.
func TestImmutable(t *testing.T) {
	w, dir, url := newStore(t)
	server := w.cluster(t, "server", dir, url)
	objects := server.storeAll(t)
	rules := readEffects[known](t, "immutable.yaml")
	for _, c := range readEffects[[]planted](t, "testdata/refused.yaml") {
		said := server.changes(objects[c.Of], c.Set)
		want := rules.says(objects[c.Of], c.At[0])
		assert.Check(t, said != nil && strings.Contains(said.Error(), want), "%s %v: want %q, got %v", c.Of, c.Set,
			want, said)
	}
	for of, sets := range readEffects[map[string][]map[string]any](t, "testdata/ordinary.yaml") {
		for _, set := range sets {
			assert.Check(t, server.changes(objects[of], set), "%s %v", of, set)
		}
	}
}

// readEffects reads a file of package effects.
func readEffects[T any](t *testing.T, file string) (all T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(effects, file))
	assert.NilError(t, err)
	assert.NilError(t, yaml.Unmarshal(text, &all))
	return all
}

// says returns what the server says of a field of an object: of the rule with the longest field.
func (k known) says(o stored, field string) (words string) {
	kind, group, _ := o.identity()
	longest := -1
	for _, r := range k.Kinds[strings.TrimSuffix(kind+"."+group, ".")] {
		if isBelow(field, r.Field) && r.Says != "" && len(r.Field) > longest {
			longest, words = len(r.Field), r.Says
		}
	}
	return words
}

// isBelow reports whether a path is that of a field, or leads on from it.
func isBelow(path, field string) bool {
	rest, isPrefix := strings.CutPrefix(path, field)
	return isPrefix && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// stored is an object as it is given to the server, as JSON.
type stored []byte

// identity returns the kind, the group and the name.
func (s stored) identity() (kind, group, name string) {
	var o struct {
		APIVersion, Kind string
		Metadata         struct{ Name string }
	}
	_ = json.Unmarshal(s, &o)
	if before, _, isGroup := strings.Cut(o.APIVersion, "/"); isGroup {
		group = before
	}
	return o.Kind, group, o.Metadata.Name
}

// with returns the object with what is set, which is by JSON pointer; null removes what is there.
func (s stored) with(set map[string]any) (stored, error) {
	var o any
	if err := json.Unmarshal(s, &o); err != nil {
		return nil, err
	}
	for _, pointer := range slices.Sorted(maps.Keys(set)) {
		o = put(o, strings.Split(pointer[1:], "/"), set[pointer])
	}
	return json.Marshal(o)
}

// readObjects returns the objects of objects.yaml by KIND/NAME, and these names in the order of the file.
func readObjects(t *testing.T) (all map[string]stored, names []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(effects, "testdata/objects.yaml"))
	assert.NilError(t, err)
	all = map[string]stored{}
	for document := range bytes.SplitSeq(text, []byte("\n---\n")) {
		o, err := yaml.YAMLToJSON(document)
		assert.NilError(t, err)
		kind, _, name := stored(o).identity()
		names = append(names, kind+"/"+name)
		all[kind+"/"+name] = o
	}
	return all, names
}

// storeAll gives the server all objects of objects.yaml. Claims are bound, as they are with a volume.
func (c *Cluster) storeAll(t *testing.T) map[string]stored {
	t.Helper()
	all, names := readObjects(t)
	for _, name := range names {
		kubectl(t, c, all[name], "apply", "--server-side", "-n", "apps", "-f", "-")
		if !strings.HasPrefix(name, "PersistentVolumeClaim/") {
			continue
		}
		var o struct {
			Spec struct {
				Resources struct{ Requests map[string]string }
			}
		}
		assert.NilError(t, json.Unmarshal(all[name], &o))
		status, err := json.Marshal(map[string]any{"status": map[string]any{"phase": "Bound",
			"capacity": o.Spec.Resources.Requests}})
		assert.NilError(t, err)
		kubectl(t, c, nil, "patch", name, "-n", "apps", "--subresource=status", "--type=merge", "-p", string(status))
	}
	kubectl(t, c, nil, "wait", "--for=condition=Established", "crd/widgets.final.example.com", "--timeout=60s")
	return all
}

// changes applies an object with what is set, and stores nothing.
func (c *Cluster) changes(object stored, set map[string]any) error {
	changed, err := object.with(set)
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
