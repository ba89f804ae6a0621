package finding

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
)

// Hidden is what is printed in the place of a secret.
const Hidden = "(hidden)"

// Redact returns a text for people who must see the values of an author, for example in a comparison, and whether a part of it was a
// secret. A text is a secret when its field is called like one, and when it looks like one. Of a text with settings or with several
// lines, only the secrets are replaced by [Hidden]. The path leads to the field; its last key is what counts.
//
// [MayBeSecret] is stricter: it takes every value of an author for a secret.
func Redact(path, text string) (shown string, hidden bool) {
	switch {
	case text == "" || text == "true" || text == "false":
		return text, false
	case isCalledSecret(path, text):
		return Hidden, true
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if clean, found := redactLine(line); found {
			lines[i], hidden = clean, true
		}
	}
	if hidden {
		text = strings.Join(lines, "")
	}
	if credential.Find(text) != "" { // it has more than one line, for example a private key
		return Hidden, true
	}
	return text, hidden
}

// isCalledSecret reports whether a field has the name of a secret, or is in a map or a list that has one and looks like one.
func isCalledSecret(path, text string) bool {
	name := fieldName(path)
	if isSecretName(name) {
		return true
	}
	for step := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		if isSecretName(step) && credential.Named(credential.KindOf(step), text) {
			return true
		}
	}
	return false
}

// isSecretName reports whether the values of a name are secrets, rather than names of Secrets.
func isSecretName(name string) bool {
	return credential.KindOf(name) != credential.None && !credential.NamesSecret(name) && !strings.HasSuffix(strings.ToLower(name), "pullsecrets")
}

// fieldName returns the last key of a path; of an item, that of its list.
func fieldName(path string) string {
	for strings.HasSuffix(path, "]") {
		open := strings.LastIndexByte(path, '[')
		if open < 0 {
			break
		}
		if key := path[open+1 : len(path)-1]; strings.Trim(key, "0123456789") != "" {
			return key
		}
		path = path[:open]
	}
	return path[strings.LastIndexByte(path, '.')+1:]
}

// redactLine hides what follows the name of a secret in a line, and a line that holds a secret without a name.
func redactLine(line string) (clean string, hidden bool) {
	end := line[len(strings.TrimRight(line, "\r\n")):]
	for i := 0; i < len(line); i++ {
		if line[i] != ':' && line[i] != '=' {
			continue
		}
		name := strings.TrimRight(line[:i], ` "'`)
		name = name[strings.LastIndexAny(name, ` "'{,;?&:=`)+1:]
		value := strings.Trim(line[i+1:], " \"'\r\n,;{}[]|>-")
		if value != "" && isSecretName(strings.TrimLeft(name, "-")) {
			after := i + 1 + len(line[i+1:]) - len(strings.TrimLeft(line[i+1:], " "))
			return line[:after] + Hidden + end, true
		}
	}
	if credential.Find(line) != "" {
		return Hidden + end, true
	}
	return line, false
}
