package finding_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

func TestRedact(t *testing.T) {
	token := "ghp_" + "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"
	key := "-----BEGIN RSA " + "PRIVATE KEY-----\n" + strings.Repeat("bm90IGEga2V5", 4) +
		"\n-----END RSA PRIVATE KEY-----\n"
	for _, test := range []struct{ path, text, want string }{
		{"spec.values.replicas", "3", "3"},
		{"spec.values.password", "x", "(hidden)"},
		{"spec.values.db[my.password]", "x", "(hidden)"},
		{"spec.values.tokens[0]", "x", "(hidden)"},
		{"spec.values.passwords.root", "hunter2", "(hidden)"},
		{"spec.values.passwords.length", "short", "short"},
		{"spec.values.password", "", ""},
		{"spec.values.token", "true", "true"},
		{"spec.values.tokenTTL", "3600", "3600"},
		{"spec.values.existingSecret", "web", "web"},
		{"spec.values.imagePullSecrets[0]", "registry", "registry"},
		{"spec.values.a", token, "(hidden)"},
		{"spec.values.a", "a: 1\nb: " + token + "\nc: 2", "a: 1\n(hidden)\nc: 2"},
		{"spec.values.a", "a: 1\nkey: |\n" + key, "(hidden)"},
		{"spec.url", "https://joe:hunter2@example.com", "(hidden)"},
		{"spec.values.args[0]", "--password=hunter2", "--password=(hidden)"},
		{"spec.values.args[0]", "--tokenfile=/etc/x", "--tokenfile=/etc/x"},
		{"spec.values.server", "Server=db;Password=hunter2", "Server=db;Password=(hidden)"},
		{"spec.values.password2", "q1w2", "(hidden)"},
		{"metadata.annotations[example.com/db-password]", "q1w2", "(hidden)"},
		{"metadata.annotations[example.com/token]", "q1w2", "q1w2"},
		{"spec.values.config", "user: web\r\n  'password': hunter2\r\nurl: a:b\n",
			"user: web\r\n  'password': (hidden)\r\nurl: a:b\n"},
		{"spec.values.config", `{"password":"hunter2","a":1}`, `{"password":(hidden)`},
		{"spec.values.config", "password: |", "password: |"},
		{"spec.values.config", "a:\n  password: >-\n    one\n\n    two\n  b: c\n",
			"a:\n  password: >-\n    (hidden)\n(hidden)\n    (hidden)\n  b: c\n"},
		{"spec.values.config", "password:\n  name: x\n", "password:\n  name: x\n"},
		{"spec.values.config", "password: 1234", "password: (hidden)"},
		{"spec.values.config", "PASSWORD=\nA=1", "PASSWORD=\nA=1"},
		{"spec.values.config", "- name: LEVEL\n  value: debug\n- name: PASSWORD\n  value: x\n- value: y\n  name: TOKEN\n",
			"- name: LEVEL\n  value: debug\n- name: PASSWORD\n  value: (hidden)\n- value: (hidden)\n  name: TOKEN\n"},
		{"spec.values.config", "- name: PASSWORD\n  value: |\n    x\n- name: A\n  value: b\n",
			"- name: PASSWORD\n  value: |\n    (hidden)\n- name: A\n  value: b\n"},
		{"spec.values.config", "[{\"name\":\"A\",\"value\":\"b\"}]", "[{\"name\":\"A\",\"value\":\"b\"}]"},
		{"spec.values.config", "{\"name\": \"PASSWORD\", \"value\": \"x\"}", "{\"name\": \"PASSWORD\", \"value\": (hidden)"},
		{"spec.values.command", "serve --password hunter2 --level debug", "serve --password (hidden)"},
		{"spec.values.command", "pg_dump --no-password --clean", "pg_dump --no-password --clean"},
		{"spec.values.command", "the password is known", "the password is known"},
		{"spec.values.config", "<a>x</a>\n<password>x</password>", "<a>x</a>\n<password>(hidden)"},
		{"spec.values.config", `{"auths":{"r":{"auth":"am9lOmh1bnRlcjI="}}}`, `{"auths":{"r":{"auth":(hidden)`},
		{"spec.values.auths.r.auth", "am9lOmh1bnRlcjI=", "(hidden)"},
		{"spec.values.auth", "basic", "basic"},
		{"spec.values.config", "auth: basic", "auth: basic"},
		{"spec.values.config", "a: b\nclient-key-data: LS0t\nclient-certificate-data: LS0t",
			"a: b\nclient-key-data: (hidden)\nclient-certificate-data: LS0t"},
		{"spec.values.headers",
			"Authorization: Bearer abcdef0123456789abcdef\nAccept: text", "Authorization: Bearer (hidden)\nAccept: text"},
		{"spec.values.hook", "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", "(hidden)"},
		{"spec.values.image", "web@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
			"web@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},
	} {
		shown, hidden := finding.Secrets{}.Redact(test.path, test.text)
		assert.Equal(t, shown, test.want, test.path)
		assert.Equal(t, hidden, test.want != test.text, test.path)
	}
}
