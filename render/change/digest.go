package change

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
)

const digestLength = 16

// Digest returns the digest of exactly these changes, 16 hexadecimal digits: what happens to which objects, the old
// and new values of their fields, and what new objects hold. It does not depend on places and on the order of
// documents, nor on whether before was rendered or read from files. What objects wait for is
// part of it only where a change frees them: see [Freed].
func (c Changes) Digest() string {
	sum := sha256.New()
	var text, created []byte
	own := render.NewOwnReader()
	for i := range c.List {
		one := &c.List[i]
		if !isCounted(one) {
			continue
		}
		if created = nil; one.Action == Created && one.After != nil {
			created = one.After.Text(own)
		}
		text = appendDigested(text[:0], one, created)
		sum.Write(text)
	}
	for i := range c.List {
		if one := &c.List[i]; c.freed[one.After] != "" {
			sum.Write(appendParts(text[:0], c.freed[one.After], one.Object.Server,
				string(one.After.Text(own))))
		}
	}
	moved := c.Handover()
	for _, o := range slices.Concat(moved.Unmarked, moved.Released) {
		sum.Write(appendParts(text[:0], "moved", o.Server, o.Kind, o.Namespace, o.Name))
	}
	return hex.EncodeToString(sum.Sum(nil))[:digestLength]
}

// appendDigested appends a change and the object that it creates. Lengths before the parts keep texts of changes apart.
func appendDigested(to []byte, c *Change, created []byte) []byte {
	parts := []string{string(c.Action), c.Application, c.Cluster, c.EarlierCluster}
	for _, id := range []render.ID{c.Object, c.Earlier} {
		parts = append(parts, id.Server, id.Kind, id.Namespace, id.Name)
	}
	for _, f := range c.Fields {
		if !mayFollow(f) {
			parts = append(parts, f.Path, f.Before, f.After)
		}
	}
	if len(created) > 0 {
		parts = append(parts, string(created))
	}
	if c.Earlier != (render.ID{}) && c.Before != nil { // what goes with the old object does not differ in a field
		removed, _ := Removed(c.Before.Row, c.Before.value)
		parts = append(parts, removed, c.Before.release(), c.After.release())
	}
	return appendParts(to, parts...)
}

func appendParts(to []byte, parts ...string) []byte {
	to = binary.AppendUvarint(to, uint64(len(parts)))
	for _, part := range parts {
		to = append(binary.AppendUvarint(to, uint64(len(part))), part...)
	}
	return to
}
