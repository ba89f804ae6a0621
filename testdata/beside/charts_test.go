package beside

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// charts serves the versions of the chart shop, and returns the address of the repository.
func charts(t *testing.T) string {
	t.Helper()
	template, err := os.ReadFile("charts/shop/templates/shop.yaml")
	assert.NilError(t, err)
	files, index := map[string][]byte{}, "apiVersion: v1\nentries:\n  shop:\n"
	for _, version := range []string{"1.5.0", "1.4.0", "1.3.0"} {
		file := fmt.Sprintf("shop-%s.tgz", version)
		files["/"+file] = archive(t, map[string]string{
			"shop/Chart.yaml":          fmt.Sprintf("{apiVersion: v2, name: shop, version: %s}\n", version),
			"shop/templates/shop.yaml": string(template),
		})
		index += fmt.Sprintf("  - {apiVersion: v2, name: shop, version: %s, urls: [%s]}\n", version, file)
	}
	files["/index.yaml"] = []byte(index)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, found := files[r.URL.Path]
		if !found {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(data)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func archive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	packed := gzip.NewWriter(&out)
	writer := tar.NewWriter(packed)
	for name, text := range files {
		assert.NilError(t, writer.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text))}))
		_, err := writer.Write([]byte(text))
		assert.NilError(t, err)
	}
	assert.NilError(t, writer.Close())
	assert.NilError(t, packed.Close())
	return out.Bytes()
}

// TestCommandsOf holds how commands are found in a page.
func TestCommandsOf(t *testing.T) {
	page := strings.ReplaceAll("~~~console\n$ a '\n    b'\none\ntwo\n$ c\n~~~\ntext\n~~~sh\nd\n~~~\n", "~", "`")
	assert.DeepEqual(t, fmt.Sprint(commandsOf(page)), fmt.Sprint([]shown{{"a '\n    b'\n", "one\ntwo\n"}, {"c\n", ""}}))
}
