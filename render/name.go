package render

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// objectName returns one name as [names.object] makes it.
func objectName(parts ...string) string { return new(names).object(parts...) }

// names makes names that lie side by side: a name by itself costs more to store than to make.
type names struct {
	text strings.Builder
	size int // of the next text
}

// grow makes room for a name, and for others beside it.
func (n *names) grow(size int) {
	n.text = strings.Builder{} // what was written stays where it is
	n.text.Grow(max(size, n.size))
	n.size = manyNames
}

// manyNames is how many bytes of names lie together.
const manyNames = 16 << 10

// object joins the parts that are not empty. A longer name than Flux can use keeps a readable head and ends in 8 hex digits of the
// SHA-256 of the parts, joined so that no two lists of parts are alike. A name with a ${…} is never shortened: nobody knows its
// length.
func (n *names) object(parts ...string) string {
	size := 0
	for _, part := range parts {
		size += len(part) + 1
	}
	if n.text.Cap()-n.text.Len() < size {
		n.grow(size)
	}
	start := n.text.Len()
	for _, part := range parts {
		if part == "" {
			continue
		}
		if n.text.Len() > start {
			n.text.WriteByte('-')
		}
		n.text.WriteString(part)
	}
	name := n.text.String()[start:]
	if len(name) <= schema.MaxName || schema.Placeholder(name) {
		return name
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "/"))) // no part holds a "/"
	return strings.TrimRight(name[:schema.MaxName-9], "-.") + "-" + hex.EncodeToString(sum[:4])
}

// releaseName returns the name that helm-controller gives the Helm release of an object: releaseName or
// [targetNamespace-]name, shortened to its first 40 characters and 12 hex digits of its SHA-256 when it is longer than 53
// (helm-controller internal/release/name.go).
func releaseName(releaseName, targetNamespace, name string) string {
	full := releaseName
	if full == "" {
		full = strings.TrimPrefix(targetNamespace+"-"+name, "-")
	}
	if len(full) <= schema.MaxReleaseName || schema.Placeholder(full) {
		return full
	}
	sum := sha256.Sum256([]byte(full))
	return full[:40] + "-" + hex.EncodeToString(sum[:])[:12]
}

// shortDigest returns 8 hex digits of the SHA-256 of data, for names that say what they hold.
func shortDigest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:4])
}
