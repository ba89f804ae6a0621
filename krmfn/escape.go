package krmfn

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// isEscape recognizes the parser's error about an escape that only JSON has: half of a surrogate pair (\ud83d\ude00) or a slash (\/).
// Package schema reads both.
func isEscape(err error) bool {
	return strings.Contains(err.Error(), "found invalid Unicode character escape code") ||
		strings.Contains(err.Error(), "found unknown escape character")
}

// escapes finds surrogate pairs. It also finds all other escapes, so that the second backslash of \\ begins no escape.
var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|(?s:.))`)
})

// pairs are marks in the place of the surrogate pairs of a text while kyaml reads it. A mark has letters and digits only, which mean the
// same inside and outside of quotes: which pairs are escapes is known after reading.
type pairs struct {
	mark  string // that the text does not hold
	found *regexp.Regexp
}

// markPairs replaces surrogate pairs by marks, and in JSON the escape \/ by a slash.
func markPairs(data []byte) ([]byte, pairs) {
	p := pairs{mark: "Qpair"}
	for bytes.Contains(data, []byte(p.mark)) {
		p.mark += "Q"
	}
	p.found = regexp.MustCompile(p.mark + "([0-9a-fA-F]{4})([0-9a-fA-F]{4})Q")
	isJSON := json.Valid(data)
	marked := escapes().ReplaceAllFunc(data, func(escape []byte) []byte {
		switch {
		case len(escape) == len(`\ud83d\ude00`):
			return []byte(p.mark + string(escape[2:6]) + string(escape[8:12]) + "Q")
		case isJSON && string(escape) == `\/`:
			return escape[1:]
		}
		return escape
	})
	return marked, p
}

// restore replaces each mark in double quotes by its character, and every other mark by the text that was there.
func (p pairs) restore(n *yaml.Node) {
	n.Value = p.found.ReplaceAllStringFunc(n.Value, func(mark string) string {
		parts := p.found.FindStringSubmatch(mark)
		if n.Style&yaml.DoubleQuotedStyle == 0 {
			return asWritten(parts)
		}
		return string(utf16.DecodeRune(halfPair(parts[1]), halfPair(parts[2])))
	})
	for _, comment := range []*string{&n.HeadComment, &n.LineComment, &n.FootComment} {
		*comment = p.found.ReplaceAllStringFunc(*comment, func(mark string) string { return asWritten(p.found.FindStringSubmatch(mark)) })
	}
	for _, child := range n.Content {
		p.restore(child)
	}
}

func asWritten(parts []string) string { return `\u` + parts[1] + `\u` + parts[2] }

func halfPair(hex string) rune {
	half, _ := strconv.ParseUint(hex, 16, 32) // no error: the pattern of a mark allows four hexadecimal digits only
	return rune(half)
}
