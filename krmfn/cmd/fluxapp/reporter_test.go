package main

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestRepeatedFindings(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	var clusters []string
	for i := range 12 {
		clusters = append(clusters, fmt.Sprintf("c%02d", i))
	}
	for replaced, c := range map[string]struct {
		tag  string
		code int
	}{
		"":                 {"[FA504]", exitGood},
		", intervall: 10m": {"[FA101]", exitDocuments},
	} {
		t := inFolder(t, "a.yaml", strings.ReplaceAll(app("a", clusters...), ", interval: 10m", replaced))
		for _, command := range [][]string{{"render"}, {"check"}, {"explain", "a"}, {}} {
			_, errs, code := fluxapp(t, "", append(command, "a.yaml")...)
			assert.Equal(t, code, c.code, errs)
			few, _, counted := strings.Cut(errs, "… and 7 more "+c.tag+" (--all-findings prints them)\n")
			assert.Assert(t, counted, errs)
			assert.Equal(t, strings.Count(few, c.tag), 5, errs)

			_, all, code := fluxapp(t, "", append(command, "a.yaml", "--all-findings")...)
			assert.Equal(t, code, c.code)
			assert.Equal(t, strings.Count(all, c.tag), 12, all)
			assert.Assert(t, strings.HasPrefix(all, few) && !strings.Contains(all, "…"), all)
		}
	}
}

// TestReportCountsByField checks that findings of one rule about one field of many entries repeat each other,
// whatever they say, and that those about other fields do not.
func TestReportCountsByField(test *testing.T) {
	test.Parallel()
	var clusters []string
	for i := range 8 {
		clusters = append(clusters, fmt.Sprint("c", i))
	}
	text := app("a", clusters...)
	for i := range clusters {
		text = strings.Replace(text, "interval: 10m", fmt.Sprintf("interval: %dx, timeout: %[1]dy", i), 1)
	}
	t := inFolder(test, "a.yaml", text)
	_, errs, code := fluxapp(t, "", "check", "a.yaml")
	assert.Equal(t, code, exitDocuments)
	assert.Equal(t, strings.Count(errs, "… and 3 more [FA105] (--all-findings prints them)\n"), 2, errs)
	assert.Equal(t, strings.Count(errs, "\n"), 12, errs)
}
