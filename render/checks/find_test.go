package checks

import (
	"archive/tar"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

// marked returns a chart whose check tells which one it is: it takes nothing but its own mark.
func marked(name, version, mark string) map[string]string {
	return charttest.Files(name, version, "", `{"properties":{"mark":{"const":"`+mark+`"}}}`)
}

// markOf returns the mark of the chart that was found, or why there is none.
func markOf(t testing.TB, c *Charts, chart render.Chart) string {
	t.Helper()
	check, problems := c.Find(chart)
	if len(problems) > 0 {
		return charttest.Text(problems)
	}
	inline := charttest.Inline(t, "mark: none")
	_, mark, _ := strings.Cut(charttest.Text(check.Problems(render.Values{Inline: inline})), "write ")
	return strings.TrimSuffix(mark, " [FA237]")
}

func added(t testing.TB, c *Charts, files map[string]string, name, url string) {
	t.Helper()
	assert.Equal(t, charttest.Text(c.Add(charttest.Folder(files), name, url)), "")
}

func TestFind(t *testing.T) {
	var c Charts
	files := charttest.Within("app", marked("app", "1.2.0", "folder"))
	for _, version := range []string{"1.10.0", "2.0.0-rc.1", "1.9.0+build"} {
		files["deep/er/app-"+version+".tgz"] = charttest.Packed(t, "app", marked("app", version, "v"+version))
	}
	files["app/charts/inner/Chart.yaml"] = "name: inner\nversion: 1.0.0\n"
	files["notes.txt"], files["other.tar.gz"], files[".git/Chart.yaml"] = "not a chart", "", ""
	files["short/Chart.yaml"] = "name: app\nversion: '7.0'\n" // no range has it
	added(t, &c, files, "charts", "")
	added(t, &c, charttest.Within("own", marked("app", "3.0.0", "own")), "special", "HTTPS://Example.org/charts/")
	added(t, &c, charttest.Within("theirs", marked("theirs", "1.0.0", "own")), "special", "https://example.org/charts")
	for _, test := range []struct{ kind, url, name, version, want string }{
		{"HelmRepository", "https://other.org", "app", "", "v1.10.0"},
		{"HelmRepository", "https://other.org", "app", "*", "v1.10.0"},
		{"HelmRepository", "https://other.org", "app", "1.2.0", "folder"},
		{"HelmRepository", "https://other.org", "app", "~1.9.0", "v1.9.0+build"},
		{"HelmRepository", "https://other.org", "app", ">=1.0.0-0", "v2.0.0-rc.1"},
		{"HelmRepository", "https://other.org", "app", "2.0.0-rc.1", "v2.0.0-rc.1"},
		{"HelmRepository", "https://example.org/charts", "app", "", "own"},
		{"HelmRepository", "", "app", "", "v1.10.0"},
		{"HelmRepository", "", "theirs", "1.x", "info: values are not checked: chart theirs 1.x is not at hand for all " +
			"sources, and the URL of its own is not known here, because no document has it; name the charts without " +
			"URL [FA924]"},
		{"HelmRepository", "https://other.org", "theirs", "", "info: values are not checked: chart theirs is not at " +
			"hand; bring it with `helm pull theirs --repo https://other.org -d charts/` [FA924]"},
		{"HelmRepository", "https://example.org/charts", "app", "1.x", "info: values are not checked: " +
			"chart app 1.x is not at hand, of chart app there is 3.0.0; bring it with " +
			"`helm pull app --repo https://example.org/charts --version 1.x -d charts/` [FA924]"},
		{"HelmRepository", "https://other.org", "app", "4.x || 5.x", "info: values are not checked: " +
			"chart app 4.x || 5.x is not at hand, of chart app there is 7.0, 2.0.0-rc.1, 1.10.0 and 2 more; " +
			"bring it with `helm pull app --repo https://other.org --version '4.x || 5.x' -d charts/` [FA924]"},
		{"HelmRepository", "https://other.org", "app", "new", "info: values are not checked: " +
			"\"new\" is no version of chart app and no range of versions; correct it [FA924]"},
		{"HelmRepository", "oci://r.org/x", "apq", "1.0.0", "info: values are not checked: " +
			"chart apq 1.0.0 is not at hand; did you mean \"app\"? " +
			"Or bring it with `helm pull oci://r.org/x/apq --version 1.0.0 -d charts/` [FA924]"},
		{"HelmRepository", "", "inner", "", "info: values are not checked: chart inner is not at hand; " +
			"bring it with `helm pull inner --repo URL -d charts/` [FA924]"},
		{"OCIRepository", "oci://r.org/x/app", "", "1.9.0_build", "v1.9.0+build"},
		{"OCIRepository", "oci://r.org/x/app", "", "1.2.x", "folder"},
		{"OCIRepository", "oci://r.org/x/app", "", "main", "info: values are not checked: " +
			"nobody knows which version of chart app the tag \"main\" is; write a version [FA924]"},
		{"OCIRepository", "oci://r.org/x/none", "", "1.2.x", "info: values are not checked: " +
			"chart none 1.2.x is not at hand; bring it with " +
			"`helm pull oci://r.org/x/none --version 1.2.x -d charts/` [FA924]"},
		{"OCIRepository", "", "", "1.2.x", "info: values are not checked: no document has the OCIRepository, " +
			"whose URL is the name of its chart; add the document [FA924]"},
		{"GitRepository", "https://git.org/a", "app", "", "info: values are not checked: " +
			"chart app lies in the GitRepository https://git.org/a, which is not at hand; " +
			"name its checkout, as https://git.org/a=PATH [FA924]"},
		{"GitRepository", "", "app", "", "info: values are not checked: chart app lies in a GitRepository whose URL is " +
			"not known, because no document has it; add the document [FA924]"},
	} {
		got := markOf(t, &c, render.Chart{SourceKind: test.kind, URL: test.url, Name: test.name, Version: test.version})
		assert.Equal(t, got, test.want, "%+v", test)
	}
	digest := render.Chart{SourceKind: "OCIRepository", URL: "oci://r.org/app", Digest: "sha256:1"}
	assert.Equal(t, markOf(t, &c, digest), "info: values are not checked: the digest sha256:1 is what Flux takes "+
		"of chart app, whatever tag is beside it, and nobody knows its version here; they are checked for a tag without "+
		"digest [FA924]")
	digest.Version = "1.2.0"
	assert.Equal(t, markOf(t, &c, digest), "folder")
}

// TestFile adds a file by its own name.
func TestFile(t *testing.T) {
	packed := charttest.Packed(t, "app", marked("app", "1.0.0", "file"))
	for _, name := range []string{"app.tgz", "app.tar.gz"} {
		var c Charts
		added(t, &c, map[string]string{name: packed}, "x/"+name, "")
		assert.Equal(t, c.byName["app"][0].place(), "x/"+name)
		assert.Equal(t, markOf(t, &c, render.Chart{SourceKind: "HelmRepository", Name: "app"}), "file")
	}
	var c Charts
	added(t, &c, map[string]string{"a.tgz": charttest.Packed(t, ".", marked("app", "1.0.0", "tar"))}, "x", "")
	assert.Equal(t, markOf(t, &c, render.Chart{SourceKind: "HelmRepository", Name: "app"}), "tar")
	for _, name := range []string{"Chart.yaml", "notes.txt"} {
		var c Charts
		problems := c.Add(charttest.Folder(map[string]string{name: "name: app\nversion: 1.0.0"}), "x/"+name, "")
		assert.Equal(t, charttest.Text(problems), "x/"+name+": is no chart archive; name the folder of the chart, or a "+
			".tgz [FA239]")
		assert.Equal(t, len(c.byName), 0)
	}
}

func TestCheckout(t *testing.T) {
	var c Charts
	files := charttest.Within("charts/app", marked("app", "1.0.0", "git"), map[string]string{
		"env/eu.yaml": "size: [1]", "charts/bad/Chart.yaml": "name: [",
		"packed.tgz": charttest.Packed(t, "p", marked("p", "1.0.0", "packed"))})
	files["charts/app/values.schema.json"] =
		`{"properties":{"size":{"type":"integer"},"mark":{"const":"git"}}}`
	maps.Copy(files, charttest.Within("charts/dep", charttest.Files("dep", "1.0.0", "", "")))
	files["charts/dep/Chart.yaml"] += "dependencies: [{name: base, version: 1.x.x, repository: 'file://../base'}]\n"
	problems := c.Add(charttest.Folder(files), "src", "https://git.org/Team/app.git")
	assert.Equal(t, charttest.Text(problems), "src/charts/bad: is no chart: its Chart.yaml is wrong: "+
		"line 1: did not find expected node content [FA239]")
	chart := render.Chart{SourceKind: "GitRepository", URL: "https://GIT.org/Team/app/", Name: "./charts/app/"}
	assert.Equal(t, markOf(t, &c, chart), "git")
	chart.Name = "../../charts/app" // as source-controller joins it
	assert.Equal(t, markOf(t, &c, chart), "git")
	chart.Name = "packed.tgz"
	assert.Equal(t, markOf(t, &c, chart), "packed")
	chart.Name = "charts/none"
	assert.Equal(t, markOf(t, &c, chart), "there is no chart at src/charts/none, so Flux finds none; correct the "+
		"path [FA239]")
	chart.Name = "./chart/app"
	assert.Equal(t, markOf(t, &c, chart), "there is no chart at src/chart/app, so Flux finds none; correct the path: "+
		"did you mean \"charts/app\"? [FA239]")
	chart.Name = "env"
	assert.Equal(t, markOf(t, &c, chart), "there is no chart at src/env, so Flux finds none; correct the path [FA239]")
	chart.Name = "charts/bad"
	assert.Equal(t, markOf(t, &c, chart), "chart src/charts/bad cannot be read: its Chart.yaml is wrong: "+
		"line 1: did not find expected node content [FA239]")
	chart.Name = "charts/dep"
	assert.Equal(t, markOf(t, &c, chart), "info: values are not checked: chart dep has no dependency base in its charts "+
		"folder, and Flux fetches it; run `helm dependency build` in src/charts/dep [FA924]")

	chart.Name, chart.ValuesFiles = "charts/app", []string{"./env/eu.yaml"}
	check, problems := c.Find(chart)
	assert.Equal(t, charttest.Text(problems), "")
	got := charttest.Text(check.Problems(render.Values{}))
	assert.Equal(t, got, "./env/eu.yaml has a wrong size: is a list, and chart app takes a whole number; write "+
		"a whole number [FA237]")
	chart.ValuesFiles = []string{"env/us.yaml"}
	assert.Equal(t, markOf(t, &c, chart), "chart src/charts/app cannot be read: it has no file env/us.yaml of "+
		"valuesFiles; correct the path, or set ignoreMissingValuesFiles [FA239]")
	chart.IgnoreMissingValuesFiles = true
	assert.Equal(t, markOf(t, &c, chart), "git")
	chart.URL = "https://git.org/Team/apps"
	assert.Equal(t, markOf(t, &c, chart), "warning: values are not checked: chart charts/app lies in the GitRepository "+
		"https://git.org/Team/apps, which is not at hand; name its checkout, as https://git.org/Team/apps=PATH, and not "+
		"https://git.org/Team/app [FA924]")
}

// TestTwice has two charts of one name and version.
func TestTwice(t *testing.T) {
	one, other := marked("a", "1.0.0", "one"), marked("a", "1.0.0", "one")
	other["Chart.yaml"] = "version: 1.0.0\nname: a\napiVersion: v2\n" // as helm package writes it anew
	chart := render.Chart{SourceKind: "HelmRepository", Name: "a"}
	var same Charts
	added(t, &same, charttest.Within("a", one, map[string]string{"x.tgz": charttest.Packed(t, "a", other)}), "charts", "")
	assert.Equal(t, markOf(t, &same, chart), "one")

	other["templates/x.yaml"] = "x"
	var c Charts
	added(t, &c, charttest.Within("a", one, map[string]string{"x.tgz": charttest.Packed(t, "a", other)}), "charts", "")
	assert.Equal(t, markOf(t, &c, chart), "info: values are not checked: chart a 1.0.0 is at hand twice, "+
		"with other files, as charts/a and as charts/x.tgz; remove one [FA924]")
}

// TestBadArchives has what no archive of Helm has.
func TestBadArchives(t *testing.T) {
	chartYAML := "name: a\nversion: 1.0.0\n"
	files := func(headers ...tar.Header) string {
		return charttest.Archive(t, headers, func(i int) string {
			if strings.HasSuffix(headers[i].Name, "Chart.yaml") {
				return chartYAML
			}
			return strings.Repeat(" ", int(headers[i].Size))
		})
	}
	first := tar.Header{Name: "a/Chart.yaml", Typeflag: tar.TypeReg, Size: int64(len(chartYAML))}
	file := func(name string, size int64) tar.Header {
		return tar.Header{Name: name, Typeflag: tar.TypeReg, Size: size}
	}
	link := func(kind byte) tar.Header { return tar.Header{Name: "a/l", Typeflag: kind, Linkname: "/etc/passwd"} }
	many := []tar.Header{first}
	for range 21 {
		many = append(many, file("a/templates/"+strings.Repeat("x", len(many)), 5<<20))
	}
	folders := slices.Repeat([]tar.Header{{Name: "a/d/", Typeflag: tar.TypeDir}}, 240_000)
	whole := charttest.Packed(t, "a", charttest.Files("a", "1.0.0", strings.Repeat("a: 1 # "+t.Name()+"\n", 100), ""))
	inner := charttest.Within("charts", map[string]string{"b.tgz": whole[:len(whole)/2]},
		charttest.Files("a", "1.0.0", "", ""))
	for name, test := range map[string]struct{ data, want string }{
		"empty": {"", "is no gzip archive; bring the file as helm pull writes it"},
		"text":  {"<html>not found</html>", "is no gzip archive; bring the file as helm pull writes it"},
		"no chart": {files(file("a/x", 1)),
			"has no Chart.yaml in its top folder; pack the folder of the chart with helm package"},
		"point": {files(tar.Header{Name: "./a/Chart.yaml", Typeflag: tar.TypeReg, Size: int64(len(chartYAML))}),
			"has no Chart.yaml in its top folder; pack the folder of the chart with helm package"},
		"truncated": {whole[:len(whole)-30], "values.yaml: ends too early; bring it again"},
		"link":      {files(first, link(tar.TypeSymlink)), `has "a/l", which is a link or a device; leave it out`},
		"hard link": {files(first, link(tar.TypeLink)), `has "a/l", which is a link or a device; leave it out`},
		"parent":    {files(first, file("a/../../x", 1)), `has "a/../../x", a path that leaves the chart; leave it out`},
		"absolute":  {files(first, file("/a/x", 1)), `has "/a/x", a path that leaves the chart; leave it out`},
		"drive":     {files(first, file("a/C:/x", 1)), `has "a/C:/x", a path that leaves the chart; leave it out`},
		"backslash": {files(first, file(`a\x`, 1)), `has "a\\x", a path with a backslash; write it with slashes`},
		"top file": {files(first, file("x", 1)),
			`has "x" outside of the folder of the chart; pack the folder with helm package`},
		"two":      {files(first, file("b/x", 1)), `has the folders "a" and "b"; pack one chart with helm package`},
		"repeated": {files(first, first), `has "Chart.yaml" twice; pack it anew with helm package`},
		"large":    {files(first, file("a/x", 5<<20+1)), "x: is larger than 5 MiB, and Helm does not take it"},
		"bomb":     {files(many...), "is larger than 100 MiB in all, which Helm does not take"},
		"folders": {files(append([]tar.Header{first}, folders...)...),
			"is larger than 100 MiB in all, which Helm does not take"},
		"inner": {charttest.Packed(t, "a", inner), "its dependency charts/b.tgz: ends too early; bring it again"},
	} {
		t.Run(name, func(t *testing.T) {
			var c Charts
			problems := c.Add(charttest.Folder(map[string]string{"a.tgz": test.data}), "charts", "")
			got := charttest.Text(problems)
			if got == "" { // it has a Chart.yaml
				_, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a"})
				got = charttest.Text(problems)
			}
			got = strings.TrimPrefix(got, "charts/a.tgz: is no chart: ")
			got = strings.TrimPrefix(got, "chart charts/a.tgz cannot be read: ")
			assert.Equal(t, got, test.want+" [FA239]")
		})
	}
}

func TestBadMetadata(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "its Chart.yaml has no name",
		"name: a":                                "its Chart.yaml has no version",
		"name: a\nversion: new":                  `its Chart.yaml has the version "new", which is not SemVer`,
		"name: a/b\nversion: 1.0.0":              `its Chart.yaml has the name "a/b", which Helm does not take`,
		"name: a\nversion: 1.0.0\ntype: x":       `its Chart.yaml has the type "x"; write application or library`,
		"name: a\nversion: 1\ndependencies: [~]": "its Chart.yaml has an empty dependency",
		"name: a\nversion: 1\ndependencies: [{name: b}, {name: c, alias: b}]": `its Chart.yaml has two dependencies called ` +
			`"b"; give one an alias`,
	} {
		var c Charts
		assert.Equal(t, charttest.Text(c.Add(charttest.Folder(map[string]string{"a/Chart.yaml": text}), "charts", "")),
			"charts/a: is no chart: "+want+" [FA239]", text)
	}
}

