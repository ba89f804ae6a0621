package layout

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// note has the comments about a value: lines above and below it, and what is behind its line.
type note struct {
	above, below []string
	behind       string
}

func (n note) isEmpty() bool { return len(n.above)+len(n.below) == 0 && n.behind == "" }

// lines returns all comments of the note.
func (n note) lines() []string {
	if n.behind == "" {
		return slices.Concat(n.above, n.below)
	}
	return slices.Concat(n.above, []string{n.behind}, n.below)
}

// and returns a note with the lines of another one above it, except those that it has.
func (n note) and(lines ...string) note {
	n.above = slices.Clone(n.above)
	for _, line := range lines {
		if line != "" && !slices.Contains(n.lines(), line) {
			n.above = append(n.above, line)
		}
	}
	return n
}

// sharedNote returns the comments about one value that several members have: those of the first one that has any, and
// what all of them tell programs.
func sharedNote(values []*value) (made note) {
	for _, v := range values {
		switch {
		case v == nil:
		case made.isEmpty():
			made = v.note
		default:
			isOther := func(line string) bool { return !instruction().MatchString(line) }
			made = made.and(slices.DeleteFunc(v.note.lines(), isOther)...)
		}
	}
	return made
}

// instruction matches a comment that tells a program what to do with its value. Setters are none: values have them.
var instruction = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^#+\s*(` + strings.Join([]string{
		`renovate[:-]`, `kpt-set:`, `kpt-merge:`, `updatecli`, `bumpversion`,
		`yamllint\b`, `prettier-ignore`, `yamlfmt`, `dprint-ignore`, `kics-scan`, `checkov:skip`, `trivy:ignore`,
		`nosec\b`, `nosemgrep`, `semgrep`, `gitleaks:`, `trufflehog:`, `pragma:`, `noqa\b`, `cspell:`, `@schema`, `zizmor:`,
		`ansible-lint`, `datree`, `kube-linter`, `kubeconform`, `dependabot`, `(file|tag|image)-version:`,
		`[a-z][a-z0-9-]*[: -]+(disable|enable|ignore|skip|allow)(-[a-z-]+)?\b\s*($|[:=\[(])`,
	}, "|") + `)|x-release-please-|\bdatasource=`)
})

// forEditor matches a comment that tells an editor about its object, for example its schema.
var forEditor = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^#+\s*(yaml-language-server:|\$schema:|(vim?|ex):|-\*-)`)
})
