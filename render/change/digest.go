package change

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// digestLength is how many hexadecimal digits a digest has.
const digestLength = 16

// Digest returns the digest of exactly these changes, 16 hexadecimal digits: what happens to which objects, and the old and new values of
// their fields. It does not depend on places and on the order of documents, nor on whether before was rendered or read from files. What
// objects wait for is not part of it.
func (c Changes) Digest() string {
	sum := sha256.New()
	var text []byte
	for i := range c.List {
		if c.List[i].isCounted() {
			text = c.List[i].appendDigested(text[:0])
			sum.Write(text)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:digestLength]
}

// appendDigested appends what a digest has of a change. Each part has its length before it, so that no two changes have one text.
func (c *Change) appendDigested(to []byte) []byte {
	parts := []string{string(c.Action), c.Application, c.Cluster, c.WasCluster}
	for _, id := range []ID{c.Object, c.Was} {
		parts = append(parts, id.Server, id.Kind, id.Namespace, id.Name)
	}
	for _, f := range c.Fields {
		if !f.mayFollow() {
			parts = append(parts, f.Path, f.Before, f.After)
		}
	}
	to = binary.AppendUvarint(to, uint64(len(parts)))
	for _, part := range parts {
		to = append(binary.AppendUvarint(to, uint64(len(part))), part...)
	}
	return to
}
