package credential_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
)

func inBase64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// wrapped has lines of 64 characters, as base64 -w 64 prints it.
func wrapped(text string) string {
	var b strings.Builder
	for ; len(text) > 64; text = text[64:] {
		b.WriteString(text[:64] + "\n  ")
	}
	return b.String() + text
}

// pem returns a block of PEM.
func pem(what string) string {
	return "-----BEGIN " + what + "-----\n" + strings.Repeat("bm90IGEga2V5", 5) + "\n-----END " + what + "-----\n"
}

// TestFindWebhook has addresses that let in whoever knows them, and what only looks like them.
func TestFindWebhook(t *testing.T) {
	for text, want := range map[string]string{
		"https://hooks.slack.com/workflows/T1/A2/" + tail:                                         "a webhook",
		"https://discordapp.com/api/webhooks/12345/" + tail:                                       "a webhook",
		"https://acme.webhook.office.com/webhookb2/" + tail:                                       "a webhook",
		"https://open.feishu.cn/open-apis/bot/v2/hook/3f2a1b9c-0d1e-4f5a-8b7c-6d5e4f3a2b1c":       "a webhook",
		"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=3f2a1b9c-0d1e-4f5a-8b7c-6d5e4f3a2b": "a webhook",
		"https://api.telegram.org/bot123456789:" + tail + "/sendMessage":                          "a webhook",
		"AGE-SECRET-KEY-1" + strings.Repeat("QG2C7XW9", 7):                                        "a private key of age",

		"https://hooks.slack.com/services/T00000000/B00000000/" + strings.Repeat("X", 24): "",
		"https://hooks.slack.com/services/${SLACK_PATH_1234567890}":                       "",
		"https://hooks.slack.com/services/<your-path-in-slack-1234567>":                   "",
		"https://hooks.slack.com/services/":                                               "",
		"https://discord.com/channels/12345678901234567890/1":                             "",
		"https://api.example.com/hooks/github?branch=main&signature=none":                 "",
	} {
		assert.Equal(t, credential.Find(text), want, text)
	}
}

