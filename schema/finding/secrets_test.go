package finding_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func secretsOf(texts ...string) finding.Secrets {
	var problems []finding.Problem
	for _, text := range texts {
		problems = append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: codes.Credential,
			Secret: text})
	}
	return finding.SecretsIn(problems)
}

// TestSecrets hides known secrets in fields whose names tell nothing.
func TestSecrets(t *testing.T) {
	long := strings.Repeat("k7Gq2pXw9Zt4Lm1v", 4)
	known := secretsOf("hunter2", "hunter2-long", "q1w2", "admin", "root", "8080", "12345678", "changeme", `a"b\c1`, long,
		"")
	for text, want := range map[string]string{
		"hunter2":                     "(hidden)",
		"x-hunter2/y":                 "x-(hidden)/y",
		"vhunter2v":                   "v(hidden)v",
		"hunter2hunter2":              "(hidden)(hidden)",
		"hunter2-long and hunter2":    "(hidden) and (hidden)",
		"one line\nlogin hunter2\nxy": "one line\nlogin (hidden)\nxy",
		"q1w2":                        "(hidden)",
		"12345678":                    "(hidden)",
		"port-12345678":               "port-(hidden)",
		"changeme":                    "(hidden)",
		`is "a\"b\\c1" here`:          `is "(hidden)" here`,
		`is a"b\c1`:                   "is (hidden)",
		long[:63]:                     long[:63],
		long + long:                   "(hidden)(hidden)",
		"xq1w2":                       "xq1w2", // too short to be looked for
		"admin":                       "admin", // a word that users and roles have as a name
		"root":                        "root",
		"8080":                        "8080",
		"hunter":                      "hunter",
		"Hunter2":                     "Hunter2",
		"":                            "",
	} {
		shown, hidden := known.Redact("spec.values.a", text)
		assert.Equal(t, shown, want)
		assert.Equal(t, hidden, want != text, text)
	}
}

// TestSecretsWith joins the secrets of two sides.
func TestSecretsWith(t *testing.T) {
	one, two, none := secretsOf("hunter2"), secretsOf("Rotated3"), finding.Secrets{}
	for name, c := range map[string]struct {
		secrets finding.Secrets
		want    string
	}{
		"both": {one.With(two), "(hidden) (hidden)"}, "back": {two.With(one), "(hidden) (hidden)"},
		"one": {one.With(none), "(hidden) Rotated3"}, "other": {none.With(two), "hunter2 (hidden)"},
		"none": {none.With(none), "hunter2 Rotated3"}, "common only": {secretsOf("admin").With(none), "hunter2 Rotated3"},
	} {
		shown, _ := c.secrets.Redact("", "hunter2 Rotated3")
		assert.Equal(t, shown, c.want, name)
	}
}

// TestManySecrets keeps the secrets of warnings that are more than are reported.
func TestManySecrets(t *testing.T) {
	root := tree.NewBuilder().String("x", tree.Node{})
	var problems []finding.Problem
	for i := range 3 * finding.MaxRemarks {
		problems = finding.Append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: codes.Credential,
			Node: root, Detail: "this looks like a password", Position: tree.Position{File: "a.yaml", Line: i + 1, Column: 1},
			Secret: fmt.Sprintf("planted-%d", i)})
		if i == 2*finding.MaxRemarks {
			problems = append(problems, finding.Problem{Code: codes.Name, Current: "planted-29999", Node: root,
				Detail: `"planted-29999" is no valid name; write another`})
		}
	}
	assert.Assert(t, len(problems) < 3*finding.MaxRemarks)
	known := finding.SecretsIn(problems)
	for i := range 3 * finding.MaxRemarks {
		shown, _ := known.Redact("", fmt.Sprintf("is planted-%d", i))
		assert.Equal(t, shown, "is (hidden)")
	}
	assert.Assert(t, !strings.Contains(finding.Locate(problems).String(), "planted"))
}
