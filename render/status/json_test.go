package status_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// everything is a status in which each field of the JSON occurs.
func everything(t *testing.T) status.Status {
	t.Helper()
	cart := strings.NewReplacer("name: shop, namespace", "name: cart, namespace",
		"sourceRef: {kind: HelmRepository, name: charts}", "helmRepository: {url: https://example.com, interval: 1h}").
		Replace(shop)
	result := renderText(t, standalone+"---\n"+cart, render.Options{})
	var observed status.Observed
	observe(t, &observed, "berlin",
		onServer(t, result.Objects[2], ready, "spec/interval", `"1m"`, "status/lastAppliedRevision", `"1.2.3"`))
	for _, o := range result.Objects {
		if o.ID().Server == "tokyo" {
			tokyo := `[` + strings.ReplaceAll(on("HelmRepository", "charts", "{}", notFetched("1", 2))+", "+
				onServer(t, o, not("False", "SourceNotReady", "m")), "\n", " ") + `]`
			text := []byte(`{"apiVersion": "v1", "kind": "List", "items": ` + tokyo + "}")
			assert.NilError(t, observed.AddFile("tokyo", "now.json", text))
			text = []byte(strings.NewReplacer(`"False"`, `"True"`, "SourceNotReady", "ChartNotReady").Replace(string(text)))
			text = []byte(strings.Replace(string(text), `"True", "reason": "ChartN`, `"False", "reason": "ChartN`, 1))
			assert.NilError(t, observed.AddFile("tokyo", "yesterday.json", text))
		}
	}
	observe(t, &observed, "nowhere")
	observe(t, &observed, "", onServer(t, result.Objects[0], strings.Replace(ready, `"True"`, `"False"`, 1)),
		onServer(t, result.Objects[1], ready))
	return status.Summarize(result, observed)
}

// TestReadmeHasTheJSON holds that the page describes each field that is printed, and no other.
func TestReadmeHasTheJSON(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	assert.NilError(t, err)
	_, page, _ := strings.Cut(string(readme), "## The JSON")
	top, ofObject, _ := strings.Cut(page, "An object of `objects` and `shared` has:")
	var described []string
	for prefix, table := range map[string]string{"": top, "object.": ofObject} {
		for _, row := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(table, -1) {
			for name := range strings.SplitSeq(row[1], ", ") {
				described = append(described, prefix+strings.Trim(name, "`"))
			}
		}
	}
	var out bytes.Buffer
	assert.NilError(t, everything(t).WriteJSON(&out))
	var all map[string]any
	assert.NilError(t, json.Unmarshal(out.Bytes(), &all))
	printed := map[string]bool{}
	collectFields(printed, "", all)
	slices.Sort(described)
	assert.DeepEqual(t, described, slices.Sorted(maps.Keys(printed)))
}

// collectFields collects the paths of the fields of a value, the paths of all objects as one.
func collectFields(into map[string]bool, path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for key, below := range value {
			field := strings.TrimPrefix(path+"."+key, ".")
			into[field] = true
			collectFields(into, field, below)
		}
	case []any:
		for _, item := range value {
			switch {
			case path == "findings":
			case path == "over": // as causes
				collectFields(into, "causes[]", item)
			case strings.HasSuffix(path, "objects"), strings.HasSuffix(path, "shared"):
				collectFields(into, "object", item)
			default:
				collectFields(into, path+"[]", item)
			}
		}
	}
}

// full fails after some bytes.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestWriteJSONFails returns the error of the writer.
func TestWriteJSONFails(t *testing.T) {
	s := everything(t)
	assert.ErrorIs(t, s.WriteJSON(&full{10}), errFull)
	assert.NilError(t, s.WriteJSON(&full{1 << 20}))
	assert.NilError(t, status.Status{}.WriteJSON(&full{1 << 20}))
}
