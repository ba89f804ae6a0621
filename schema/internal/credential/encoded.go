package credential

import (
	"cmp"
	"encoding/base64"
	"strings"
	"unicode"
)

// encoded returns what a text begins with in base64 that is a credential, for example a private key or a kubeconfig.
func encoded(text string) string {
	const shortest, firstLine = 40, "PRIVATE KEY-----" // of a key in lines, each of which is decoded by itself
	end := strings.IndexFunc(text, func(r rune) bool { return r != '+' && r != '/' && !isAlphanumeric(string(r)) })
	if end >= 0 {
		text = text[:end]
	}
	if len(text) < shortest || decoded(text[:shortest]) == "" {
		return ""
	}
	plain := decoded(text)
	if what := Find(plain); what != "" || strings.Contains(plain, firstLine) {
		return cmp.Or(what, "a private key")
	}
	_, kind := InText(plain)
	return kind.String()
}

// decoded returns the text that is written in base64, with or without padding; nothing for what is no text.
func decoded(word string) string {
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(word, "="))
	isOdd := func(r rune) bool { return r > 127 || unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }
	if err != nil || strings.ContainsFunc(string(data), isOdd) {
		return ""
	}
	return string(data)
}

func isBasic(text string) bool {
	user, password, _ := strings.Cut(decoded(text), ":")
	return user != "" && password != "" && !isPlaceholder(password)
}
