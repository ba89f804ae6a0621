package credential

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strings"
	"unicode"
)

// shape is how the tokens of a provider begin, and how many characters follow at least.
type shape struct {
	prefixes []string
	what     string
	length   int
}

var shapes = []shape{
	{[]string{"AKIA", "ASIA"}, "an access key of AWS", 16},
	{[]string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, "a token of GitHub", 30},
	{[]string{"glpat-", "gldt-", "glrt-"}, "a token of GitLab", 20},
	{[]string{"xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-", "xapp-"}, "a token of Slack", 16},
	{[]string{"AIza"}, "a key of Google", 35},
	{[]string{"GOCSPX-"}, "a secret of Google", 20},
	{[]string{"sk_live_", "rk_live_"}, "a key of Stripe", 16},
	{[]string{"npm_"}, "a token of npm", 36},
	{[]string{"dckr_pat_"}, "a token of Docker", 20},
	{[]string{"dop_v1_"}, "a token of DigitalOcean", 40},
	{[]string{"hvs."}, "a token of Vault", 24},
	{[]string{"glsa_"}, "a token of Grafana", 30},
	{[]string{"SG."}, "a key of SendGrid", 40},
	{[]string{"AGE-SECRET-KEY-1"}, "a private key of age", 50},
	{[]string{"sk-proj-", "sk-ant-"}, "a key of an AI service", 20},
}

// firstLetters are those of the prefixes of shapes: most words have none.
var firstLetters = func() (letters string) {
	for _, s := range shapes {
		for _, prefix := range s.prefixes {
			letters += prefix[:1]
		}
	}
	return letters
}()

// shortest is the length of the shortest text that Find knows: a URL with a user and a password.
const shortest = len("a://b:c@d")

// Find returns what a text holds that is a credential by its shape: "a token of GitHub"; empty when there is nothing.
func Find(text string) string {
	if len(text) < shortest || strings.HasPrefix(text, "ENC[") {
		return ""
	}
	marked := false
	for i := 0; i < len(text); i++ {
		begin := i
		for i < len(text) && isInWord(text[i]) {
			i++
		}
		if i-begin >= len("AKIA")+16 {
			what := knownIn(text[begin:i])
			if what == "" && (begin == 0 || strings.IndexByte("+/", text[begin-1]) < 0) {
				what = encoded(text[begin:])
			}
			if what != "" {
				return what
			}
		}
		marked = marked || i < len(text) && strings.IndexByte(" :=/", text[i]) >= 0
	}
	switch {
	case !marked: // all credentials below have one of these characters
		return ""
	case hasPrivateKey(text):
		return "a private key"
	case hasPasswordInURL(text):
		return "a password in a URL"
	case hasAccountKey(text):
		return "an account key of Azure"
	}
	if len(text) < shortestWebhook {
		return ""
	}
	if path := webhook(text); isRandom(path) && !isPlaceholder(path) {
		return "a webhook"
	}
	return ""
}

// isInWord knows the characters of a token. The parts of a few are separated by dots.
func isInWord(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c == '-' || c == '.' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

const digits = "0123456789"

func knownIn(word string) string {
	for {
		if what := known(word); what != "" {
			return what
		}
		i := strings.IndexAny(word, "-_.")
		if word = word[i+1:]; i < 0 || len(word) < len("AKIA")+16 {
			return ""
		}
	}
}

func known(word string) string {
	if isJWT(word) {
		return "a JSON web token"
	}
	if strings.IndexByte(firstLetters, word[0]) < 0 {
		return ""
	}
	for _, s := range shapes {
		for _, prefix := range s.prefixes {
			rest, found := strings.CutPrefix(word, prefix)
			if found && len(rest) >= s.length && isRandom(rest) && fits(prefix, rest) {
				return s.what
			}
		}
	}
	return ""
}

func fits(prefix, rest string) bool {
	switch prefix {
	case "AKIA", "ASIA":
		return len(rest) == 16 && rest == strings.ToUpper(rest)
	case "AIza":
		return len(rest) == 35
	case "SG.":
		return strings.Count(rest, ".") == 1
	}
	return true
}

// isRandom is false for what tells that it is an example.
func isRandom(text string) bool {
	lower := strings.ToLower(text)
	return strings.ContainsAny(text, digits) &&
		strings.ContainsFunc(lower, func(r rune) bool { return r >= 'a' && r <= 'z' }) &&
		!strings.Contains(lower, "example") && !strings.Contains(lower, "xxxx") && !strings.Contains(lower, "0000")
}

// isJWT knows signed tokens, whose payload may be short, and encrypted ones.
func isJWT(word string) bool {
	if !strings.HasPrefix(word, "eyJ") {
		return false
	}
	parts := strings.Split(word, ".")
	signed := len(parts) == 3 && strings.HasPrefix(parts[1], "eyJ") && len(parts[1]) >= 10 && len(parts[2]) >= 16
	return len(parts[0]) >= 16 && (signed || len(parts) == 5 && len(parts[3]) >= 16 && len(parts[4]) >= 16)
}

// hasPrivateKey looks at all blocks: the certificate of a key is often in front of it.
func hasPrivateKey(text string) bool {
	_, block, found := strings.Cut(text, "-----BEGIN ")
	if !found {
		return false
	}
	header, body, found := strings.Cut(block, "-----")
	if !found || !strings.HasSuffix(strings.TrimSuffix(header, " BLOCK"), "PRIVATE KEY") {
		return hasPrivateKey(block)
	}
	body, _, _ = strings.Cut(body, "-----END")
	longest := 0
	for _, line := range strings.FieldsFunc(body,
		func(r rune) bool { return r > 127 || !isInWord(byte(r)) && r != '+' && r != '/' && r != '=' }) {
		longest = max(longest, len(line))
	}
	return longest >= 32 || hasPrivateKey(block)
}

func hasAccountKey(text string) bool {
	for _, mark := range []string{"AccountKey=", "SharedAccessKey="} {
		if _, key, found := strings.Cut(text, mark); found {
			key, _, _ = strings.Cut(key, ";")
			return len(key) >= 32 && !isPlaceholder(key)
		}
	}
	return false
}

// webhooks are addresses whose path or query is the credential: who knows the URL can use it.
var webhooks = []string{"hooks.slack.com/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/",
	".webhook.office.com/", "outlook.office.com/webhook/", "api.telegram.org/bot", "/open-apis/bot/v2/hook/",
	"qyapi.weixin.qq.com/cgi-bin/webhook/", "hooks.zapier.com/hooks/", "events.pagerduty.com/integration/"}

// shortestPath is the length of the shortest path of a webhook, and shortestWebhook with its address.
const shortestPath = 24

var shortestWebhook = shortestPath + len(slices.MinFunc(webhooks, func(a, b string) int { return len(a) - len(b) }))

// webhook returns what follows the address of a webhook in a text; nothing where that is too short for a credential.
func webhook(text string) (path string) {
	for _, address := range webhooks {
		_, rest, _ := strings.Cut(text, address)
		if path = firstWord(rest); len(path) >= shortestPath {
			return path
		}
	}
	return ""
}

// IsPrivate reports whether people shall not see a text: what Find knows, or a webhook that may be an example.
func IsPrivate(text string) bool {
	path := webhook(text)
	return path != "" && !containsAny(path, marks) || Find(text) != ""
}

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
