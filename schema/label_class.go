package schema

import (
	"encoding/binary"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// labelClasses tells the labels of clusters apart that are written alike.
type labelClasses struct {
	labels []tree.Node // of the first one, that others may have otherwise
	ids    map[string]int32
	key    []byte
	last   int32
}

// maxLabelClasses is how many classes a document has at most: where each cluster has labels of its own, there is nothing to gain.
const maxLabelClasses = 1000

// begin begins with the clusters that are like another one.
func (c *labelClasses) begin(first Member) {
	if c.ids == nil {
		c.ids = map[string]int32{}
	}
	clear(c.ids)
	c.labels = c.labels[:0]
	for label := range first.Labels().Children() {
		if label = label.Value(); label.Within(first.form.first) > 0 { // else it is an alias, and the same for all
			c.labels = append(c.labels, label)
		}
	}
}

// of returns the class of a cluster; 0 when there are too many.
func (c *labelClasses) of(m *Member) int32 {
	if c.last == maxLabelClasses {
		return 0
	}
	c.key = c.key[:0]
	for _, label := range c.labels {
		text := m.own(label).Text()
		c.key = append(binary.AppendUvarint(c.key, uint64(len(text))), text...)
	}
	id, known := c.ids[string(c.key)]
	if !known {
		c.last++
		id = c.last
		c.ids[string(c.key)] = id
	}
	return id
}
