package charts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// mark stands in front of what a finding must be about.
const mark = "▸"

// mistake is a change of a document that makes it wrong.
type mistake struct {
	// Over is a text that the document has once, and Write replaces it.
	Over  string `json:"over"`
	Write string `json:"write"`
	// At has the mark, where Write has none: the changed document has this text once.
	At string `json:"at"`
	// Code is FA237 when empty, and Severity that of the code.
	Code     finding.Code     `json:"code"`
	Severity finding.Severity `json:"severity"`
	// Says is a part of the message, or of the path before it.
	Says string `json:"says"`
}

// place is where a finding is, and what it is.
type place struct {
	Line, Column int
	Code         finding.Code
	Severity     finding.Severity
}

// mistakes returns those of the document of a chart.
func mistakes(t *testing.T, name string) (all []mistake) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("mistakes", name+".yaml"))
	assert.NilError(t, err)
	assert.NilError(t, yaml.UnmarshalStrict(data, &all))
	return all
}

// plant returns the document with the mistake, and the finding that it must have.
func (m mistake) plant(t *testing.T, right string) (string, place) {
	t.Helper()
	assert.Equal(t, strings.Count(right, m.Over), 1, "%q", m.Over)
	wrong := strings.Replace(right, m.Over, m.Write, 1)
	if m.At != "" {
		text := strings.Replace(m.At, mark, "", 1)
		assert.Equal(t, strings.Count(wrong, text), 1, "%q", m.At)
		wrong = strings.Replace(wrong, text, m.At, 1)
	}
	assert.Equal(t, strings.Count(wrong, mark), 1)
	before, after, _ := strings.Cut(wrong, mark)
	lineStart := strings.LastIndexByte(before, '\n') + 1
	at := place{strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[lineStart:]) + 1, m.Code, m.Severity}
	if at.Code == "" {
		at.Code = codeValues
	}
	if at.Severity == "" {
		at.Severity = finding.SeverityError
		if at.Code == codeNearValue || at.Code == codeValueType {
			at.Severity = finding.SeverityWarning
		}
	}
	return before + after, at
}
