package divide

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// paramName returns a name for what differs, of the text in front of it and of the keys that lead to the text: in a URL
// the host of its key, elsewhere the key itself, or of the value of a JSON patch the last part of its path.
func paramName(before string, keys []string) string {
	lines := strings.Split(before, "\n")
	line := lines[len(lines)-1]
	name, inLine := "", ""
	beforeURL, _, _ := strings.Cut(line, "://")
	if found := keyBefore().FindAllStringSubmatch(beforeURL, -1); found != nil {
		inLine = found[len(found)-1][1]
	}
	if path := pathBefore().FindAllStringSubmatch(before, -1); inLine == "value" && path != nil {
		inLine = path[len(path)-1][1]
	}
	if len(lines) > 1 && inLine != "" { // the key of a whole text says little about a line of it
		keys = nil
	}
	for _, key := range append(slices.Clone(keys), inLine) {
		if plain := trimKind(plainName(key)); plain != "" {
			name = plain
		}
	}
	switch host := hostBefore().FindString(line); {
	case strings.HasSuffix(host, ":") && host != "://":
		return joined(name, "port")
	case host != "" || strings.HasSuffix(line, "://"):
		return joined(name, "host")
	case name == "":
		return "value"
	case inLine == "" && len(name) > 4:
		return strings.TrimSuffix(name, "s")
	}
	return name
}

// hostBefore matches a URL that is not behind its host.
var hostBefore = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`://[^/\s"']*$`) })

// keyBefore matches a key with its colon, and pathBefore the path of a JSON patch, without indexes.
var (
	keyBefore = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`([\pL\pN_.-]*\pL[\pL\pN_.-]*)["']?\s*(?:=|: |:$|:["'])`)
	})
	pathBefore = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`path["']?: *\S*?/([\pL_-]+)[/\d"',-]*\s*\n`)
	})
)

// trimKind returns a name without what it says of the kind of its value; empty for one that says nothing else.
func trimKind(name string) string {
	if slices.Contains(kindsOfValues, strings.ToLower(name)) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "URL"), "Url"), "Uri")
}

var kindsOfValues = []string{"url", "uri", "endpoint", "address", "value", "values", "patch", "patches", "substitute"}

// joined returns the name of a part of what has a name.
func joined(name, part string) string {
	if name == "" || strings.HasSuffix(strings.ToLower(name), part) || strings.HasPrefix(strings.ToLower(name), part) {
		return part
	}
	return name + strings.ToUpper(part[:1]) + part[1:]
}

// plainName returns a key in the form of a field, for example logLevel for LOG_LEVEL; empty where it has no letters.
func plainName(key string) string {
	parts := strings.FieldsFunc(key, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if key == strings.ToUpper(key) {
		for i, part := range parts {
			parts[i] = strings.ToLower(part)
		}
	}
	var name strings.Builder
	for _, part := range parts {
		if name.Len() == 0 {
			if part = strings.TrimLeft(part, "0123456789"); part == "" {
				continue
			}
			name.WriteString(strings.ToLower(part[:1]) + part[1:])
		} else {
			name.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return name.String()
}
