package main

import (
	"compress/gzip"
	"encoding/base64"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestReport writes the page of documents, of a change, and of what is observed.
func TestReport(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", app("a", "hub", "berlin"), "old/a.yaml",
		strings.Replace(app("a", "hub", "berlin"), "./deploy", "./old", 1),
		"hub.yaml", "apiVersion: v1\nkind: List\nitems: []\n")
	good(t, "report", "in", "-o", "r.html")
	text := read(t, "r.html")
	assert.Assert(t, strings.Contains(text, "<p>1 application, 2 clusters, 2 objects, "), "the sums")
	assert.Assert(t, !strings.Contains(text, "<h2>Changes"), "nothing is compared")
	assert.Equal(t, good(t, "report", "in", "-o", "-"), text)

	changed := good(t, "report", "in", "--base", "old", "-o", "-")
	assert.Assert(t, strings.Contains(changed, "<h2>Changes since old</h2>"))
	assert.Assert(t, strings.Contains(changed, "./old"), "what changes, as text")
	state := good(t, "report", "in", "--observed", "hub.yaml", "--now", "2026-11-23T04:00:00Z", "-o", "-")
	assert.Assert(t, strings.Contains(state, "<td>0/2</td>"), "ready")

	assert.Assert(t, strings.Contains(aboutOf(t, state), `"now":"2026-11-23T04:00:00Z"`), aboutOf(t, state))
	assert.Assert(t, strings.Contains(aboutOf(t, changed), `"title":"in"`) &&
		strings.Contains(aboutOf(t, changed), `"base":"old"`), aboutOf(t, changed))

	here := good(t, "report", "in/.", "-o", "-")
	assert.Assert(t, strings.Contains(aboutOf(t, here), `"title":"in"`), aboutOf(t, here))
	named := good(t, "report", "in", "--title", "Shops <all>", "-o", "-")
	assert.Assert(t, strings.Contains(named, "<h1>Shops &lt;all&gt;</h1>"), "the title")

	assert.NilError(t, os.Chmod(t.path("r.html"), 0o600))
	good(t, "report", "in", "-o", "r.html")
	info, err := os.Stat(t.path("r.html"))
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), os.FileMode(0o600))
}

// TestReportFollowsLinks writes the file that a link leads to, also when it does not exist yet.
func TestReportFollowsLinks(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"), "to/old.html", "old", "to/sub/x", "")
	for link, to := range map[string]string{"r.html": "to/old.html", "new.html": "to/new.html", "far.html": "new.html",
		"round.html": "round.html", "folder": "to/sub", "to/sub/up.html": "../up.html"} {
		assert.NilError(t, os.Symlink(to, t.path(link)))
	}
	want := good(t, "report", "a.yaml", "-o", "-")
	for link, file := range map[string]string{"r.html": "to/old.html", "far.html": "to/new.html",
		"folder/up.html": "to/up.html"} {
		good(t, "report", "a.yaml", "-o", link)
		assert.Equal(t, read(t, file), want)
		_, err := os.Readlink(t.path(link))
		assert.NilError(t, err)
	}
	assert.DeepEqual(t, filesIn(t, "to"), []string{"to/new.html", "to/old.html", "to/sub/x", "to/up.html"})
	_, errs, code := fluxapp(t, "", "report", "a.yaml", "-o", "round.html")
	assert.Assert(t, strings.Contains(errs, "round.html: too many levels of symbolic links"), errs)
	assert.Equal(t, code, exitCommand)
}

// TestReportFindings shows the findings of the documents, of the files, and of limits, except those that are ignored.
func TestReportFindings(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", homeless(), "in/b.yaml", "version https://git-lfs.github.com/spec/v1\n"+
		"oid sha256:2f01\n"+
		"size 1\n",
		"old/a.yaml", strings.ReplaceAll(homeless(), "./deploy", "./old"), "limits.yaml",
		renderConfig+"  limits: {maxChanged: 0}\n")
	args := []string{"report", "in", "--base", "old", "--config", "limits.yaml", "-o", "-"}
	cell := func(code string) string { return "<td>" + code + "</td>" }
	text, errs, code := fluxapp(t, "", args...)
	assert.Equal(t, code, exitGood, errs)
	for _, code := range []string{"FA406", "FA505", "FA506", "FA602"} {
		assert.Assert(t, strings.Contains(text, cell(code)), "%s is not in the table", code)
	}
	assert.Assert(t, strings.Contains(errs, "[FA602]\n"), errs)
	assert.Assert(t, strings.Contains(changesIn(text), "[FA602]"), changesIn(text))
	_, errs, _ = fluxapp(t, "", append(args, "--findings", "json")...)
	assert.Assert(t, strings.Contains(errs, `"code": "FA602"`), errs)

	_, errs, _ = fluxapp(t, "", "diff", "old", "in", "--config", "limits.yaml", "-o", "json")
	_, digest, _ := strings.Cut(errs, "--acknowledge ")
	digest, _, _ = strings.Cut(digest, ",")
	put(t, "limits.yaml", renderConfig+"  limits: {maxChanged: 0}\n  acknowledge: "+digest+"\n")
	text, errs, _ = fluxapp(t, "", args...)
	assert.Assert(t, strings.Contains(errs, "this is acknowledged with "+digest), errs)
	assert.Assert(t, strings.Contains(text, cell("FA605")))
	text, errs, _ = fluxapp(t, "", append(args, "--ignore", "FA406,FA505")...)
	assert.Assert(t, strings.Contains(errs, "FA505 ("), errs)
	assert.Assert(t, strings.Contains(text, cell("FA605")) && !strings.Contains(text, cell("FA406")) &&
		!strings.Contains(text, cell("FA505")) && strings.Contains(text, cell("FA506")))
	assert.Assert(t, strings.Contains(changesIn(text), "FA605"), changesIn(text))
}

