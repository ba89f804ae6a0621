package names

import (
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Nearest returns the word that a misspelt one most likely means; empty when none is near. Case does not count.
func Nearest(word string, known []string) string {
	best, bestDistance := "", max(1, len(word)/3)+1
	for _, k := range known {
		if max(len(word)-len(k), len(k)-len(word)) >= bestDistance {
			continue // so many letters to insert or delete
		}
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete, replace or swap with their neighbour.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// Differ returns in how many letters two words differ, in any case; more than limit as soon as that is sure.
func Differ(a, b string, limit int) int {
	if more := max(len(a)-len(b), len(b)-len(a)); more > limit {
		return more
	}
	return distance(strings.ToLower(a), strings.ToLower(b))
}

// Means reports whether a name means an application, wherever a command line or a RenderConfig has the name of one:
// its namespace/name means that application, and NAME every application that is called so. The application is its
// namespace/name, or its name without a namespace.
func Means(name, application string) bool {
	return name == application || !strings.Contains(name, "/") && strings.HasSuffix(application, "/"+name)
}

// The functions below take most labels without apimachinery's slow regular expressions: a fleet has 10,000 clusters.

// PlainlyKey reports whether a text is for sure a valid key of a label or an annotation. False means: ask apimachinery.
func PlainlyKey(text string) bool {
	prefix, name, found := strings.Cut(text, "/")
	if !found {
		return PlainlyLabelValue(text)
	}
	isOdd := func(part string) bool { return !PlainlyValid(part) }
	return len(prefix) <= content.DNS1123LabelMaxLength && !each.Any(strings.SplitSeq(prefix, "."), isOdd) &&
		PlainlyLabelValue(name)
}

// PlainlyLabelValue reports whether a text is for sure a valid value of a label, or a valid key without a prefix.
func PlainlyLabelValue(text string) bool {
	return isDotted(text) && len(text) <= content.LabelValueMaxLength && alphanumeric(text[0]) &&
		alphanumeric(text[len(text)-1])
}

// isDotted is true of letters, digits, '-', '_' and '.'.
func isDotted(text string) bool {
	for i := range len(text) {
		if !alphanumeric(text[i]) && strings.IndexByte("-_.", text[i]) < 0 {
			return false
		}
	}
	return text != ""
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// Valid reports whether a text is a name of most objects: a subdomain of DNS.
func Valid(text string) bool { return PlainlyValid(text) || len(content.IsDNS1123Subdomain(text)) == 0 }

// ValidLabel reports whether a text is a name of a namespace.
func ValidLabel(text string) bool {
	return PlainlyValid(text) || len(content.IsDNS1123Label(text)) == 0
}

// ValidDataKey reports whether a text can be a key in the data of a ConfigMap or Secret.
func ValidDataKey(text string) bool {
	return isDotted(text) && len(text) <= content.DNS1123SubdomainMaxLength && text != "." &&
		!strings.HasPrefix(text, "..")
}

// PlainlyValid is true of most labels of DNS, and of nothing else: the regular expression of apimachinery, which
// decides, takes much longer for each of ten thousand entries.
func PlainlyValid(text string) bool {
	if text == "" || len(text) > content.DNS1123LabelMaxLength || text[0] == '-' || text[len(text)-1] == '-' {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}