// TestFindEncoded looks into base64: of a key, of a kubeconfig, of what has that again.
func TestFindEncoded(t *testing.T) {
	kubeconfig := "apiVersion: v1\nkind: Config\nusers:\n- name: x\n  user:\n    client-key-data: " +
		inBase64(pem("RSA PRIVATE KEY")) + "\n"
	for name, c := range map[string]struct{ text, want string }{
		"a key":                  {inBase64(pem("PRIVATE KEY")), "a private key"},
		"a key on lines":         {"key: |\n  " + wrapped(inBase64(pem("PRIVATE KEY"))), "a private key"},
		"a key of SSH":           {inBase64(pem("OPENSSH PRIVATE KEY")), "a private key"},
		"a certificate in front": {inBase64(pem("CERTIFICATE") + pem("PRIVATE KEY")), "a private key"},
		"a kubeconfig":           {kubeconfig, "a private key"},
		"a kubeconfig in base64": {inBase64(kubeconfig), "a private key"},
		"a dockerconfigjson": {inBase64(`{"auths":{"registry.example.com":{"auth":"` + inBase64("joe:hunter2") + `"}}}`),
			"a password in base64"},
		"settings":  {inBase64("host: db.example.com\nuser: joe\npassword: hunter2\n"), "a password"},
		"a bundle":  {pem("CERTIFICATE") + pem("PRIVATE KEY"), "a private key"},
		"short JWT": {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0." + tail, "a JSON web token"},
		"encrypted JWT": {"eyJhbGciOiJSU0EtT0FFUCJ9." + tail + "." + tail[:16] + "." + tail + "." + tail[:22],
			"a JSON web token"},

		"a certificate":        {inBase64(pem("CERTIFICATE")), ""},
		"certificates":         {pem("CERTIFICATE") + pem("CERTIFICATE"), ""},
		"a public key":         {inBase64(pem("PUBLIC KEY")), ""},
		"a certificate inside": {"caBundle: " + inBase64(pem("CERTIFICATE")), ""},
		"text":                 {inBase64("server: {listen: 8080, root: /var/www, name: shop.example.com}"), ""},
		"a placeholder":        {inBase64("host: db.example.com\nuser: joe\npassword: ${PASSWORD}\n"), ""},
		"bytes":                {base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\x00\x9f\x1e", 40))), ""},
		"a commit":             {"main@sha1:0123456789abcdef0123456789abcdef01234567", ""},
		"a digest":             {"ghcr.io/acme/web@sha256:" + strings.Repeat("0123456789abcdef", 4), ""},
		"an integrity":         {"sha512-" + strings.Repeat("k7Gq2pXw9Zt4Lm1v", 5) + "==", ""},
		"dotted names":         {"eyJobService.eyJobController.metrics.example.com", ""},
		"a long path":          {"/usr/local/share/applications/configuration/of/the/whole/application", ""},
	} {
		assert.Equal(t, credential.Find(c.text), c.want, name)
	}
}

// TestInText finds values by the names in a text.
func TestInText(t *testing.T) {
	for text, want := range map[string]string{
		"user: joe\npassword: hunter2\n":                                             "hunter2",
		"PASSWORD=hunter2\nLEVEL=debug":                                              "hunter2",
		"export DB_PASSWORD='hunter2'":                                               "hunter2",
		`{"user":"joe","password":"hunter2"}`:                                        "hunter2",
		"mysql --user joe --password hunter2 shop":                                   "hunter2",
		"machine example.com login joe password hunter2":                             "hunter2",
		"requirepass hunter2":                                                        "hunter2",
		"<server><id>x</id><password>hunter2</password></server>":                    "hunter2",
		"- name: LEVEL\n  value: a1b2c3d4e5\n- name: PASSWORD\n  value: q1w2e3r4\n":  "q1w2e3r4",
		"- value: q1w2e3r4\n  name: PASSWORD\n- value: debug\n":                      "q1w2e3r4",
		"- {name: PASSWORD, value: q1w2e3r4}":                                        "q1w2e3r4",
		"{\n  \"name\": \"PASSWORD\",\n  \"value\": \"q1w2e3r4\"\n}":                 "q1w2e3r4",
		"<property>\n<name>fs.secret.key</name>\n<value>k7Gq2pXw9Zt4Lm1v</value>":    "k7Gq2pXw9Zt4Lm1v",
		"- op: add\n  path: /data/password\n  value: q1w2e3r4":                       "q1w2e3r4",
		"- op: add\n  value: k7Gq2pXw9Zt4Lm1v\n  path: /spec/api~1token":             "k7Gq2pXw9Zt4Lm1v",
		`[{"op":"add","path":"/stringData/DB_PASSWORD","value":"q1w2e3r4"}]`:         "q1w2e3r4",
		"- path: /data/level\n  value: q1w2e3r4\n- path: /spec/replicas\n  value: 3": "",
		"items:\n- key: web\n  path: db/password\nvalue: ${PASSWORD}":                "",
		"users:\n- name: x\n  user: {token: k7Gq2pXw9Zt4Lm1v}":                       "k7Gq2pXw9Zt4Lm1v",
		"Bearer abcdef0123456789abcdef":                                              "abcdef0123456789abcdef",
		"Authorization: bearer " + tail:                                              tail,
		`curl -H "Authorization: Bearer ` + tail + `" https://x`:                     tail,
		"Basic " + inBase64("user:hunter2"):                                          inBase64("user:hunter2"),
		"ApiKey 3f2a1b9c-0d1e-4f5a-8b7c-6d5e4f3a2b1c":                                "3f2a1b9c-0d1e-4f5a-8b7c-6d5e4f3a2b1c",
		"https://x.blob.core.windows.net/c?sv=2020&sig=abcDEF123%3D":                 "abcDEF123%3D",
		"sv=2020-08-04&ss=b&sig=" + tail + "&st=1":                                   tail,
		"https://b.s3.amazonaws.com/k?X-Amz-Signature=" + tail:                       tail,
		"https://api.example.com/v1?access_token=" + tail + "&page=1":                tail,
		"https://oapi.dingtalk.com/robot/send?access_token=" + tail:                  tail,
		"https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=" + tail:       tail,
		"https://maps.example.com/?key=" + tail:                                      tail,
		"https://maps.example.com/?z=4&key=" + tail:                                  tail,
		"https://example.com/key=" + tail:                                            "",
		`data["token"] == "` + tail + `"`:                                            tail,
		"data.password != 'q1w2e3r4' && data.ready":                                  "q1w2e3r4",
		"data.password == '' || data.key == 'q1w2e3r4'":                              "",

		"Bearer ${TOKEN}": "", "Bearer {{ .token }}": "", "Bearer <token>": "", "Bearer $(cluster.params.token)": "",
		"Bearer authentication is required": "", "Basic authentication": "", "Basic dGVzdA==": "", "basic: true": "",
		"Basic " + inBase64("user:${PASSWORD}"):                                               "",
		"https://api.example.com/v1?access_token=$TOKEN":                                      "",
		"https://api.example.com/v1?token=<your-token-12>":                                    "",
		"https://api.example.com/v1?page=1234567890abcdef&sha256=" + strings.Repeat("1a", 32): "",
		"https://api.example.com/v1?signature=none":                                           "",
		`_auth=` + inBase64("joe:hunter2"):                                                    inBase64("joe:hunter2"),
		"password:\n  secretKeyRef: {name: web, key: password}":                               "",
		"existingSecret: web-1a2b3c4d5e\nsecretKeys: {adminPasswordKey: password-1}":          "",
		"- name: PASSWORD\n  valueFrom: {secretKeyRef: {name: web, key: password}}":           "",
		"- name: PASSWORD\n  value: ${PASSWORD}":                                              "",
		"password: {{ .Values.password }}":                                                    "",
		"password: <password>":                                                                "",
		"pg_dump --no-password --file=/backup/x1.sql":                                         "",
		"the password of joe is in the Secret web":                                            "",
		"auth: basic\nauthentication: true":                                                   "",
		"tokenTTL: 24h0m0s\npasswordPolicy: a1b2c3d4":                                         "",
		"image: web@sha256:" + strings.Repeat("1a", 32):                                       "",
		"": "",
	} {
		value, kind := credential.InText(text)
		assert.Equal(t, value, want, text)
		assert.Equal(t, kind == credential.None, want == "", text)
	}
}

// TestIsPrivate hides a webhook of which nobody knows whether it is an example.
func TestIsPrivate(t *testing.T) {
	for text, want := range map[string]bool{
		"https://hooks.slack.com/services/T00000000/B00000000/" + strings.Repeat("X", 24): true,
		"https://hooks.slack.com/services/<path>":                                         false,
		"https://hooks.slack.com/services/$(cluster.params.hook)":                         false,
		"ghp_" + tail: true, "web": false,
	} {
		assert.Equal(t, credential.IsPrivate(text), want, text)
	}
}
