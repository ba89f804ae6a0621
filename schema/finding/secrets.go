package finding

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
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

// SecretsIn returns the secrets that problems are about.
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

// SecretsOf returns texts as secrets, without those that are too short or too common to hide anything else.
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
