package loader

import (
	"bytes"
	"reflect"

	"sigs.k8s.io/yaml"
)

// SameFiles reports whether two charts have the same files with the same content. Helm writes Chart.yaml anew when it
// packs a chart, so of that only what it says counts.
func (c *Chart) SameFiles(other *Chart) bool {
	for name, a := range c.files {
		b, found := other.files[name]
		if !found || !bytes.Equal(a, b) && !(name == ChartFile && sameYAML(a, b)) {
			return false
		}
	}
	return len(c.files) == len(other.files)
}

func sameYAML(a, b []byte) bool {
	var x, y any
	return yaml.Unmarshal(a, &x) == nil && yaml.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
