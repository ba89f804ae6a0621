package report

import (
	"encoding/json"
	"io"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// WriteJSON writes findings as a JSON array, which may be empty: severity, code, file, line, column, path, detail,
// current, proposed, and the document with its apiVersion, kind, namespace and name. Empty fields are left out.
func WriteJSON(w io.Writer, findings finding.Findings) error {
	if findings == nil {
		findings = finding.Findings{}
	}
	return encode(w, findings)
}

// encode writes a value as JSON for programs and for people: indented, and without escapes for HTML.
func encode(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
