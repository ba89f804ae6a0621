package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// identity is what an object is known by.
type identity struct{ kind, namespace, name string }

// readObjects returns the objects of a stream of YAML or JSON as trees.
func readObjects(stream []byte) (map[identity]map[string]any, error) {
	objects := map[identity]map[string]any{}
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(stream)))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return objects, nil
		}
		if err != nil {
			return nil, err
		}
		var object map[string]any
		if err := yaml.Unmarshal(document, &object); err != nil {
			return nil, err
		}
		if object == nil {
			continue
		}
		id := identityOf(object)
		if _, ok := objects[id]; ok {
			return nil, fmt.Errorf("%v is there twice", id)
		}
		withoutOwner(object)
		objects[id] = object
	}
}

func identityOf(object map[string]any) identity {
	metadata, _ := object["metadata"].(map[string]any)
	text := func(value any) string { s, _ := value.(string); return s }
	return identity{text(object["kind"]), text(metadata["namespace"]), text(metadata["name"])}
}

// withoutOwner removes the labels by which flux-operator knows its own objects, which it always writes. That is all
// that differs.
func withoutOwner(object map[string]any) {
	metadata, _ := object["metadata"].(map[string]any)
	labels, _ := metadata["labels"].(map[string]any)
	maps.DeleteFunc(labels, func(key string, _ any) bool {
		return strings.HasPrefix(key, "resourceset.fluxcd.controlplane.io/")
	})
	if len(labels) == 0 {
		delete(metadata, "labels")
	}
}

// equal returns an error that names the first object that is missing, differs, or should not be there.
func equal(want, got map[identity]map[string]any) error {
	ids := slices.Concat(slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(got)))
	slices.SortFunc(ids, func(a, b identity) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, id := range slices.Compact(ids) {
		switch {
		case want[id] == nil:
			return fmt.Errorf("%v is not to be there", id)
		case got[id] == nil:
			return fmt.Errorf("%v is missing", id)
		case !reflect.DeepEqual(want[id], got[id]):
			return fmt.Errorf("%v is not the same:\nwant %v\ngot  %v", id, want[id], got[id])
		}
	}
	return nil
}
