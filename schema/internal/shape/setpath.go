package shape

import (
	"regexp"
	"strings"
	"sync"
)

// setSteps match the names in a path that is spelt without quotes and escapes, and setNames those of any path.
var (
	setSteps = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`) })
	setNames = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./:-]*$`) })
	setIndex = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\[(?:[0-9]+|"[^"]*"|'[^']*')\]`) })
)

// SetPath returns the steps of a path as helm --set spells it, or as people think it does: names with dots between
// them, items as [0], and in a name \. for a dot, or quotes around it. Nothing is returned of any other text. Quoted
// tells that a name has quotes or escapes, which no key has that is meant as it is written.
func SetPath(text string) (steps []string, quoted bool) {
	for rest, more := text, true; more; {
		name := ""
		if name, rest = firstName(rest); name == "" {
			return nil, false
		}
		steps = append(steps, name)
		for index := setIndex().FindString(rest); index != ""; index = setIndex().FindString(rest) {
			if rest = rest[len(index):]; strings.ContainsAny(index, `"'`) {
				index = index[2 : len(index)-2]
			}
			steps = append(steps, index)
		}
		if rest, more = strings.CutPrefix(rest, "."); !more && rest != "" {
			return nil, false
		}
	}
	quoted = strings.ContainsAny(text, `\"'`)
	for i, step := range steps {
		isName := setSteps().MatchString(step) && (i > 0 || step[0] > '9')
		if !isName && !(quoted && setNames().MatchString(step)) && !IsIndex(step) {
			return nil, false
		}
	}
	return steps, quoted
}

// IsIndex reports whether a step of a path is an item of a list.
func IsIndex(step string) bool { return strings.HasPrefix(step, "[") }

// firstName returns the name that a path begins with, without quotes and escapes, and what follows.
func firstName(text string) (name, rest string) {
	if text != "" && strings.IndexByte(`"'`, text[0]) >= 0 {
		if end := strings.IndexByte(text[1:], text[0]); end > 0 {
			return text[1 : end+1], text[end+2:]
		}
		return "", ""
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if i++; i == len(text) {
				return "", ""
			}
		case '.', '[':
			return strings.ReplaceAll(text[:i], `\`, ""), text[i:]
		}
	}
	return strings.ReplaceAll(text, `\`, ""), ""
}

// escapedPath spells a path with quotes as Flux reads it: with \ before each dot in a name.
func escapedPath(text string) string {
	steps, _ := SetPath(text)
	path := ""
	for i, step := range steps {
		if i > 0 && !IsIndex(step) {
			path += "."
		}
		path += strings.ReplaceAll(step, ".", `\.`)
	}
	return path
}
