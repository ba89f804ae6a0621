package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// mayBeOurs reports whether a file of a folder may hold documents of ours. Most do not, and need not even be YAML.
func mayBeOurs(data []byte) bool { return schema.MayHold(withoutZeros(data)) }

// withoutZeros makes the words readable in a text that was saved as UTF-16. Schema does not read it, and says so; left alone, it
// would take its clusters away.
func withoutZeros(data []byte) []byte {
	if len(data) > 1 && (data[0] == 0 || data[1] == 0 || data[0] == 0xff && data[1] == 0xfe || data[0] == 0xfe && data[1] == 0xff) {
		return bytes.ReplaceAll(data, []byte{0}, nil)
	}
	return data
}

// plainlyOurs is a line that only a document of ours has, unless it stands inside of another one.
var plainlyOurs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:[\s{]*"apiVersion"|'?apiVersion'?)\s*:\s*["']?gitops\.kubesphere\.io/`)
})

// mayBeTemplate reports whether a file of a folder, if it is no YAML, is none because Helm is to make it so. It is foreign
// then, but a broken document that says that it is ours is not.
func mayBeTemplate(data []byte) bool {
	return bytes.Contains(data, []byte("{{")) && !plainlyOurs().Match(data)
}

// isBroken reports whether a document cannot be read before Helm has replaced what is in {{ }}. To YAML, {{ x }} alone is a map whose
// key is a map, and "{{ x }}" is a string that is no name.
func isBroken(d *schema.Document) bool {
	return slices.ContainsFunc(d.Problems(), func(p schema.Problem) bool {
		return p.Code == schema.CodeSyntax || p.Code == schema.CodeKey || strings.Contains(p.Current, "{{")
	})
}
