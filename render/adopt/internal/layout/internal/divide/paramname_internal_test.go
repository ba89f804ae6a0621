package divide

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestParamName names params by the text in front of them and by the keys that lead to the text, separated by dots.
func TestParamName(t *testing.T) {
	for _, c := range []struct{ before, keys, want string }{
		{"https://", "values.loginURL", "loginHost"},
		{"https://", "values.url", "host"},
		{"https://", "values.database.url", "databaseHost"},
		{"postgres://shop@", "values.database.url", "databaseHost"},
		{"postgres://shop:", "values.database.url", "databasePort"},
		{"https://x/", "values.auth", "auth"},
		{"", "values.ingress.hosts.host", "host"},
		{"", "values.ingress.hosts", "host"},
		{"", "values.env.LOG_LEVEL.value", "logLevel"},
		{"", "", "value"},
		{"- op: replace\n  path: /spec/replicas\n  value: ", "patches.patch", "replicas"},
		{"- op: replace\n  path: /spec/rules/0\n  value:\n    host: ", "patches.patch", "host"},
		{"- op: add\n  path: \"/spec/rules/0/host\"\n  value: \"", "patches.patch", "host"},
		{"args:\n- --listen=0.0.0.0\n- --log-level=", "patches.patch", "logLevel"},
		{"spec:\n  url: oci://", "patches.patch", "host"},
		{"[server]\nurl = https://", "values.config", "host"},
		{"metadata:\n  name: ", "patches.patch", "name"},
		{"3d = ", "values.config", "d"},
	} {
		assert.Check(t, paramName(c.before, strings.Split(c.keys, ".")) == c.want, "%q %s: %s", c.before, c.keys,
			paramName(c.before, strings.Split(c.keys, ".")))
	}
}
