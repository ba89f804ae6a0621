package credential_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
)

// tail is what follows the beginning of a token. Scanners of repositories look for whole tokens, so the tests put
// them together.
const tail = "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"

func TestFind(t *testing.T) {
	key := "-----BEGIN RSA " + "PRIVATE KEY-----\n" + strings.Repeat("bm90IGEga2V5", 4) + "\n-----END RSA PRIVATE KEY-----"
	jwt := "eyJ" + tail + ".eyJ" + tail + "." + tail
	for text, want := range map[string]string{
		"ghp_" + tail:                            "a token of GitHub",
		"Authorization: token gho_" + tail + ".": "a token of GitHub",
		"github_pat_" + tail:                     "a token of GitHub",
		"glpat-" + tail[:20]:                     "a token of GitLab",
		"xoxb-" + tail:                           "a token of Slack",
		"AKIA" + "Q3EGRIGZ7XNM2PQR":              "an access key of AWS",
		"id: AKIA" + "Q3EGRIGZ7XNM2PQR,":         "an access key of AWS",
		"AIza" + tail[:35]:                       "a key of Google",
		"sk_" + "live_" + tail:                   "a key of Stripe",
		"hvs." + tail:                            "a token of Vault",
		"SG." + tail[:22] + "." + tail + "0aB":   "a key of SendGrid",
		jwt:                                      "a JSON web token",
		"Bearer " + jwt:                          "a JSON web token",
		key:                                      "a private key",
		"ssh:\n" + key + "\n":                    "a private key",
		"a://b:c@d":                              "a password in a URL",
		"see http://x/ and https://joe:hunter2@x/y?z":    "a password in a URL",
		"redis://:hunter2@redis:6379/0":                  "a password in a URL",
		"AccountName=shop;AccountKey=" + tail + "==;End": "an account key of Azure",
		"https://hooks.slack.com/services/T1/B2/" + tail: "a webhook",
		"https://discord.com/api/webhooks/12345/" + tail: "a webhook",
		"":                                   "",
		"ghp_short1":                         "",
		"xghp_" + tail:                       "",
		"web-ghp_" + tail:                    "a token of GitHub",
		"ghp_" + strings.Repeat("x", 36):     "",
		"ghp_" + strings.Repeat("a", 36):     "",
		"glpat-example" + tail[:20]:          "",
		"AKIA" + "IOSFODNN7EXAMPLE":          "",
		"AKIA" + "q3egrigz7xnm2pqr":          "",
		"SG" + tail + tail:                   "",
		"sha256:" + strings.Repeat("1a", 32): "",
		"eyJhbGciOiJIUzI1NiJ9 is a header":   "",
		"-----BEGIN PRIVATE KEY-----\n…":     "",
		"-----BEGIN PUBLIC KEY-----\n" + strings.Repeat("bm90IGEga2V5", 4): "",
		"https://joe@example.com/x":                                        "",
		"https://example.com/a:b@c":                                        "",
		"https://joe:${PW}@example.com":                                    "",
		"https://${USER}:x@example.com":                                    "",
		"https://joe:<password>@example.com":                               "",
		"https://joe:***@example.com":                                      "",
		"ENC[AES256_GCM,data:ghp_" + tail + "]":                            "",
	} {
		assert.Equal(t, credential.Find(text), want, text)
	}
}

func TestKindOf(t *testing.T) {
	for name, want := range map[string]credential.Kind{
		"password": credential.Password, "DB_PASSWORD": credential.Password, "adminPassword": credential.Password,
		"redis-passwd": credential.Password,
		"dbPass":       credential.Password, "pwd": credential.Password, "sshPassphrase": credential.Password,
		"token": credential.Token, "apiKey": credential.Token, "API_KEY": credential.Token, "api-key": credential.Token,
		"clientSecret":    credential.Token,
		"secretAccessKey": credential.Token, "privateKey": credential.Token, "connectionString": credential.Connection,
		"": credential.None, "x": credential.None, "key": credential.None, "tokenTTL": credential.None,
		"passwordKey": credential.None, "tokenKey": credential.None,
		"admin-pass": credential.Password, "REDIS_PASS": credential.Password, "auth": credential.Basic,
		"client-key-data": credential.Token, "sig": credential.Signature, "client-certificate-data": credential.None,
		"compass": credential.None, "basicAuth": credential.Basic,
		"secretName": credential.None, "bypass": credential.None, "example.com/token": credential.None,
		"example.com/db-password": credential.Password, "password2": credential.Password, "apiKey01": credential.Token,
		"sha1": credential.None, "oauth2": credential.Basic, "12345": credential.None, "/": credential.None,
		"publicKey":                       credential.None,
		strings.Repeat("x", 60) + "token": credential.None,
	} {
		assert.Equal(t, credential.KindOf(name), want, name)
	}
}

func TestNamed(t *testing.T) {
	for kind, texts := range map[credential.Kind]map[string]bool{
		credential.Password: {
			"hunter2": true, "P@ssw0rd": true, "S3cret!": true, "12345678": true, "changeme": true, "ChangeMe": true,
			"correct-horse1x": true, "pa$$word": true,
			"abc": false, "kubernetes": false, "redis-password": false, "redis-password-2": false, "DB_PASSWORD": false,
			"db-creds-7f9c2": false, "two words 1": false,
			"secret/app#password1": false, "./password1": false, "password1.txt": false, "$DB_PASSWORD": false, "%PW%": false,
			"$2y$10$" + tail: false,
			"REPLACE_ME_1":   false, "your-password-1": false, "__PW1__": false, "@@pw1@@": false, "vault:x#1a2b": false,
			"((pw1))": false,
		},
		credential.Token: {
			"5f4dcc3b5aa765d61d8327de": true, "k7Gq2pXw9Zt4Lm1v": true, "aGVsbG8gd29ybGQ1/1+x==": true,
			"3f2a1b9c-0d1e-4f5a-8b7c-6d5e4f3a2b1c": true,
			"hunter2":                              false, "24h30m15s": false, "kubernetes": false, "my-token-secret-2": false,
			"4096000000000":                    false,
			"https://sso.example.com/1":        false,
			"projects/123456789012/secrets/db": false, "v1.22.333-alpha4": false, "accessKey1": false,
			"1234567890 abcdef": false,
		},
		credential.Connection: {
			"Server=db;Password=hunter2": true, "host=db user=x password=hunter2": true,
			"Server=db;Password=${PW}": false, "Server=db;Integrated Security=true": false, "hunter2!!": false,
		},
		credential.None: {"hunter2": false, "P@ssw0rd": false},
	} {
		for text, want := range texts {
			assert.Equal(t, credential.Named(kind, text), want, "%s: %s", kind, text)
		}
	}
}

func TestNamesSecret(t *testing.T) {
	for name, want := range map[string]bool{
		"existingSecret": true, "existingSecretName": true, "secretName": true, "tlsSecretName": true, "secretRef": true,
		"valueFromSecretKeyRef": true,
		"secret":                false, "secretKey": false, "name": false,
	} {
		assert.Equal(t, credential.NamesSecret(name), want, name)
	}
	for name, want := range map[string]bool{"secretKeys": true, "secretKeyRef": true, "secretRef": true,
		"keyMapping": true, "auth": false, "keys": false} {
		assert.Equal(t, credential.NamesKeys(name), want, name)
	}
}

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("server: {listen: 8080, root: /var/www, index: [index.html], name: shop.example.com}\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if credential.Find(text) != "" {
			b.Fatal("found")
		}
	}
}
