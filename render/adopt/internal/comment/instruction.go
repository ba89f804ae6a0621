package comment

import (
	"regexp"
	"strings"
	"sync"
)

// IsInstruction reports whether a comment tells a program what to do with the line that it is about. Setters of image
// automation are none: they are part of a value, and at another line they would mark another one.
func IsInstruction(text string) bool { return instruction().MatchString(text) }

var instruction = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^#+\s*(` + strings.Join([]string{
		`renovate[:-]`, `x-release-please-`, `kpt-set:`, `kpt-merge:`, `updatecli`, `bumpversion`,
		`yamllint\b`, `prettier-ignore`, `yamlfmt`, `dprint-ignore`, `kics-scan`, `checkov:skip`, `trivy:ignore`,
		`nosec\b`, `nosemgrep`, `semgrep`, `gitleaks:`, `trufflehog:`, `pragma:`, `noqa\b`, `cspell:`, `@schema`, `zizmor:`,
		`ansible-lint`, `datree`, `kube-linter`, `kubeconform`, `dependabot`, `(file|tag|image)-version:`,
		`[a-z][a-z0-9-]*[: -]+(disable|enable|ignore|skip|allow)(-[a-z-]+)?\b\s*($|[:=\[(])`,
		`\S+: *datasource=`,
	}, "|") + `)`)
})

// IsForEditor reports whether a comment tells an editor which schema the objects of its document have.
func IsForEditor(text string) bool {
	return strings.Contains(text, "yaml-language-server:") || strings.Contains(text, "vim:") ||
		strings.Contains(text, "-*-") || strings.HasPrefix(strings.TrimLeft(text, "# "), "$schema:")
}

// isEnd reports whether a comment ends a block of lines, which is above it.
func isEnd(text string) bool {
	return strings.Contains(text, "x-release-please-end") || strings.Contains(text, "yamllint enable")
}
