package schema

import (
	"slices"
	"strconv"
	"strings"
)

// ofAuthor are the fields below which all values belong to the author. Nothing keeps an author from writing a password there, and
// findings are printed into logs of builds: no finding has such a value.
var ofAuthor = []string{"values", "params", "substitute", "annotations", "data", "stringData"}

// MayBeSecret reports whether the value at a path of a document or an object belongs to its author. No finding prints such a value.
func MayBeSecret(path string) bool {
	return slices.ContainsFunc(ofAuthor, func(field string) bool {
		above, below, found := strings.Cut("."+path, "."+field)
		ofSelector := strings.Contains(above[strings.LastIndexByte(above, '.')+1:], "matchExpressions[")
		return found && !ofSelector && below != "" && (below[0] == '.' || below[0] == '[')
	})
}

// discreet returns the problem without the value that it is about, if that may be a secret.
func (p Problem) discreet(path string) Problem {
	if p.OnKey || p.Current+p.Proposed+p.Hiding == "" || p.Hiding == p.Detail || !MayBeSecret(path) {
		return p
	}
	if p.Hiding == "" {
		p.Hiding = strings.ReplaceAll(p.Detail, strconv.Quote(p.Current), "the value")
	}
	p.Detail, p.Current, p.Proposed = p.Hiding, "", ""
	return p
}
