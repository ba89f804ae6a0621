package finding_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// longest is how many characters a finding has behind its place.
const longest = 400

// TestLength holds that no finding is longer, whatever its author wrote, and that what to write is kept.
func TestLength(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, detail := range []string{
		fmt.Sprintf("%q is no name; write another one", long),
		fmt.Sprintf("%q is no name; write another one", strings.Repeat("a \\\" b", 900)),
		long + " is no name; write another one",
		strings.Repeat("cluster-of-berlin, ", 300) + "have none; write another one",
		strings.Repeat(strings.Repeat("ä", 200)+", ", 300) + "have none; write another one",
		strings.Repeat("\n", 500) + "; write another one",
		strings.Repeat("a; ", 500) + "write another one",
	} {
		for _, path := range []string{"", "spec.config", "spec." + long} {
			f := finding.Finding{Severity: finding.SeverityWarning, Code: "FA101", Path: path, Detail: detail}
			text := f.String()
			assert.Assert(t, utf8.RuneCountInString(text) <= longest, "%d: %s", utf8.RuneCountInString(text), text)
			assert.Assert(t, strings.HasSuffix(text, "write another one [FA101]"), text)
			assert.Assert(t, strings.Contains(text, "…"), text)
			assert.Equal(t, f.Path, path)
		}
	}
	short := finding.Finding{Severity: finding.SeverityError, Code: "FA101", Path: "spec.x",
		Detail: strings.Repeat("x", 383)}
	assert.Equal(t, short.String(), "spec.x: "+short.Detail+" [FA101]")
}
