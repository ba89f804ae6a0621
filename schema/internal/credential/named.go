package credential

import (
	"slices"
	"strings"
)

// Kind is what a name tells of its value.
type Kind uint8

const (
	None Kind = iota
	Password
	Token
	Connection // a list of settings, of which one may be a password
	Basic      // a user and a password in base64, or something else
	Signature  // of a URL, or of something else
)

// String returns what messages call a value of the kind.
func (k Kind) String() string {
	return [...]string{"", "a password", "a token or key", "a connection string with a password",
		"a password in base64", "a signature of a URL"}[k]
}

// endings are the ends of names, in lower case and without separators, by their last letter.
var endings = [256][]struct {
	end  string
	kind Kind
}{
	'd': {{"password", Password}, {"passwd", Password}, {"pwd", Password}},
	'e': {{"passphrase", Password}, {"signature", Signature}},
	's': {{"passwords", Password}, {"pgpass", Password}, {"requirepass", Password}, {"tokens", Token}, {"apikeys", Token},
		{"secrets", Token}, {"credentials", Token}},
	'n': {{"token", Token}, {"dsn", Connection}},
	'y': {
		{"apikey", Token}, {"secretkey", Token}, {"accesskey", Token}, {"privatekey", Token}, {"encryptionkey", Token},
		{"signingkey", Token}, {"masterkey", Token}, {"accountkey", Token}, {"sharedkey", Token}, {"storagekey", Token},
		{"authkey", Token}, {"sessionkey", Token},
	},
	't': {{"secret", Token}},
	'a': {{"keydata", Token}},
	'h': {{"auth", Basic}},
	'c': {{"basic", Basic}},
	'r': {{"bearer", Token}},
	'g': {{"sig", Signature}, {"connectionstring", Connection}, {"connstring", Connection}},
}

// KindOf returns what a name tells of its value: apiKey, API_KEY, api-key and apiKey2 are one name. Of names behind a
// slash, as annotations have them, only those of passwords count: others often name a Secret.
func KindOf(name string) Kind {
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		if KindOf(name[slash+1:]) == Password {
			return Password
		}
		return None
	}
	for name != "" && isDigit(name[len(name)-1]) {
		name = name[:len(name)-1]
	}
	if len(name) < len("pwd") || len(name) > 64 {
		return None
	}
	known := endings[name[len(name)-1]|0x20]
	if known == nil {
		return None
	}
	var buffer [64]byte
	plain := string(appendPlain(buffer[:0], name))
	isWord := len(name) > 4 && strings.IndexByte("-_.", name[len(name)-5]) >= 0
	if plain == "pass" || strings.HasSuffix(name, "Pass") || strings.HasSuffix(plain, "dbpass") ||
		isWord && strings.HasSuffix(plain, "pass") {
		return Password
	}
	for _, ending := range known {
		if strings.HasSuffix(plain, ending.end) {
			return ending.kind
		}
	}
	return None
}

func appendPlain(out []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; {
		case isLetter(c):
			out = append(out, c|0x20)
		case isDigit(c):
			out = append(out, c)
		}
	}
	return out
}

// Named reports whether a text is a credential, because a name of a kind has it as its value.
func Named(kind Kind, text string) bool {
	if kind == None || len(text) < 4 || len(text) > 4096 || isPlaceholder(text) {
		return false
	}
	switch kind {
	case Password:
		return isPassword(text)
	case Connection:
		return hasPasswordSetting(text)
	case Basic:
		user, password, _ := strings.Cut(decoded(text), ":")
		return user != "" && password != "" && !isPlaceholder(password)
	}
	const shortestToken = 12
	return len(text) >= shortestToken && !strings.ContainsAny(text, " \t\n") && isRandom(text) && !isPath(text) &&
		!isHash(text) && !isName(text)
}

// defaults are passwords that many charts have, and that everybody tries first.
var defaults = []string{"changeme", "change-me", "change_me", "changeit", "letmein", "qwerty", "admin", "root"}

// isPassword is false for words, names and paths: they may name a Secret, or a key of one.
func isPassword(text string) bool {
	switch {
	case slices.Contains(defaults, strings.ToLower(text)):
		return true
	case strings.ContainsAny(text, " \t\n") || isPath(text) || isHash(text):
		return false
	case strings.Trim(text, "0123456789") == "":
		return true
	}
	return isWordWithDigits(text) || !isName(text)
}

func hasPasswordSetting(text string) bool {
	for setting := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == ' ' }) {
		name, value, found := strings.Cut(setting, "=")
		if found && KindOf(strings.TrimSpace(name)) != None && len(value) >= 3 && !isPlaceholder(value) {
			return true
		}
	}
	return false
}

// NamesSecret reports whether the value of a name is a Secret's name: existingSecret, secretName, secretRef.
func NamesSecret(name string) bool {
	if len(name) < len("secretRef") || len(name) > 64 {
		return false
	}
	plain := string(appendPlain(nil, name))
	return strings.HasPrefix(plain, "existingsecret") || strings.HasSuffix(plain, "secretname") ||
		strings.HasSuffix(plain, "secretref") || strings.HasSuffix(plain, "secretkeyref") || plain == "remoteref"
}

// NamesKeys reports whether the values below a name are keys of a Secret: secretKeys, secretKeyRef.
func NamesKeys(name string) bool {
	plain := string(appendPlain(nil, name))
	return strings.HasSuffix(plain, "secretkeys") || strings.HasSuffix(plain, "keyref") ||
		strings.HasSuffix(plain, "keymapping") || strings.HasSuffix(plain, "secretref")
}
