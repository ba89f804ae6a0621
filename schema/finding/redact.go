package finding

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
)

// Hidden is what is printed in the place of a secret.
const Hidden = "(hidden)"

// Redact returns a text for people who must see the values of an author, for example in a comparison, and whether a
// part of it was a secret. A text is a secret when its field is called like one, when it looks like one, and when it is
// one of the secrets. Of a text with settings or with several lines, only the secrets are replaced by [Hidden]. The
// path leads to the field; its last key is what counts.
//
// [MayBeSecret] is stricter: it takes every value of an author for a secret.
func (s Secrets) Redact(path, text string) (shown string, hidden bool) {
	switch {
	case text == "" || text == "true" || text == "false":
		return text, false
	case isCalledSecret(path, text):
		return Hidden, true
	}
	text, hidden = redactLines(text)
	if credential.IsPrivate(text) { // it has more than one line, for example a private key
		return Hidden, true
	}
	text, origin := s.hide(text)
	return text, hidden || origin
}

// redactLines hides the secrets of a text line by line. Lines that belong to a key of YAML are indented more than it.
func redactLines(text string) (shown string, hidden bool) {
	lines, below := strings.SplitAfter(text, "\n"), -1 // the indentation of a secret with lines of its own
	variables := credential.Variables(lines)
	for i, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		clean, found, opens := redactLine(line, variables[i])
		switch {
		case below >= 0 && (indent > below || strings.TrimSpace(line) == ""):
			clean, found = line[:indent]+Hidden+lineEnd(line), true
		case opens:
			below = indent
		default:
			below = -1
		}
		if found {
			lines[i], hidden = clean, true
		}
	}
	if !hidden {
		return text, false
	}
	return strings.Join(lines, ""), true
}

func lineEnd(line string) string { return line[len(strings.TrimRight(line, "\r\n")):] }

// isCalledSecret takes a field in a map or a list with the name of a secret for one if it looks like one.
func isCalledSecret(path, text string) bool {
	if isSecretName(fieldName(path)) {
		return true
	}
	for step := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		if !namesSecrets(step) && credential.Named(credential.KindOf(step), text) {
			return true
		}
	}
	return false
}

// isSecretName reports whether all values of a name are secrets, rather than names of Secrets.
func isSecretName(name string) bool {
	kind := credential.KindOf(name)
	return kind != credential.None && kind < credential.Basic && !namesSecrets(name)
}

func namesSecrets(name string) bool {
	return credential.NamesSecret(name) || strings.HasSuffix(strings.ToLower(name), "pullsecrets")
}

// fieldName returns the last key of a path; of an item, the key of its list.
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

// redactLine opens the lines below when they are the value of a secret in YAML. A value may be called like a variable.
func redactLine(line, variable string) (clean string, hidden, opens bool) {
	for p := range credential.Pairs(line) {
		if p.Name == "value" {
			p.Name = variable
		}
		value, key := line[p.At:], strings.TrimRight(line[:p.At], " ")
		switch {
		case !isSecretName(p.Name) && (namesSecrets(p.Name) || !credential.Named(credential.KindOf(p.Name), p.Value)):
		case strings.HasSuffix(key, ":") && strings.ContainsAny(value[:min(1, len(value))], "|>") &&
			strings.Trim(value[1:], "+-123456789\r\n ") == "":
			return line, false, true
		case strings.Trim(value, " \"'\r\n,;{}[]") != "":
			return line[:p.At] + Hidden + lineEnd(line), true, false
		}
	}
	if credential.IsPrivate(line) {
		return Hidden + lineEnd(line), true, false
	}
	return line, false, false
}
