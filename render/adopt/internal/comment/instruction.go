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
		`renovate[:-]`, `kpt-set:`, `kpt-merge:`, `updatecli`, `bumpversion`,
		`yamllint\b`, `prettier-ignore`, `yamlfmt`, `dprint-ignore`, `kics-scan`, `checkov:skip`, `trivy:ignore`,
		`nosec\b`, `nosemgrep`, `semgrep`, `gitleaks:`, `trufflehog:`, `pragma:`, `noqa\b`, `cspell:`, `@schema`, `zizmor:`,
		`ansible-lint`, `datree`, `kube-linter`, `kubeconform`, `dependabot`, `(file|tag|image)-version:`,
		`[a-z][a-z0-9-]*[: -]+(disable|enable|ignore|skip|allow)(-[a-z-]+)?\b\s*($|[:=\[(])`,
	}, "|") + `)|x-release-please-|\bdatasource=`)
})

// IsForEditor reports whether a comment tells an editor about its file, for example which schema the object has.
func IsForEditor(text string) bool { return forEditor().MatchString(text) }

var forEditor = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^#+\s*(yaml-language-server:|\$schema:|(vim?|ex):|-\*-)`)
})

// isEnd reports whether a comment ends a block of lines, which is above it.
func isEnd(text string) bool {
	return strings.Contains(text, "x-release-please-end") || strings.Contains(text, "yamllint enable")
}
