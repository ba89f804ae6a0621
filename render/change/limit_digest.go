package change

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const digestLength = 16

// Digest returns the digest of exactly these changes, 16 hexadecimal digits: what happens to which objects, the old
// and new values of their fields, what new objects hold, and what [Freed] ones wait for. It does not depend on places,
// on the order of documents, and on whether before was rendered or read from files.
func (c Changes) Digest() string {
	sum := sha256.New()
	var text []byte // the last one
	add := func(parts ...string) {
		text = appendParts(text[:0], parts...)
		sum.Write(text)
	}
	own := render.NewOwnReader()
	for i := range c.List {
		if one := &c.List[i]; isCounted(one) {
			add(digested(one, own)...)
		}
	}
	for i := range c.List {
		if one := &c.List[i]; one.freed != "" {
			add(one.freed, one.Object.Server, one.After.text(own))
		}
	}
	moved := c.handover()
	for _, o := range slices.Concat(moved.unmarked, moved.released) {
		add("moved", o.Server, o.Kind, o.Namespace, o.Name)
	}
	return hex.EncodeToString(sum.Sum(nil))[:digestLength]
}

// appendParts appends texts with their lengths, which keep them apart.
func appendParts(to []byte, parts ...string) []byte {
	to = binary.AppendUvarint(to, uint64(len(parts)))
	for _, part := range parts {
		to = append(binary.AppendUvarint(to, uint64(len(part))), part...)
	}
	return to
}

func digested(c *Change, own *render.OwnReader) []string {
	parts := []string{string(c.Action), c.Application, c.Cluster, c.EarlierCluster}
	for _, id := range []render.ID{c.Object, c.Earlier} {
		parts = append(parts, id.Server, id.Kind, id.Namespace, id.Name)
	}
	for _, f := range c.Fields {
		if !mayFollow(f) {
			parts = append(parts, f.Path, f.Before, f.After)
		}
	}
	if c.Action == Created && c.After != nil {
		parts = append(parts, c.After.text(own))
	}
	if c.Earlier != (render.ID{}) && c.Before != nil { // what goes with the old object does not differ in a field
		removed, _ := c.Before.Removed()
		parts = append(parts, removed, c.Before.release(), c.After.release())
	}
	return parts
}

func (o *Object) text(own *render.OwnReader) string {
	if o.read {
		return string(tree.AppendJSON(nil, o.Content()))
	}
	return string(own.Text(o.rendered))
}
