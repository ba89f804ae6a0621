// Package naming makes names of objects and of the Helm releases of helm-controller, and digests for names.
package naming

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Object joins the parts that are not empty. A name too long for Flux keeps a readable head and ends in 8 hex digits of
// the SHA-256 of the parts, joined unambiguously. A name with a ${…} is never shortened: its length is unknown.
func Object(parts ...string) string { return joined("-", parts) }

// Label joins the parts that are not empty with dots, as a label's value. It shortens as Object does.
func Label(parts ...string) string { return joined(".", parts) }

func joined(separator string, parts []string) string {
	kept := make([]string, 0, 4) // most names have fewer parts, and then this is not allocated
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	name := strings.Join(kept, separator)
	if len(name) <= kinds.MaxName || names.Placeholder(name) {
		return name
	}
	digest := Digest([]byte(strings.Join(parts, "/"))) // no part holds a "/"
	return strings.TrimRight(name[:kinds.MaxName-9], "-.") + "-" + digest
}

// Release returns helm-controller's name of an object's Helm release: releaseName or [targetNamespace-]name; over 53
// characters, its first 40 and 12 hex digits of its SHA-256 (helm-controller internal/release/name.go).
func Release(releaseName, targetNamespace, name string) string {
	full := releaseName
	if full == "" {
		full = strings.TrimPrefix(targetNamespace+"-"+name, "-")
	}
	if len(full) <= validate.MaxReleaseName || names.Placeholder(full) {
		return full
	}
	sum := sha256.Sum256([]byte(full))
	return full[:40] + "-" + hex.EncodeToString(sum[:])[:12]
}

// Digest returns 8 hex digits of the SHA-256 of data, for names that depend on what they hold.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:4])
}
