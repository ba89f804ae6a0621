package finding

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
)

// Secrets are texts that rule FA528 reports in the documents of a run. Wherever a reference or a layer carries one of
// them, it stays hidden. The zero Secrets have none, and hide what a name or a shape tells. They never change.
type Secrets struct{ known *knownSecrets }

type knownSecrets struct {
	all     []string
	texts   map[string]bool
	lengths map[string][]int // of those that other texts may have in them, by their first bytes, the longest last
}

const (
	// shortestWhole is how long a secret is at least that hides a text which is equal to it.
	shortestWhole = 4
	// shortestPart is how long one is at least that is searched for in longer texts: shorter ones are there by chance.
	shortestPart = 6
)

// SecretsIn returns the secrets that problems are about. It is public because package render hides them too.
func SecretsIn(problems []Problem) Secrets {
	var texts []string
	for _, p := range problems {
		if p.Secret != "" {
			texts = append(texts, p.Secret)
		}
		if p.omitted != nil {
			texts = append(texts, p.omitted.secrets...)
		}
	}
	return SecretsOf(texts)
}

// SecretsOf returns texts as secrets, without short and common ones. It is public because package change hides some.
func SecretsOf(texts []string) Secrets {
	s := &knownSecrets{texts, map[string]bool{}, map[string][]int{}}
	for _, text := range texts {
		if len(text) < shortestWhole || isCommon(text) || s.texts[text] {
			continue
		}
		quoted := strconv.Quote(text) // as messages have it
		for _, form := range []string{text, quoted[1 : len(quoted)-1]} {
			s.texts[form] = true
			if len(form) >= shortestPart {
				s.lengths[form[:shortestPart]] = append(s.lengths[form[:shortestPart]], len(form))
			}
		}
	}
	if len(s.texts) == 0 {
		return Secrets{}
	}
	for start, all := range s.lengths {
		slices.Sort(all)
		s.lengths[start] = slices.Compact(all)
	}
	return Secrets{s}
}

// isCommon is true of passwords that are so often other words, as a user or a port, that hiding them tells more.
func isCommon(text string) bool {
	return text == "admin" || text == "root" || len(text) < shortestPart && strings.Trim(text, "0123456789") == ""
}

// With returns the secrets of both, for example of the two sides of a comparison.
func (s Secrets) With(others Secrets) Secrets {
	if s.known == nil || others.known == nil || s == others {
		return cmp.Or(s, others)
	}
	return SecretsOf(slices.Concat(s.known.all, others.known.all))
}

// Hide returns a text with [Hidden] in the place of each of the secrets in it, which may be quoted. It knows no
// other secrets: see [Secrets.Redact].
func (s Secrets) Hide(text string) string {
	text, _ = s.hide(text)
	return text
}

func (s Secrets) hide(text string) (shown string, hidden bool) {
	if s.known == nil || len(text) < shortestWhole {
		return text, false
	}
	if s.known.texts[text] {
		return Hidden, true
	}
	var b strings.Builder
	clean := 0
	for i := 0; i+shortestPart <= len(text); i++ {
		for _, length := range slices.Backward(s.known.lengths[text[i:i+shortestPart]]) {
			if end := i + length; end <= len(text) && s.known.texts[text[i:end]] {
				b.WriteString(text[clean:i] + Hidden)
				i, clean = end-1, end
				break
			}
		}
	}
	return b.String() + text[clean:], clean > 0
}

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
	steps := strings.FieldsFuncSeq(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
	return isSecretName(fieldName(path)) || each.Any(steps, func(step string) bool {
		return !namesSecrets(step) && credential.Named(credential.KindOf(step), text)
	})
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

// SOPS is the field at the top of a document that SOPS has encrypted, and EncryptedText how each text begins that it
// has encrypted. They are public because package adopt leaves such documents alone.
const (
	SOPS          = "sops"
	EncryptedText = "ENC[AES256_GCM,"
)
