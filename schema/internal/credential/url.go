package credential

import "strings"

func hasPasswordInURL(text string) bool {
	for {
		_, rest, found := strings.Cut(text, "://")
		if !found {
			return false
		}
		text = rest
		authority, _, _ := cutAny(rest, "/?# \t\n\r\"'`,;|\\")
		at := strings.LastIndexByte(authority, '@')
		if at < 0 {
			continue
		}
		if _, password, found := strings.Cut(authority[:at], ":"); found && password != "" && !isPlaceholder(password) &&
			!isPlaceholder(authority[:at]) {
			return true
		}
	}
}

func cutAny(text, characters string) (before, after string, found bool) {
	if i := strings.IndexAny(text, characters); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}
