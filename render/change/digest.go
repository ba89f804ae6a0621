package change

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// digestLength is how many hexadecimal digits a digest has.
const digestLength = 16

// Digest returns the digest of exactly these changes, 16 hexadecimal digits: what happens to which objects, the old
// and new values of their fields, and what new objects hold. It does not depend on places and on the order of
// documents, nor on whether before was rendered or read from files. What objects wait for is not part of it.
func (c Changes) Digest() string {
	sum := sha256.New()
	var text []byte
	own := render.NewOwnReader()
	for i := range c.List {
		if found := &c.List[i]; found.isCounted() {
			text = found.appendDigested(text[:0], c.madeBy(found, own))
			sum.Write(text)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:digestLength]
}

// madeBy returns the text of the object that a change creates, without what follows from other objects; nothing for
// other changes. It is valid until the next call.
func (c Changes) madeBy(found *Change, own *render.OwnReader) []byte {
	o := c.after[found.later()]
	switch {
	case found.Action != Created || o == nil:
		return nil
	case o.read:
		return tree.AppendJSON(nil, o.Content())
	}
	return own.Text(o.rendered)
}

// later is the key of the object of after.
func (c *Change) later() key {
	o := Object{ID: c.Object, Application: c.Application, Bootstrap: c.Bootstrap}
	return o.key()
}

// appendDigested appends what a digest has of a change, and of the object that it creates. Each part has its length
// before it, so that no two changes have one text.
func (c *Change) appendDigested(to, made []byte) []byte {
	parts := []string{string(c.Action), c.Application, c.Cluster, c.WasCluster}
	for _, id := range []render.ID{c.Object, c.Was} {
		parts = append(parts, id.Server, id.Kind, id.Namespace, id.Name)
	}
	for _, f := range c.Fields {
		if !f.mayFollow() {
			parts = append(parts, f.Path, f.Before, f.After)
		}
	}
	if len(made) > 0 {
		parts = append(parts, string(made))
	}
	to = binary.AppendUvarint(to, uint64(len(parts)))
	for _, part := range parts {
		to = append(binary.AppendUvarint(to, uint64(len(part))), part...)
	}
	return to
}
