package credential

import "strings"

func hasPasswordInURL(text string) bool {
	for {
		_, rest, found := strings.Cut(text, "://")
		if !found {
			return false
		}
		text = rest
		authority := rest
		if end := strings.IndexAny(rest, "/?# \t\n\r\"'`,;|\\"); end >= 0 {
			authority = rest[:end]
		}
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
