package folder

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Parse reads a file of a folder whose text may hold documents, as [kinds.MayHold] says. It skips a template of Helm with a warning.
func Parse(name string, data []byte) (schema.Documents, finding.Findings) {
	perhaps := mayBeTemplate(data) // before schema.Parse, so that the data is not kept while it is parsed
	docs := schema.Parse(name, data)
	if perhaps && slices.ContainsFunc(docs, isBroken) {
		return nil, finding.Findings{notRead(name, "a template of Helm, which is not read; render its chart, or name the file itself")}
	}
	return docs, nil
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
