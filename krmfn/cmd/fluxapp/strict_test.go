package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// TestStrict holds that --strict makes an error of each warning about files, and that nothing is written then.
func TestStrict(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t testFolder)
		args   string
		want   string
	}{
		"an orphan": {func(t testFolder) { put(t, "apps/a.yaml", app("b", "hub")) }, "", "[FA405]"},
		"a link": {func(t testFolder) { assert.NilError(t, os.Symlink(t.path("deploy"), t.path("apps/link"))) }, "",
			"[FA406]"},
		"a folder that is empty": {func(t testFolder) { put(t, "apps/a.yaml", "kind: ConfigMap\n") }, "--prune-orphans",
			"[FA417]"},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "apps/a.yaml", app("a", "hub"))
			good(t, "render", "apps", "-o", "dir=deploy")
			c.change(t)
			before := snapshot(t, "deploy")
			args := append([]string{"render", "apps", "-o", "dir=deploy", "--strict"}, strings.Fields(c.args)...)
			_, errs, code := fluxapp(t, "", args...)
			assert.Equal(t, code, exitDocuments, errs)
			assert.Assert(t, strings.Contains(errs, c.want) && !strings.Contains(errs, "warning: "), errs)
			assert.Equal(t, snapshot(t, "deploy"), before)
			_, errs, code = fluxapp(t, "", append(args, "--ignore", strings.Trim(c.want, "[]"))...)
			assert.Equal(t, code, exitGood, errs)
			if c.args == "" {
				put(t, "deploy/.keep", "") // what a check says does not depend on the run before
				_, errs, code = fluxapp(t, "", "check", "apps", "--rendered", "deploy", "--strict")
				assert.Equal(t, code, exitDocuments, errs)
			}
		})
	}
}

// TestStrictIsForEveryCode holds that the reporter of every run makes an error of a warning of every rule.
func TestStrictIsForEveryCode(t *testing.T) {
	codes := regexp.MustCompile(`(?m)^### (FA\d+) `).FindAllStringSubmatch(readSource(t, root+"/schema/RULES.md"), -1)
	assert.Assert(t, len(codes) > 150, "%d", len(codes))
	for _, code := range codes {
		for severity, fails := range map[finding.Severity]bool{finding.SeverityWarning: true, finding.SeverityInfo: false} {
			r := reporter.Reporter{Stderr: &bytes.Buffer{}, Strict: true}
			lines := r.Take(finding.Findings{{Severity: severity, Code: finding.Code(code[1]), Detail: "is wrong"}})
			assert.Equal(t, r.Failed() != nil, fails, code[1])
			assert.Equal(t, lines[0].Kind.Severity == finding.SeverityError, fails, code[1])
		}
	}
}
