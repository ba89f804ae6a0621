package conformance

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestFleets checks the objects of testdata/fleets, which people wrote: an application for objects that Flux refuses
// would show nothing.
func TestFleets(t *testing.T) {
	for _, file := range files(t, "../fleets/*/want.yaml") {
		opts, docs := emitted, bytes.Split(readFile(t, file), []byte("\n---\n"))
		for i, doc := range docs {
			cluster, ok := strings.CutPrefix(firstLine(doc), "# cluster ")
			if ok {
				opts.Servers = append(opts.Servers, cluster)
			}
			docs[i] = patched(doc)
		}
		count, err := checker.Check(bytes.Join(docs, []byte("\n---\n")), opts)
		assert.Check(t, err, "%s", file)
		assert.Equal(t, count, len(docs), "%s", file)
	}
}

func firstLine(doc []byte) string {
	line, _, _ := strings.Cut(string(doc), "\n")
	return line
}

// patched adds the interval that a patch of its parent gives to a Kustomization of a fleet.
func patched(doc []byte) []byte {
	if !bytes.Contains(doc, []byte("\nkind: Kustomization\n")) || bytes.Contains(doc, []byte("\n  interval: ")) {
		return doc
	}
	return bytes.Replace(doc, []byte("\nspec:\n"), []byte("\nspec:\n  interval: 1h\n"), 1)
}
