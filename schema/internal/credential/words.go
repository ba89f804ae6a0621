package credential

import (
	"slices"
	"strings"
)

// marks are parts of texts that another tool replaces, or that tell their reader to do so.
var marks = []string{"${", "$(", "{{", "((", "%(", "%{", "@@", "...", "…", "***", "•"}

var words = []string{"xxx", "replace", "your", "insert", "placeholder", "redacted", "todo", "example", "dummy",
	"sample", "fixme", "encoded"}

// references are how references to other places begin.
var references = []string{"enc[", "vault:", "ref+", "op://", "secret://", "arn:", "file:", "env:", "awssm://",
	"gcpsm://", "azurekeyvault:", "sealed:", "sha256:", "!"}

func isPlaceholder(text string) bool {
	if containsAny(text, marks) || isVariable(text) || strings.HasPrefix(text, "__") ||
		strings.IndexByte(text, '<') >= 0 && strings.IndexByte(text, '>') >= 0 {
		return true
	}
	if len(text) > 128 { // longer ones are no placeholders, and may have any word by chance
		text = text[:128]
	}
	lower := strings.ToLower(text)
	return containsAny(lower, words) ||
		beginsWith(lower, references)
}

func beginsWith(text string, starts []string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(text, start) })
}

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// isVariable reports whether a text is a variable of a shell: $DB_PASSWORD, %DB_PASSWORD%.
func isVariable(text string) bool {
	return text != "" && (text[0] == '$' || text[0] == '%') &&
		strings.Trim(text, "$%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_") == ""
}

// isHash reports whether a text is a hash of a password, which is no secret by itself: $2y$10$…, {SSHA}…
func isHash(text string) bool {
	return slices.ContainsFunc(hashes, func(start string) bool {
		return strings.HasPrefix(text, start) || strings.Contains(text, ":"+start)
	})
}

var hashes = []string{"$1$", "$2", "$5$", "$6$", "$y$", "$apr1$", "$argon2", "$pbkdf2", "$scram", "{SHA", "{SSHA",
	"SCRAM-"}

var fileEndings = []string{".pem", ".key", ".crt", ".json", ".yaml", ".yml", ".txt", ".jks", ".p12", ".conf", ".env"}

func isPath(text string) bool {
	return beginsWith(text, []string{"/", "./", "../", "~"}) || strings.Contains(text, "://") ||
		slices.ContainsFunc(fileEndings, func(end string) bool { return strings.HasSuffix(text, end) })
}

// isWordWithDigits reports whether a text is one word with digits behind it: hunter2.
func isWordWithDigits(text string) bool {
	word := strings.TrimRight(text, "0123456789")
	return word != text && len(word) >= 4 &&
		strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// isName is true of names and paths of names: redis-password, DB_PASSWORD, secret/app#key.
func isName(text string) bool {
	plain, short := 0, 0
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("-_./:#", r) }) {
		switch {
		case !isAlphanumeric(part):
			return false
		case isPlain(part):
			plain++
		case len(part) > 5:
			return false
		default:
			short++
		}
	}
	return short == 0 || plain >= 2 && short == 1
}

func isAlphanumeric(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 127 || !isLetter(byte(r)) && !isDigit(byte(r)) })
}

// isPlain reports whether a part of a name is a word, a number, or a word with a short number behind it. Letters of
// both cases are words when a capital letter is the first of several: DatabasePassword.
func isPlain(part string) bool {
	word := strings.TrimRight(part, "0123456789")
	return !strings.ContainsAny(word, digits) && (word == "" || len(part)-len(word) <= 3) && len(word) <= 24
}

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
