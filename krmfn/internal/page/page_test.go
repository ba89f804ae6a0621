package page_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/page"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// app is an application on three clusters, one of which has a secret and markup.
const app = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  topology: Standalone
  clusters:
    - {name: berlin, labels: {region: eu}}
    - {name: oslo, labels: {region: eu}}
    - {name: tokyo, labels: {region: asia}}
  source:
    helmRepository: {url: "https://charts.example.com/<img src=x onerror=alert(1)>"}
  config:
    defaults: {values: {replicas: 2}}
    overrides:
      - clusters: [tokyo]
        values: {adminPassword: mellon, greeting: "</script><script>alert(1)</script><!-- \u2028"}
    helmRelease:
      chart: {chart: web, version: 1.2.0}
      deploy:
        - destination: {clusterSelector: {}}
`

func rendered(t *testing.T, text string) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("<b>.yaml", []byte(text)), render.Options{})
	assert.NilError(t, err)
	return result
}

func reportOf(t *testing.T, text string) page.Report {
	t.Helper()
	result := rendered(t, text)
	return page.Report{About: page.About{Title: "<script>alert(2)</script>"}, Page: view.New(result, result.Findings)}
}

func written(t *testing.T, r page.Report) string {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, page.Write(&b, r))
	return b.String()
}

var block = regexp.MustCompile(`<script type="text/plain" id="([a-z0-9-]+)">([A-Za-z0-9+/=]*)</script>`)

// blocksOf returns the data blocks of a report.
func blocksOf(t *testing.T, text string) map[string]json.RawMessage {
	t.Helper()
	all := map[string]json.RawMessage{}
	for _, found := range block.FindAllStringSubmatch(text, -1) {
		zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(found[2])))
		assert.NilError(t, err)
		all[found[1]], err = io.ReadAll(zip)
		assert.NilError(t, err)
		assert.Assert(t, json.Valid(all[found[1]]), found[1])
	}
	return all
}

// TestData reads the blocks of a report again.
func TestData(t *testing.T) {
	r := reportOf(t, app)
	before := rendered(t, strings.NewReplacer("1.2.0", "1.1.0", "tokyo", "lima").Replace(app))
	changes := change.Compare(before, rendered(t, app))
	state := status.Summarize(rendered(t, app), status.Observed{})
	r.Before, r.Changes, r.Status, r.About.Base = view.New(before, nil), &changes, &state, "main"
	text := written(t, r)
	assert.Equal(t, text, written(t, r))
	blocks := blocksOf(t, text)

	var fleet view.Fleet
	assert.NilError(t, json.Unmarshal(blocks["fleet"], &fleet))
	assert.DeepEqual(t, fleet.Clusters[:3], r.Page.Fleet.Clusters)
	assert.Assert(t, fleet.Clusters[3].Name == "lima" && fleet.Clusters[3].Gone)
	assert.Assert(t, strings.Contains(text, "<p>1 application, 3 clusters, 6 objects, "), "what is gone does not count")
	assert.Equal(t, len(detailsOf(t, r, blocks)), 8) // two of them are of lima
	differences := listOf[[]map[string]any](t, blocks, "differences", 0)
	assert.Equal(t, len(differences), 4)
	assert.Equal(t, len(differences[2]), 2)
	assert.Equal(t, string(blocks["details"]), "[0]")
	var json1 bytes.Buffer
	assert.NilError(t, change.WriteJSON(&json1, changes, change.PrintOptions{}))
	assert.Equal(t, string(blocks["changes"]), json1.String())
	_, after, _ := strings.Cut(text, "<h2>Changes since main</h2>\n<pre tabindex=\"0\">")
	inText, _, _ := strings.Cut(after, "</pre>")
	assert.Assert(t, strings.Contains(inText, "spec.chart.spec.version: 1.1.0 → 1.2.0"), "the changes as text: %s", inText)
	assert.Assert(t, strings.Contains(text, "<td>0/3</td>"), "ready")
	for name, data := range blocks {
		assert.Assert(t, !bytes.Contains(data, []byte("mellon")), "%s has a secret", name)
	}
}

// detailsOf returns the details of all objects, put together as the page does.
func detailsOf(t *testing.T, r page.Report, blocks map[string]json.RawMessage) []view.Details {
	t.Helper()
	var fleet view.Fleet
	assert.NilError(t, json.Unmarshal(blocks["fleet"], &fleet))
	order := numbers(len(fleet.Objects))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(fleet.Objects[a].Application, fleet.Objects[b].Application)
	})
	texts, all, before := listOf[string](t, blocks, "pieces", 0), make([]view.Details, len(order)), []any(nil)
	var firsts []int
	assert.NilError(t, json.Unmarshal(blocks["details"], &firsts))
	for place, packed := range listOf[packed](t, blocks, "details", 0) {
		if slices.Contains(firsts, place) {
			before = nil
		}
		i, own := order[place], []any{}
		for _, text := range packed.Texts {
			if same, isNumber := text.(float64); isNumber && same < 0 {
				own = append(own, before[len(own):len(own)-int(same)]...)
			} else {
				own = append(own, text)
			}
		}
		before = own
		all[i].Object = i
		for at, text := range own {
			whole, isText := text.(string)
			if !isText {
				whole = texts[int(text.(float64))]
			}
			if on := fleet.Objects[i].Cluster; on >= 0 {
				whole = strings.ReplaceAll(whole, "\x00", fleet.Clusters[on].Name)
			}
			if at < packed.Lines {
				all[i].YAML += whole
				continue
			}
			var leaf view.Leaf
			assert.NilError(t, json.Unmarshal([]byte(whole), &leaf))
			all[i].Leaves = append(all[i].Leaves, leaf)
		}
	}
	return all
}

type packed struct {
	Lines int
	Texts []any
}

// listOf returns a list that is in several blocks, and checks the numbers of their first items.
func listOf[Item any](t *testing.T, blocks map[string]json.RawMessage, name string, first int) (all []Item) {
	t.Helper()
	var firsts []int
	assert.NilError(t, json.Unmarshal(blocks[name], &firsts))
	for i, number := range firsts {
		var items []Item
		assert.Equal(t, number, first+len(all))
		assert.NilError(t, json.Unmarshal(blocks[fmt.Sprintf("%s-%d", name, i)], &items))
		assert.Assert(t, len(items) > 0)
		all = append(all, items...)
	}
	return all
}

// TestBlocks cuts the details of many objects into blocks that are not much larger than 512 KiB. What neighbours have
// in common is written once, and each object is put together again.
func TestBlocks(t *testing.T) {
	var clusters strings.Builder
	for i := range 300 {
		fmt.Fprintf(&clusters, "    - {name: c%03d, labels: {region: eu, text: %s}}\n", i,
			strings.Repeat(fmt.Sprintf("v%02d", i%100), 20))
	}
	value := strings.Repeat("$(cluster.labels.text or 'none') ", 60)
	r := reportOf(t, strings.NewReplacer("    - {name: berlin", clusters.String()+"    - {name: berlin", "replicas: 2",
		`text: "`+value+`"`).Replace(app))
	blocks := blocksOf(t, written(t, r))
	assert.Assert(t, len(blocks["details"]) > len("[0]"), "%s", blocks["details"])
	for name, text := range blocks {
		assert.Assert(t, !strings.HasPrefix(name, "details-") || len(text) < 600<<10, "%s has %d bytes", name, len(text))
	}
	for i, d := range detailsOf(t, r, blocks) {
		assert.Equal(t, d.YAML, r.Page.Details(i, true).YAML)
	}
}

func numbers(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// tag matches what begins like markup.
var tag = regexp.MustCompile(`<[^>]*>?`)

// fixed matches the elements of tables that have attributes.
var fixed = regexp.MustCompile(`^(<th scope="(col|row)">|<pre tabindex="0">|<div role="region" ` +
	`aria-label="[A-Z][a-z]+" tabindex="0">)$`)

// TestHostile writes no markup of a document: the tables have only the elements of tables, and the data only the
// characters of base64.
func TestHostile(t *testing.T) {
	r := reportOf(t, app)
	r.About.Base = "<b>"
	r.Changes = &change.Changes{}
	text := written(t, r)
	_, after, found := strings.Cut(text, `<main id="static">`)
	assert.Assert(t, found)
	tables, data, found := strings.Cut(after, "</main>")
	assert.Assert(t, found)
	allowed := strings.Fields("<h1> </h1> <h2> </h2> <p> </p> </pre> <table> </table> </div> <thead> </thead> <tbody> " +
		"</tbody> <tr> </tr> </th> <td> </td> <strong> </strong>")
	for _, found := range tag.FindAllString(tables, -1) {
		assert.Assert(t, slices.Contains(allowed, found) || fixed.MatchString(found), found)
	}
	assert.Assert(t, strings.Contains(tables, "&lt;img src=x onerror=alert(1)&gt;"))
	built, err := os.ReadFile("report.html")
	assert.NilError(t, err)
	_, after, _ = strings.Cut(string(built), "</main>")
	blank := regexp.MustCompile(`\n+`)
	rest := blank.ReplaceAllString(block.ReplaceAllString(data, ""), "\n")
	assert.Equal(t, rest, blank.ReplaceAllString(strings.Replace(after, "<!--fluxapp:data-->", "", 1), "\n"))
}

// TestSize keeps the page small: it is in the binary.
func TestSize(t *testing.T) {
	page, err := os.ReadFile("report.html")
	assert.NilError(t, err)
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, err = zip.Write(page)
	assert.NilError(t, err)
	assert.NilError(t, zip.Close())
	assert.Assert(t, b.Len() <= 250<<10, "%d bytes", b.Len())
	t.Logf("%d bytes, %d as gzip", len(page), b.Len())
}

// failing is a writer that fails after some bytes.
type failing struct{ left int }

func (w *failing) Write(text []byte) (int, error) {
	if w.left -= len(text); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(text), nil
}

// TestWriterFails returns the error of the writer, wherever it happens.
func TestWriterFails(t *testing.T) {
	r := reportOf(t, app)
	for size := 0; size < len(written(t, r)); size += 997 {
		assert.ErrorIs(t, page.Write(&failing{size}, r), io.ErrShortWrite)
	}
	assert.ErrorContains(t, page.Write(io.Discard, page.Report{}), "the report has no page")
}
