package main

import (
	"maps"
	"slices"
	"strings"
)

// wrongScalars are what people write in the place of something else.
var wrongScalars = []string{
	"null", `""`, "true", "5", "-1", "1.5", "[]", "{}", "[x]", "{a: b}", "Bad_Name", "UPPER", "a b",
	strings.Repeat("long-", 14) + "name", "$(cluster.nope)",
	`"$(cluster.labels['nope'])"`, `"$(cluster.name"`, `"$(cluster.params.zones)"`, "${X}", "{{ .Values.x }}", "*unknown",
	"!!str 5", "!custom x", "on", "0123", "2025-01-01", "1d", "10 m",
	"https://example.com", "v1", `"\u00e9"`, "'it''s'", `"a\nb"`, "1.10", "\"10m\"", "tru", "~", "%", "@x", "`x`",
	"a: b: c", "[a", "\"open",
}

// mutate makes one thing of the documents wrong, or only unusual.
func (g *generator) mutate(docs []*node) {
	doc := docs[g.c.IntN(len(docs))]
	var parents []*node
	doc.walk(func(n *node) {
		if len(n.values) > 0 {
			parents = append(parents, n)
		}
	})
	n := parents[g.c.IntN(len(parents))]
	if n == doc && g.chance(80) { // apiVersion and kind are wrong often enough
		n = parents[g.c.IntN(len(parents))]
	}
	i := g.c.IntN(len(n.values))
	switch g.c.IntN(13) {
	case 0, 1:
		n.remove(i)
	case 2, 3, 4:
		n.values[i] = text(g.one(wrongScalars...))
	case 5:
		if n.kind == object {
			n.keys[i] = g.slip(n.keys[i])
		}
	case 6:
		if n.kind == object {
			n.add(n.keys[i], n.values[i].clone())
		} else {
			n.values = append(n.values, n.values[i].clone())
		}
	case 7:
		n.values[i] = items(n.values[i])
	case 8: // somewhere else
		other := parents[g.c.IntN(len(parents))]
		if other.kind == object && n.kind == object && other != n.values[i] {
			other.add(n.keys[i], n.values[i].clone())
		}
	case 9: // twice the same document
		if g.chance(30) {
			docs[g.c.IntN(len(docs))] = doc.clone()
		}
	case 10:
		if len(n.values[i].values) > 0 {
			n.values[i] = n.values[i].values[0]
		}
	case 11:
		if n.kind == object {
			n.add(g.one("extra", "intervl", "Values", "spec", "kubeconfig", "sourceref", "limits", "tenancy", "notification",
				"imageAutomation", "bases", "name", "disable"), text(g.one(wrongScalars...)))
		}
	case 12:
		n.values[i].anchor = "a"
	}
}

// slip writes a key wrong.
func (g *generator) slip(key string) string {
	if len(key) < 2 {
		return key + "x"
	}
	i := g.c.IntN(len(key) - 1)
	switch g.c.IntN(4) {
	case 0:
		return key[:i] + key[i+1:]
	case 1:
		return key[:i] + key[i+1:i+2] + key[i:i+1] + key[i+2:]
	case 2:
		return strings.ToUpper(key[:1]) + key[1:]
	}
	return strings.ToLower(key) + "s"
}

// spoil changes the text of a file: as editors, Windows and merges do.
func (g *generator) spoil(files map[string][]byte) {
	names := slices.Sorted(maps.Keys(files))
	name := names[g.c.IntN(len(names))]
	lines := slices.Collect(strings.Lines(string(files[name])))
	i := g.c.IntN(len(lines))
	switch g.c.IntN(9) {
	case 0:
		lines = slices.Delete(lines, i, i+1)
	case 1:
		lines = slices.Insert(lines, i, lines[i])
	case 2:
		lines[i] = "\t" + lines[i]
	case 3:
		lines[i] = " " + lines[i]
	case 4:
		files[name] = []byte(strings.ReplaceAll(string(files[name]), "\n", "\r\n"))
		return
	case 5:
		files[name] = append([]byte("\ufeff"), files[name]...)
		return
	case 6:
		files[name] = files[name][:g.c.IntN(len(files[name]))]
		return
	case 7:
		lines[i] = strings.TrimSuffix(lines[i], "\n") + " # a comment\n"
	case 8:
		lines = slices.Insert(lines, i, "<<<<<<< HEAD\n")
	}
	files[name] = []byte(strings.Join(lines, ""))
}
