package folder_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
)

// TestUTF8 reads both orders of bytes, characters of two units, and a text that ends in half a character.
func TestUTF8(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                                "plain",
		"":                                     "",
		"\xff\xfea\x00\xfc\x00":                "aü",
		"\xfe\xff\x00a\x00\xfc":                "aü",
		"\xff\xfe\x3d\xd8\x00\xde":             "😀",
		"\xff\xfea\x00b":                       "a",
		"\xff\xfe\x00\xd8":                     "\ufffd",
		"\xef\xbb\xbfa":                        "\ufeffa",
		strings.Repeat("\xfe", 3) + "\x00\x01": strings.Repeat("\xfe", 3) + "\x00\x01",
	} {
		assert.Check(t, string(folder.UTF8([]byte(text))) == want, "%q: %q", text, folder.UTF8([]byte(text)))
	}
}

func TestSlip(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "is empty",
		" \r\n\n":                           "is empty",
		"\ufeff\n":                          "is empty",
		"NAME   AGE   READY\nweb   1d":      "is the table that kubectl prints without -o yaml",
		"\nNAMESPACE NAME\n":                "is the table that kubectl prints without -o yaml",
		"No resources found\n":              `begins with a message of kubectl, "No resources found"`,
		"Warning: v1 is old\nkind: List":    `begins with a message of kubectl, "Warning: v1 is old"`,
		"E1123 04:00:00.0 memcache.go":      `begins with a message of kubectl, "E1123 04:00:00.0 memcache.go"`,
		"error: \x1b[31m\u202e":             `begins with a message of kubectl, "error: \x1b[31m\u202e"`,
		"NAME: x":                           "",
		"apiVersion: v1\nkind: List":        "",
		strings.Repeat("\n", 2000) + "a: b": "",
	} {
		got := folder.Slip([]byte(text))
		assert.Check(t, got == want, "%q: %s", text, got)
	}
	assert.Assert(t, len(folder.Slip([]byte("error: "+strings.Repeat("x", 1000)))) < 300)
}

func TestIsEmptyList(t *testing.T) {
	for text, want := range map[string]bool{
		"apiVersion: v1\nitems: []\nkind: List": true, "{\n  \"items\": [\n  ]\n}": true, `{"items": null}`: true,
		`{"apiVersion":"v1","items":[],"kind":"List"}`: true, "a: [items: []]": false,
		"items:\n- {}": false, "": false, "kind: Pod": false, "x: 'items: []'": false,
	} {
		assert.Check(t, folder.IsEmptyList([]byte(text)) == want, text)
	}
}
