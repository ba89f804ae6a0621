package yamltest

import "strings"

var (
	comments = []string{"# a comment", "#", "# é", "#a", "## b: c", "# - a", "# it's \"quoted", "# {a: b}", "# {{ .x }}",
		"#\ttab"}
	setters = []string{`# {"$imagepolicy": "apps:podinfo"}`, `# {"$imagepolicy": "apps:podinfo:tag"}`,
		`# {"$kpt-set": "x"}`, `#{"$x": 1}`}

	words = []string{
		"a", "b", "name", "value", "apps", "podinfo", "two words", "three words here", "ghcr.io/a/b:6.5.4",
		"https://a.example/b#c", "1h", "5m", "6.5.4",
		"$(cluster.name)", "a#b", "a:b", "a-b", "x  y", "é", "日本 語", "😀", "it's", "say \"x\"", "a\\b", "a@b", "a&b", "a*b",
		"a!b", "a|b", "a>b", "a%b", "a`b", "a=b", "<<x", "a - b",
	}
	oddWords = []string{
		"on", "off", "yes", "n", "true", "false", "True", "null", "~", "0", "-1", "+1", "0123", "0o14", "0x1f", "0b11",
		"1.10", "1.5", "1e3", ".5", "1.", "1_000", "12:30", "2024-01-01",
		"2024-01-01T10:00:00Z", ".inf", "-.inf", ".nan", "18446744073709551615", "18446744073709551616", "1e400", "-0", "=",
		"<<", "--x", "-x", "-a b",
	}
	// plain outside of flow style only
	outside = []string{"https://a.example/b?c=d#e", "${VAR}", "a ? b", "a, b", "a]b", "a}b", "a[b", "a{b", "a,b"}

	doubles = []string{"", "a", "a b", "a: b", "# c", " a ", "it's", `\n`, `a\tb`, `\"`, `\\`, `\x41`, `\u00e9`,
		`\U0001F600`, `a\ b`, `\0\a\b\e\f\r\v`, `\_\N\L\P`, "é", "{{ .x }}", "*a", "&a", "1", "on", "null", "a,b", "[", "{",
		`\\\"`, "😀", "a\tb", "%", "- a"}
	singles = []string{"", "a", "a b", "a: b", "# c", " a ", "it''s", "''", "a\\nb", "\\", "é", "{{ .x }}", "*a", "1",
		"on", "~", "a,b", "]", "\"", "😀", "a\tb", "%", "? x"}
)

// key writes a key that the map does not have yet.
func (w *writer) key(known map[string]bool, flow bool) {
	plain := func(key string) string { return strings.Trim(key, `"' `) }
	key := w.keyText(flow)
	for known[plain(key)] && w.IntN(500) > 0 {
		key = w.keyText(flow)
	}
	known[plain(key)] = true
	w.write(key)
}

var (
	keys = []string{"a", "b", "c", "name", "spec", "values", "image", "app.kubernetes.io/name", "a-b", "a_b",
		"two words", "é", "日本", "k1", "k2", "k10", "a#b", "a:b", "x.y/z", "$(x)", "it's", "a?", "a, b"}
	oddKeys = []string{"on", "y", "no", "1", "1.5", "0x10", "true", "1.10", "-1", "-a", "2024-01-01", "a b  c", "=",
		"0123"}
)

func (w *writer) keyText(flow bool) string {
	switch {
	case w.IntN(300) == 0:
		return strings.Repeat("k", w.of(100, 127, 128, 129, 1000, 1022, 1023)) + w.pick([]string{"", "é", "x"})
	case w.may(w.quoted / 5):
		return `"` + w.pick([]string{"a", "b", "é", "a b", "x: y", "on", "1", "# c", `\u00e9`, `\"`, "{", "k,"}) + `"`
	case w.may(w.quoted / 8):
		return `'` + w.pick([]string{"a", "b", "é", "a b", "x: y", "on", "1", "# c", "it''s", "]", "k,"}) + `'`
	case w.may(w.odd / 4):
		return w.pick(oddKeys)
	}
	if flow {
		return w.pick(keys[:len(keys)-2])
	}
	key := w.pick(keys)
	if w.may(w.space / 2) {
		key += " "
	}
	return key
}

// scalar writes a scalar in one of the styles that flow collections have, too. Its other lines are indented so far.
func (w *writer) scalar(indent int, flow bool) {
	switch {
	case w.may(w.quoted):
		w.quotedScalar(indent)
	case w.may(w.odd):
		w.write(w.pick(oddWords))
	case !flow && w.IntN(500) == 0:
		w.write(w.pick([]string{":x", "?x"}))
	case !flow && w.IntN(12) == 0:
		w.write(w.pick(outside))
	default:
		w.write(w.pick(words))
		for w.may(w.nl) {
			w.newLine(indent)
			w.write(w.pick(words))
		}
	}
}

func (w *writer) newLine(indent int) {
	if w.may(w.space) {
		w.write("  ")
	}
	for w.write("\n"); w.IntN(4) == 0; w.write("\n") {
		w.margin(w.of(0, 0, indent, 1))
	}
	w.margin(indent + w.of(0, 0, 1, 3))
}

func (w *writer) quotedScalar(indent int) {
	quote, parts := `"`, doubles
	if w.IntN(2) == 0 {
		quote, parts = `'`, singles
	}
	w.write(quote, w.pick(parts))
	for w.may(w.nl) {
		if quote == `"` && w.IntN(4) == 0 {
			w.write(`\`)
		}
		w.newLine(indent)
		w.write(w.pick(parts))
	}
	w.write(quote)
}

var lines = []string{
	"text", "two words", "# no comment", "- item", "key: value", "é 日本", "  more", "    deep", "\ttab", "trailing  ",
	"\"quoted\"", "'", "|", "{}", "&x *y", "...", "--- x", "a\tb", "\\n", "😀", "{{ .x }}", "<<: *x",
}

// blockScalar writes a scalar in block style, with the end of its lines.
func (w *writer) blockScalar(indent int) {
	content := indent + w.of(w.indent, w.indent, w.indent, 1, 2)
	first := w.pick(lines)
	w.write(" ", w.pick([]string{"|", ">"}))
	how := []string{w.pick([]string{"", "", "-", "+"}), ""}
	if first[0] <= ' ' || w.IntN(12) == 0 {
		how[1] = string(rune('0' + content - indent))
	}
	if w.IntN(2) == 0 {
		how[0], how[1] = how[1], how[0]
	}
	w.write(how...)
	w.endLine()
	for w.IntN(8) == 0 {
		w.margin(w.IntN(content + 1))
		w.write("\n")
	}
	for line := first; ; line = w.pick(lines) {
		w.margin(content)
		w.write(line, "\n")
		for w.IntN(5) == 0 {
			w.margin(w.of(0, 0, content, content, content+2, max(content-1, 0)))
			w.write("\n")
		}
		if w.IntN(3) == 0 {
			return
		}
	}
}
