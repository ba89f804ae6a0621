package check

import (
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
)

// checkOf returns the checker of a chart.
func checkOf(t testing.TB, files map[string]string) *Checker {
	t.Helper()
	c := loaded(t, files)
	return New(c, c.Values)
}

func problemsOf(t testing.TB, files map[string]string, inline string) string {
	t.Helper()
	return charttest.Text(checkOf(t, files).Problems(render.Values{Inline: charttest.Inline(t, inline)}))
}

// TestDependencyFaults places the faults of dependencies at the values of the release.
func TestDependencyFaults(t *testing.T) {
	files := charttest.Files("a", "1.0.0", "use: false", "")
	files["Chart.yaml"] += "dependencies: [{name: sub, version: 1.x.x, alias: db}, " +
		"{name: aux, version: 1.x.x, condition: use}, {name: tag, version: 1.x.x, tags: [t]}]\n"
	schema := `{"properties":{"size":{"type":"integer"},"global":{"properties":{"zone":{"type":"string"}}}}}`
	for _, name := range []string{"sub", "aux", "tag"} {
		maps.Copy(files, charttest.Within("charts/"+name, charttest.Files(name, "1.0.0", "size: 1", schema)))
	}
	assert.Equal(t, problemsOf(t, files, "db: {size: x}\naux: {size: x}\ntags: {t: false}\ntag: {size: x}"),
		"1:12: db.size: is a string, and chart sub takes a whole number; write a number, without quotes [FA237]")
	assert.Equal(t, problemsOf(t, files, "global: {zone: 1}\ntags: {t: false}"),
		"1:16: global.zone: is a number, and chart sub takes a string; quote it [FA237]")
	assert.Equal(t, problemsOf(t, files, "db: {global: {zone: 1}}\ntags: {t: false}"),
		"1:21: db.global.zone: is a number, and chart sub takes a string; quote it [FA237]")
	// the upper counts
	assert.Equal(t, problemsOf(t, files, "db: {global: {zone: 1}}\nglobal: {zone: 2}\ntags: {t: false}"),
		"2:16: global.zone: is a number, and chart sub takes a string; quote it [FA237]")
	assert.Equal(t, problemsOf(t, files, "global: {zone: 2}\ndb: {global: {zone: 1}}\ntags: {t: false}"),
		"1:16: global.zone: is a number, and chart sub takes a string; quote it [FA237]")
	// unless it is a map over no map
	assert.Equal(t, problemsOf(t, files, "db: {global: {zone: 1}}\nglobal: {zone: {a: b}}\ntags: {t: false}"),
		"1:21: db.global.zone: is a number, and chart sub takes a string; quote it [FA237]")
	assert.Equal(t, problemsOf(t, files, "db: [x]"),
		"1:5: db: is a list, and Helm takes only a map: the values of chart sub; write key: value below it [FA237]")
	assert.Equal(t, problemsOf(t, files, "db: ~"),
		"1:5: db: is null, and Helm takes only a map: the values of chart sub; leave it out [FA237]")

	check := checkOf(t, files)
	from := func(inline string) string {
		return charttest.Text(check.Problems(render.Values{Inline: charttest.Inline(t, inline), From: true}))
	}
	const wrong = ".size: is a string, and chart "
	assert.Assert(t, strings.Contains(from("use: true\naux: {size: x}"), "aux"+wrong))
	assert.Equal(t, from("aux: {size: x}\ntag: {size: x}"), "") // valuesFrom may disable both
	assert.Assert(t, strings.Contains(from("db: {size: x}"), "db"+wrong))
}

// loaded reads the chart with some files.
func loaded(t testing.TB, files map[string]string) *loader.Chart {
	t.Helper()
	c, err := loader.Location{Files: charttest.Folder(files), Path: ".", IsFolder: true}.Load()
	assert.NilError(t, err)
	return c
}
