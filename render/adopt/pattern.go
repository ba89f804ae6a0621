package adopt

import (
	"fmt"
	"regexp"
	"strings"
)

// pattern is a path in which words in braces are the name of a cluster.
type pattern struct {
	text  string
	parts []*regexp.Regexp // nil for any number of parts
	only  map[string]bool  // what the words can be, joined; nil for anything
	isDir bool             // the words are folders
}

// word is a word in braces.
var word = regexp.MustCompile(`\{[A-Za-z][A-Za-z0-9_-]*\}`)

func parsePattern(text string) (p pattern, err error) {
	p.text = text
	if !word.MatchString(text) || strings.ContainsAny(word.ReplaceAllString(text, ""), "{}") {
		return p, fmt.Errorf("%q has no word in closed braces where the name of the cluster is, without blanks; write, for "+
			"example, clusters/{cluster}/…", text)
	}
	if strings.Contains(text, "}{") {
		return p, fmt.Errorf("%q has two words in braces with nothing between them; write, for example, {site}-{cluster}",
			text)
	}
	for part := range strings.SplitSeq(strings.Trim(strings.TrimPrefix(text, "./"), "/"), "/") {
		if part == "…" || part == "..." || part == "**" {
			p.parts = append(p.parts, nil)
			continue
		}
		part = strings.TrimSuffix(strings.TrimSuffix(part, ".yaml"), ".yml")
		var expr strings.Builder
		for at := 0; at < len(part); {
			found := word.FindStringIndex(part[at:])
			if found == nil {
				expr.WriteString(literal(part[at:]))
				break
			}
			expr.WriteString(literal(part[at:at+found[0]]) + "(.+)")
			at += found[1]
		}
		p.parts = append(p.parts, regexp.MustCompile("^"+expr.String()+"$"))
	}
	return p, nil
}

// literal returns the expression for text of a pattern, where * is any text.
func literal(text string) string {
	return strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, ".*")
}

// match returns the words of the pattern in the parts of a path, joined by -: where the pattern begins earliest.
func (p pattern) match(parts []string) string {
	if p.isDir {
		parts = parts[:len(parts)-1]
	}
	for i := range parts {
		words, ok := matchParts(p.parts, parts[i:])
		if name := strings.Join(words, "-"); ok && (p.only == nil || p.only[name]) {
			return name
		}
	}
	return ""
}

func matchParts(pattern []*regexp.Regexp, parts []string) (words []string, ok bool) {
	switch {
	case len(pattern) == 0:
		return nil, true
	case pattern[0] == nil:
		for i := range len(parts) + 1 {
			if words, ok = matchParts(pattern[1:], parts[i:]); ok {
				return words, true
			}
		}
		return nil, false
	case len(parts) == 0:
		return nil, false
	}
	found := pattern[0].FindStringSubmatch(parts[0])
	if found == nil {
		return nil, false
	}
	rest, ok := matchParts(pattern[1:], parts[1:])
	return append(found[1:len(found):len(found)], rest...), ok
}