// aboutOf returns what a report tells of itself.
func aboutOf(t testFolder, text string) string { return blockOf(t, text, "about") }

// blockOf returns the JSON of a data block of a report; empty where it does not have the block.
func blockOf(t testFolder, text, id string) string {
	t.Helper()
	_, after, found := strings.Cut(text, `id="`+id+`">`)
	if !found {
		return ""
	}
	block, _, _ := strings.Cut(after, "<")
	zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(block)))
	assert.NilError(t, err)
	data, err := io.ReadAll(zip)
	assert.NilError(t, err)
	return string(data)
}

// TestReportOfErrors writes the findings of documents that have errors, and nothing when the command line is wrong.
func TestReportOfErrors(test *testing.T) {
	test.Parallel()
	wrong := strings.Replace(app("a", "hub"), "prune: true", "prun: true", 1)
	t := inFolder(test, "wrong.yaml", wrong, "a.yaml", app("a", "hub"), "table.txt", "NAME AGE\na 5d\n", "other.yaml",
		"a: b\n", "d.html/x.yaml", "a: b\n")
	for _, args := range [][]string{{"wrong.yaml"}, {"wrong.yaml", "--base", "a.yaml"},
		{"wrong.yaml", "--observed", "table.txt"}} {
		_, errs, code := fluxapp(t, "", append([]string{"report", "-o", "r.html"}, args...)...)
		assert.Equal(t, code, exitDocuments, errs)
		assert.Assert(t, strings.HasSuffix(errs, "[FA101]\n"), errs)
		text := read(t, "r.html")
		assert.Assert(t, strings.Contains(text, "<td>FA101</td>") && strings.Contains(text, `<th scope="row">apps/a</th>`),
			"what is known")
		assert.Assert(t, !strings.Contains(aboutOf(t, text), `"base"`), aboutOf(t, text))
		assert.NilError(t, os.Remove(t.path("r.html")))
	}
	put(t, "config.yaml", renderConfig+"  fluxVersion: '9'\n")
	for _, c := range []struct {
		args       []string
		code, want string
	}{
		{[]string{"other.yaml"}, "FA009", "there is no FluxApplication"},
		{[]string{"other.yaml", "--base", "other.yaml"}, "FA009", "there is no FluxApplication"},
		{[]string{"a.yaml", "--config", "config.yaml"}, "FA306", "config.yaml:"},
	} {
		_, errs, code := fluxapp(t, "", append([]string{"report", "-o", "r.html"}, c.args...)...)
		assert.Equal(t, code, exitDocuments, errs)
		assert.Assert(t, strings.Contains(errs, c.want) && strings.Count(errs, "\n") == 1, errs)
		text := read(t, "r.html")
		assert.Assert(t, strings.Contains(text, "<td>"+c.code+"</td>") &&
			strings.Contains(text, "so nothing is rendered"), errs)
		assert.NilError(t, os.Remove(t.path("r.html")))
	}
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"a.yaml"}, "-o is missing; write -o report.html, or -o - for stdout", exitCommand},
		{[]string{"a.yaml", "-o", "a.yaml"}, "-o a.yaml does not end in .html; write for example -o report.html",
			exitCommand},
		{[]string{"a.yaml", "-o", "d.html"}, "d.html is no regular file; name another one",
			exitCommand},
		{[]string{"a.yaml", "-o", "no/r.html"}, "there is no file or folder no", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--base", "wrong.yaml"}, "the documents of wrong.yaml have errors", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--base", "-"}, "--base cannot be stdin", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--base", "nowhere"}, "--base nowhere: ", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--base", "../nowhere"},
			"there is no file or folder ../nowhere; name one for --base", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--observed", "table.txt"}, "table.txt is the table that kubectl prints",
			exitCommand},
		{[]string{"-", "-o", "r.html", "--observed", "-"}, "stdin cannot be both", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--base", ""}, "--base is empty; write a file, a folder or a revision",
			exitCommand},
		{[]string{"-", "-o", "r.html", "--base", "HEAD"}, "stdin has no revisions, and --base HEAD is no file or folder",
			exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--now", "today"}, "it is no time", exitCommand},
		{[]string{"a.yaml", "-o", "r.html", "--now", "2026-11-23T04:00:00Z"}, "--now needs --observed", exitCommand},
	} {
		out, errs, code := fluxapp(t, "", append([]string{"report"}, c.args...)...)
		assert.Assert(t, strings.Contains(errs, c.want), "%v: %s", c.args, errs)
		assert.Equal(t, code, c.code, "%v: %s", c.args, errs)
		assert.Equal(t, out, "")
		_, err := os.Stat(t.path("r.html"))
		assert.Assert(t, os.IsNotExist(err), "%v wrote", c.args)
	}
}

