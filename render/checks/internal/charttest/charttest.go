// Package charttest has charts for the tests of what reads them. Only tests import it.
package charttest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Folder returns files as a file system.
func Folder(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// Packed returns a .tgz with files below a folder, in the order of their names.
func Packed(t testing.TB, top string, files map[string]string) string {
	t.Helper()
	var headers []tar.Header
	for _, name := range slices.Sorted(maps.Keys(files)) {
		headers = append(headers, tar.Header{Name: top + "/" + name, Typeflag: tar.TypeReg, Size: int64(len(files[name]))})
	}
	return Archive(t, headers, func(i int) string { return files[strings.TrimPrefix(headers[i].Name, top+"/")] })
}

// Archive returns a .tgz with files in an order, each with the content for its index.
func Archive(t testing.TB, headers []tar.Header, content func(int) string) string {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	for i := range headers {
		assert.NilError(t, archive.WriteHeader(&headers[i]))
		_, err := archive.Write([]byte(content(i)))
		assert.NilError(t, err)
	}
	assert.NilError(t, archive.Close())
	assert.NilError(t, zip.Close())
	return out.String()
}

// Files returns the files of a chart: name, version, values.yaml and values.schema.json; empty is left out.
func Files(name, version, defaults, schema string) map[string]string {
	files := map[string]string{"Chart.yaml": "apiVersion: v2\nname: " + name + "\nversion: " + version + "\n",
		"values.yaml": defaults}
	if schema != "" {
		files["values.schema.json"] = schema
	}
	return files
}

// Within puts files below a folder.
func Within(top string, files map[string]string, more ...map[string]string) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		all[top+"/"+name] = text
	}
	for _, other := range more {
		maps.Copy(all, other)
	}
	return all
}

// Text returns problems as the lines of a report.
func Text(problems []finding.Problem) string {
	return finding.Locate(problems).String()
}

// Inline returns the values of a document, as a release has them.
func Inline(t testing.TB, text string) tree.Node {
	t.Helper()
	docs, _ := tree.Parse("", []byte(text))
	if text == "" {
		return tree.Node{}
	}
	assert.Equal(t, len(docs), 1, text)
	return docs[0].Root()
}

// Large returns a chart with a schema of about 60 kB, and 300 values for it.
func Large(t testing.TB) (map[string]string, string) {
	var schema, defaults, inline strings.Builder
	schema.WriteString(`{"type":"object","$defs":{"port":{"type":"integer","minimum":1,"maximum":65535}},"properties":{`)
	for i := range 60 {
		if i > 0 {
			schema.WriteString(",")
		}
		fmt.Fprintf(&schema, `"part%d":{"type":"object","additionalProperties":false,"description":%q,"properties":{`+
			`"enabled":{"type":"boolean"},"port":{"$ref":"#/$defs/port"},"name":{"type":"string","pattern":"^[a-z0-9-]*$"},`+
			`"policy":{"enum":["Always","Never","IfNotPresent"]},"labels":{"additionalProperties":{"type":"string"}},`+
			`"env":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}},`+
			`"size":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`, i, strings.Repeat("what it is for ", 30))
		fmt.Fprintf(&defaults, "part%d: {enabled: false, port: 80, name: a, policy: Always, labels: {}, env: []}\n", i)
		if i < 50 {
			fmt.Fprintf(&inline, "part%d: {enabled: true, port: 8080, name: b, labels: {a: b}, env: [{name: x}], size: 1}\n", i)
		}
	}
	schema.WriteString("}}")
	assert.Assert(t, schema.Len() > 50_000 && schema.Len() < 70_000, schema.Len())
	return Files("a", "1.0.0", defaults.String(), schema.String()), inline.String()
}
