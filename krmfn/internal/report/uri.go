package report

import (
	"fmt"
	"path/filepath"
	"strings"
)

// fileURI returns the URI of a file, relative and percent-encoded. An absolute name stays one, with the scheme file.
func fileURI(name string) string {
	name = filepath.ToSlash(name)
	var b strings.Builder
	if strings.HasPrefix(name, "/") {
		b.WriteString("file://")
	}
	for i := range len(name) {
		if c := name[i]; c == '/' || isUnreserved(c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// isUnreserved reports whether a byte needs no percent-encoding anywhere in a URI.
func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