// TestFolders has what is special in folders: .helmignore, links, what Helm does not take.
func TestFolders(t *testing.T) {
	find := func(files fstest.MapFS) string {
		var c Charts
		assert.Equal(t, charttest.Text(c.Add(files, "charts", "")), "")
		_, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a"})
		return strings.TrimPrefix(charttest.Text(problems), "chart charts cannot be read: ")
	}
	plain := func() fstest.MapFS { return charttest.Folder(charttest.Files("a", "1.0.0", "a: 1", "")) }
	assert.Equal(t, find(plain()), "")

	large := plain()
	large["docs/film.mp4"] = &fstest.MapFile{Data: make([]byte, 5<<20+1)}
	assert.Equal(t, find(large), "docs/film.mp4: is larger than 5 MiB, and Helm does not take it [FA239]")
	large[".helmignore"] = &fstest.MapFile{Data: []byte("# large\n*.mp4\n")}
	assert.Equal(t, find(large), "")
	large[".helmignore"] = &fstest.MapFile{Data: []byte("/docs/\n")}
	assert.Equal(t, find(large), "")
	large[".helmignore"] = &fstest.MapFile{Data: []byte("docs/**\n")}
	assert.Equal(t, find(large), `its .helmignore has "docs/**", a pattern that Helm does not take [FA239]`)

	readme := plain()
	readme["charts/README.md"] = &fstest.MapFile{}
	assert.Equal(t, find(readme), "its dependency charts/README.md: is no chart, and Helm takes nothing else there; "+
		"leave it out [FA239]")
	delete(readme, "charts/README.md")
	readme["charts/_note"], readme["charts/.keep"] = &fstest.MapFile{}, &fstest.MapFile{}
	assert.Equal(t, find(readme), "")

	wrong := plain()
	wrong["values.yaml"] = &fstest.MapFile{Data: []byte("- a")}
	assert.Equal(t, find(wrong), "its values.yaml is wrong: json: cannot unmarshal array into Go value of type "+
		"map[string]interface {} [FA239]")
}
