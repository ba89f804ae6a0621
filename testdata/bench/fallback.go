package main

import "strings"

// rare are what fluxapp leaves to the library for YAML, each as an old and a new text. Only the first place is
// replaced.
var rare = []struct{ name, old, new string }{
	{"a tag", "className: nginx", "className: !!str nginx"},
	{"a directive", "apiVersion:", "%YAML 1.1\n---\napiVersion:"},
}

// fallback compares a document that is left to the library with the same document without the reason for that.
func (b bench) fallback() (rows []row, err error) {
	text := string(explicit(b.fleet(b.few)))
	for _, r := range rare {
		plain, file, err := b.versions(text, strings.Replace(text, r.old, r.new, 1))
		if err != nil {
			return nil, err
		}
		slow, fast := b.renders("fluxapp", file), b.renders("fluxapp", plain)
		if err := byTurns(b.runs, slow, fast); err != nil {
			return nil, err
		}
		of := " of the whole command on explicit entries with " + r.name + ", to the same without"
		rows = append(rows, compare("8", "CPU"+of, slow, fast, cpu), comparePeaks("8", "peak memory"+of, slow, fast))
	}
	return rows, nil
}