// TestReportOfRepository tells where the documents are, and makes the same file again.
func TestReportOfRepository(test *testing.T) {
	test.Parallel()
	t := repository(test, "in/a.yaml", app("a", "hub", "berlin"))
	git(t, "remote", "add", "origin", "git@example.com:apps/fleet.git")
	const link = "https://example.com/apps/fleet/blob/main/{file}#L{line}"
	args := []string{"report", ".", "-o", "r.html", "--link", link, "--observed", "hub.yaml"}
	put(t, "hub.yaml", "apiVersion: v1\nkind: List\nitems: []\n")
	good(t, args...)
	text := read(t, "r.html")
	about := aboutOf(t, text)
	assert.Assert(t, strings.Contains(about, `"repository":"https://example.com/apps/fleet","revision":"`), about)
	assert.Assert(t, strings.Contains(about, `"link":"`+link+`"`) && !strings.Contains(about, "dirty"), about)
	good(t, args...) // beside r.html
	assert.Equal(t, read(t, "r.html"), text)

	put(t, "in/b.yaml", app("b", "hub"))
	assert.Assert(t, strings.Contains(aboutOf(t, good(t, "report", "in", "-o", "-")), `"dirty":true`))
	out, _, _ := fluxapp(t, app("b", "hub"), "report", "-", "-o", "-")
	assert.Assert(t, !strings.Contains(aboutOf(t, out), "revision"))

	for link, valid := range map[string]bool{
		"http://example.com/{file}": true, "https://example.com/x?file={file}&line={line}": true,
		"https://example.com/{path}": false, "https://example.com/{file}#{lines}": false, "https://{file}": false,
		"javascript:alert(1)//{file}": false, "https:///{file}": false, "example.com/{file}": false,
		"https://example.com/a b/{file}": false, "": false,
	} {
		_, errs, code := fluxapp(t, "", "report", "in", "-o", "-", "--link", link)
		assert.Equal(t, code == exitGood, valid, errs)
		assert.Equal(t, strings.Contains(errs, "it is no address of a file; write for example https://"), !valid, errs)
	}
}

// changesIn returns what a report shows as text of the changes; empty where nothing is compared.
func changesIn(text string) string {
	_, after, _ := strings.Cut(text, `<pre tabindex="0">`)
	changes, _, _ := strings.Cut(after, "</pre>")
	return changes
}

// TestReportOfRevision compares with a revision, and reads what was observed in the folder of the documents only as
// that.
func TestReportOfRevision(test *testing.T) {
	test.Parallel()
	wrong := strings.Replace(app("b", "hub"), "prune: true", "prun: true", 1)
	t := repository(test, "in/a.yaml", app("a", "hub", "berlin"), "wrong.yaml", wrong)
	git(t, "branch", "old")
	put(t, "in/a.yaml", strings.Replace(app("a", "hub", "berlin"), "./deploy", "./new", 1))
	put(t, "in/hub.yaml", app("a", "hub", "berlin")) // kubectl lists it too
	observed := []string{"--observed", "in/hub.yaml"}

	text := good(t, "report", "in/a.yaml", "--base", "old", "-o", "-")
	assert.Assert(t, strings.Contains(text, "<h1>in/a.yaml</h1>") && strings.Contains(text, "<h2>Changes since old</h2>"))
	assert.Assert(t, strings.Contains(changesIn(text), "./new") && !strings.Contains(changesIn(text), "deleted"),
		changesIn(text))
	for _, base := range [][]string{nil, {"--base", "old"}, {"--base", "in"}} {
		_, errs, code := fluxapp(t, "", slices.Concat([]string{"report", "in", "-o", "-"}, observed, base)...)
		assert.Equal(t, code, exitCommand, errs)
		assert.Assert(t, strings.Contains(errs, "in/hub.yaml has no object of a kind that fluxapp renders"), "%v: %s",
			base, errs)
	}
	commit(t)
	_, errs, _ := fluxapp(t, "", slices.Concat([]string{"report", "in", "-o", "-", "--base", "HEAD"}, observed)...)
	assert.Assert(t, strings.Contains(errs, "in/hub.yaml has no object of a kind that fluxapp renders"), errs)

	put(t, "wrong.yaml", app("b", "hub"))
	_, errs, _ = fluxapp(t, "", "report", "wrong.yaml", "-o", "-", "--base", "HEAD")
	assert.Assert(t, strings.HasSuffix(errs,
		"so there is nothing to compare with; compare with a corrected copy of them: --base COPY\n"), errs)
	put(t, "old", app("a", "hub", "berlin"))
	changes := changesIn(good(t, "report", "wrong.yaml", "-o", "-", "--base", "old"))
	assert.Assert(t, strings.Contains(changes, "2 objects deleted"), "it is not the file but the branch: %s", changes)
}
