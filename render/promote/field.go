package promote

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Field is the path from a layer to a value in it. The empty Field is the version that the layer has.
type Field []string

// ParseField reads a field's path as findings print it: keys with dots between them, and in brackets a key that is no
// plain word, as values.image.tag or metadata.labels[example.com/team]. A field that selects clusters is an error.
func ParseField(text string) (Field, error) {
	f, rest := Field{}, text
	for rest != "" {
		key := ""
		if strings.HasPrefix(rest, "[") {
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, fmt.Errorf("%q has a bracket that does not end; write for example "+
					"metadata.labels[example.com/team]", text)
			}
			key, rest = rest[1:end], rest[end+1:]
		} else {
			end := strings.IndexAny(rest+".", ".[")
			key, rest = rest[:end], rest[end:]
		}
		next, dotted := strings.CutPrefix(rest, ".")
		if key == "" || dotted && next == "" || !dotted && rest != "" && rest[0] != '[' {
			return nil, fmt.Errorf("%q is no path of a field; write for example values.image.tag", text)
		}
		f, rest = append(f, key), next
	}
	if len(f) == 0 {
		return nil, errors.New("the field is empty; write for example values.image.tag")
	}
	return f, f.check()
}

// choosing are the fields of layers that are no values: they say which clusters and objects a layer is for.
var choosing = []string{"clusterSelector", "cluster", "clusters", "allowEmpty", "disable", "name"}

func (f Field) check() error {
	ofEntry := f[0] == "destination" && !slices.Equal(f, Field{"destination", "targetNamespace"})
	if slices.Contains(choosing, f[0]) || ofEntry {
		return fmt.Errorf("%s chooses the clusters or the object of a layer, so it is not promoted; edit it in the "+
			"document", f)
	}
	return nil
}

// String returns the path as ParseField reads it.
func (f Field) String() string {
	var b strings.Builder
	for _, key := range f {
		b.WriteString(tree.Step(key))
	}
	return strings.TrimPrefix(b.String(), ".")
}

// in returns the value of the field in a layer; absent where the layer does not have it. Then last is the value on
// the way to it that has no such field, and rest is what is missing there.
func (f Field) in(layer tree.Node) (found, last tree.Node, rest Field) {
	for i, key := range f {
		if i > 0 && f[0] == "values" { // a key that ends in an operator is escaped there
			key = names.WrittenLayerKey(key)
		}
		next := layer.Find(key)
		if !next.Exists() {
			return tree.Node{}, layer, f[i:]
		}
		layer = next
	}
	return layer, layer, nil
}
