package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// mayBeOurs reports whether a file of a folder may hold documents for fluxapp. Most do not, and need not even be YAML.
func mayBeOurs(data []byte) bool { return kinds.MayHold(withoutZeros(data)) }

// withoutZeros makes the words of a UTF-16 text readable. Package schema refuses the text; if the file was skipped, its clusters would
// be deleted.
func withoutZeros(data []byte) []byte {
	if len(data) > 1 && (data[0] == 0 || data[1] == 0 || data[0] == 0xff && data[1] == 0xfe || data[0] == 0xfe && data[1] == 0xff) {
		return bytes.ReplaceAll(data, []byte{0}, nil)
	}
	return data
}

// ownLine matches a line that only a document for fluxapp has, or a text in another document.
var ownLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:[\s{]*"apiVersion"|'?apiVersion'?)\s*:\s*["']?gitops\.kubesphere\.io/`)
})

// mayBeTemplate reports whether a file of a folder that is no YAML may be a template of Helm, which fluxapp skips. A broken document
// with fluxapp's own apiVersion is never skipped.
func mayBeTemplate(data []byte) bool {
	return bytes.Contains(data, []byte("{{")) && !ownLine().Match(data)
}

// isBroken reports whether a document can only be read after Helm has replaced the actions in {{ }}. In YAML, {{ x }} is a map whose
// key is a map, and "{{ x }}" is a string that cannot be a name.
func isBroken(d *schema.Document) bool {
	return slices.ContainsFunc(d.Problems(), func(p finding.Problem) bool {
		return p.Code == finding.CodeSyntax || p.Code == finding.CodeKey || strings.Contains(p.Current, "{{")
	})
}
