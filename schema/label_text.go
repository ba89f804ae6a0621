package schema

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

// The functions below accept most labels without the regular expressions of apimachinery, which take much longer. A fleet has ten
// thousand clusters with several labels each.

// plainQualifiedName reports whether a text is for sure a valid key of a label or an annotation. False means: ask apimachinery.
func plainQualifiedName(text string) bool {
	prefix, name, found := strings.Cut(text, "/")
	if !found {
		return plainLabelText(text)
	}
	return plainPrefix(prefix) && plainLabelText(name)
}

// plainPrefix reports whether a text is for sure a subdomain of DNS.
func plainPrefix(text string) bool {
	if len(text) > validation.DNS1123LabelMaxLength {
		return false
	}
	for part := range strings.SplitSeq(text, ".") {
		if !surelyLabel(part) {
			return false
		}
	}
	return true
}

// plainLabelText reports whether a text is for sure a valid value of a label, or a valid key without a prefix.
func plainLabelText(text string) bool {
	if text == "" || len(text) > validation.LabelValueMaxLength {
		return false
	}
	for i := range len(text) {
		inside := i > 0 && i < len(text)-1
		if !alphanumeric(text[i]) && (!inside || strings.IndexByte("-_.", text[i]) < 0) {
			return false
		}
	}
	return true
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
