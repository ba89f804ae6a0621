package shape

import (
	"regexp"
	"strings"
	"sync"
)

// setPath are a step of a path, with its indexes and the dot behind it, an index, and the names that steps may have:
// where nothing is quoted, and where something is.
var setPath = sync.OnceValue(func() (all struct{ step, index, plain, quoted *regexp.Regexp }) {
	const index = `\[(?:[0-9]+|"[^"]+"|'[^']+')\]`
	all.step = regexp.MustCompile(`^(?:"([^"]+)"|'([^']+)'|((?:[^.\[\]\\"']|\\.)+))((?:` + index + `)*)(\.|$)`)
	all.index = regexp.MustCompile(index)
	all.plain = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)
	all.quoted = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./:-]*$`)
	return all
})

// SetPath returns the steps of a path as helm --set spells it, or as people think it does: names with dots between
// them, items as [0], and in a name \. for a dot, or quotes around it. Nothing is returned of any other text. Quoted
// tells that a name has quotes or escapes: then nobody means the text as a key.
func SetPath(text string) (steps []string, quoted bool) {
	is, names := setPath(), setPath().plain
	if quoted = strings.ContainsAny(text, `\"'`); quoted {
		names = is.quoted
	}
	for rest, more := text, true; more; {
		found := is.step.FindStringSubmatch(rest)
		if found == nil {
			return nil, false
		}
		steps = append(steps, found[1]+found[2]+strings.ReplaceAll(found[3], `\`, ""))
		for _, index := range is.index.FindAllString(found[4], -1) {
			if strings.ContainsAny(index, `"'`) {
				index = index[2 : len(index)-2]
			}
			steps = append(steps, index)
		}
		rest, more = rest[len(found[0]):], found[5] != ""
	}
	for i, step := range steps {
		if !IsIndex(step) && !names.MatchString(step) || i == 0 && !quoted && step[0] <= '9' {
			return nil, false
		}
	}
	return steps, quoted
}

// IsIndex reports whether a step of a path is an item of a list.
func IsIndex(step string) bool { return strings.HasPrefix(step, "[") }

// escapedPath spells a path with quotes as Flux reads it: with \ before each dot in a name.
func escapedPath(text string) (path string) {
	steps, _ := SetPath(text)
	for i, step := range steps {
		if i > 0 && !IsIndex(step) {
			path += "."
		}
		path += strings.ReplaceAll(step, ".", `\.`)
	}
	return path
}
