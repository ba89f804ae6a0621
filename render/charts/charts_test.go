package charts

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// folder returns files as a file system.
func folder(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// packed returns a .tgz with files below a folder, in the order of their names.
func packed(t testing.TB, top string, files map[string]string) string {
	t.Helper()
	var headers []tar.Header
	for _, name := range slices.Sorted(maps.Keys(files)) {
		headers = append(headers, tar.Header{Name: top + "/" + name, Typeflag: tar.TypeReg, Size: int64(len(files[name]))})
	}
	return archiveOf(t, headers, func(i int) string { return files[strings.TrimPrefix(headers[i].Name, top+"/")] })
}

func archiveOf(t testing.TB, headers []tar.Header, content func(int) string) string {
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

// chartOf returns the files of a chart: name, version, values.yaml and values.schema.json; empty is left out.
func chartOf(name, version, defaults, schema string) map[string]string {
	files := map[string]string{"Chart.yaml": "apiVersion: v2\nname: " + name + "\nversion: " + version + "\n",
		"values.yaml": defaults}
	if schema != "" {
		files["values.schema.json"] = schema
	}
	return files
}

// within puts files below a folder.
func within(top string, files map[string]string, more ...map[string]string) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		all[top+"/"+name] = text
	}
	for _, other := range more {
		maps.Copy(all, other)
	}
	return all
}

// checkOf returns the check of the only chart, which is called a.
func checkOf(t testing.TB, files map[string]string) render.ChartCheck {
	t.Helper()
	var c Charts
	assert.Equal(t, textOf(c.Add(folder(files), "charts", "")), "")
	check, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a"})
	assert.Equal(t, textOf(problems), "")
	return check
}

// textOf returns problems as the lines of a report.
func textOf(problems []finding.Problem) string {
	return finding.Locate(problems).String()
}

// inlineOf returns the values of a document, as a release has them.
func inlineOf(t testing.TB, text string) tree.Node {
	t.Helper()
	docs, _ := tree.Parse("", []byte(text))
	if text == "" {
		return tree.Node{}
	}
	assert.Equal(t, len(docs), 1, text)
	return docs[0].Root()
}

func problemsOf(t testing.TB, files map[string]string, inline string) string {
	t.Helper()
	return textOf(checkOf(t, files).Problems(render.Values{Inline: inlineOf(t, inline)}))
}
