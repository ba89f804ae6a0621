package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// agent calls the tools of a server.
type agent struct {
	testFolder
	session *mcp.ClientSession
}

// connect returns a client of a transport.
func connect(t testFolder, transport mcp.Transport) agent {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
	session, err := client.Connect(t.Context(), transport, nil)
	assert.NilError(t, err)
	t.Cleanup(func() { assert.NilError(t, session.Close()) })
	return agent{t, session}
}

// serve returns a client of a server in this process, which has a folder of the test's folder.
func serve(t testFolder, folder string) agent {
	t.Helper()
	server, err := newServer(environment{disk: disk.Disk{Folder: *t.dir}}, folder)
	assert.NilError(t, err)
	here, there := mcp.NewInMemoryTransports()
	_, err = server.Connect(t.Context(), there, nil)
	assert.NilError(t, err)
	return connect(t, here)
}

// call calls a tool with arguments in JSON, and returns its texts.
func (a agent) call(tool, arguments string) (text string, failed bool) {
	a.Helper()
	result, err := a.session.CallTool(a.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	assert.NilError(a, err)
	for _, content := range result.Content {
		text += content.(*mcp.TextContent).Text
	}
	return text, result.IsError
}

// exampleCalls call each tool over examples/agent, with what README.md observed of its clusters.
var exampleCalls = [][2]string{
	{"check", `{}`},
	{"check", `{"paths": ["app.yaml"], "format": "json"}`},
	{"check", `{"paths": ["wrong.yaml"]}`},
	{"render", `{"paths": ["app.yaml"], "application": "podinfo", "cluster": "tokyo", "kind": "HelmRelease"}`},
	{"render", `{"paths": ["app.yaml"], "format": "jsonl"}`},
	{"render", `{"paths": ["app.yaml"], "folder": "deploy"}`},
	{"render", `{"paths": ["app.yaml"], "folder": "old"}`},
	{"explain", `{"subject": "FA104"}`},
	{"explain", `{"subject": "there is no application apps/db among the documents [FA224]"}`},
	{"explain", `{"subject": "spec.config.overrides.wave"}`},
	{"explain", `{"subject": "podinfo", "paths": ["app.yaml"], "fields": ["chart.version", "values.replicaCount"]}`},
	{"explain", `{"subject": "podinfo", "paths": ["app.yaml"], "cluster": "berlin", "against": "tokyo"}`},
	{"diff", `{"paths": ["app.yaml"], "base": "earlier/app.yaml"}`},
	{"diff", `{"paths": ["app.yaml"], "base": "app.yaml", "format": "json"}`},
	{"status", `{"paths": ["app.yaml"], "observed": ["hub.yaml"], "format": "json"}`},
	{"status", `{"paths": ["app.yaml"], "observed": ["app.yaml"]}`},
	{"status", `{"paths": ["app.yaml"]}`},
	{"diff", `{"paths": ["app.yaml"], "base": "hub.yaml", "full": true}`},
	{"promote", `{"paths": ["app.yaml"], "application": "podinfo", "from": "stage=test", "to": "stage=production"}`},
	{"promote", `{"paths": ["app.yaml"], "application": "podinfo", "from": "stage=test", "to": "stage=production", ` +
		`"fields": ["chart.version"], "observed": ["hub.yaml"], "soak": "24h"}`},
	{"promote", `{"paths": ["app.yaml"], "application": "podinfo", "from": "stage=test", "to": "stage=production", ` +
		`"observed": ["hub.yaml"], "soak": "24h", "now": "2020-01-01T00:00:00Z"}`},
	{"promote", `{"paths": ["app.yaml"], "application": "podinfo", "from": "stage=none", "to": "stage=production"}`},
	{"graph", `{"paths": ["app.yaml"]}`},
	{"graph", `{"paths": ["app.yaml"], "application": "podinfo", "cluster": "tokyo", "format": "json"}`},
}

// exampleFolder returns a folder with the files of the calls.
func exampleFolder(t *testing.T) testFolder {
	t.Helper()
	document := readSource(t, filepath.Join(root, "examples", "agent", "app.yaml"))
	f := inFolder(t, "app.yaml", document, "earlier/app.yaml", strings.Replace(document, "6.9.0", "6.8.0", 1),
		"wrong.yaml", strings.Replace(document, "version: 6.9.0", "version: 6.9", 1),
		"hub.yaml", readSource(t, filepath.Join("testdata", "pages", "README", "hub.yaml")))
	put(f, "more.yaml", strings.NewReplacer("name: tokyo,", "name: paris,", "6.9.0", "6.8.0").Replace(document))
	good(f, "render", "more.yaml", "-o", "dir=deploy")
	good(f, "render", "earlier/app.yaml", "-o", "dir=old")
	assert.NilError(t, os.Remove(f.path("more.yaml")))
	return f
}

// TestMCP compares the tools and what they answer with a golden file, in this process and in one of its own, whose
// stdout has nothing but the protocol. No file is written.
func TestMCP(test *testing.T) {
	test.Parallel()
	for name, start := range map[string]func(t testFolder) agent{
		"in this process": func(t testFolder) agent { return serve(t, ".") },
		"over stdio": func(t testFolder) agent {
			return connect(t, &mcp.CommandTransport{Command: exec.Command(linkedBinary(t), "mcp", *t.dir)})
		},
	} {
		test.Run(name, func(test *testing.T) {
			t := exampleFolder(test)
			before := snapshot(t, ".")
			a := start(t)
			var b strings.Builder
			tools, err := a.session.ListTools(t.Context(), nil)
			assert.NilError(t, err)
			for _, tool := range tools.Tools {
				text, err := json.MarshalIndent(tool, "", "  ")
				assert.NilError(t, err)
				fmt.Fprintf(&b, "%s\n\n", text)
			}
			for _, c := range exampleCalls {
				text, failed := a.call(c[0], c[1])
				fmt.Fprintf(&b, "=== %s %s (failed: %t)\n%s\n", c[0], c[1], failed, text)
			}
			golden.Assert(t, b.String(), "mcp.txt")
			assert.Equal(t, snapshot(t, "."), before)
		})
	}
}

// TestMCPPage sends the calls that its page shows, from a file as people do.
func TestMCPPage(test *testing.T) {
	test.Parallel()
	_, shown, _ := strings.Cut(helpPage(test, "mcp"), "<!-- calls: fluxapp mcp < calls.json -->\n```json\n")
	calls, rest, _ := strings.Cut(shown, "```\n")
	_, rest, _ = strings.Cut(rest, "```json\n")
	answer, _, found := strings.Cut(rest, "```\n")
	assert.Assert(test, found)
	t := inFolder(test, "app.yaml", readSource(test, filepath.Join(root, "examples", "agent", "app.yaml")))
	out := answersOf(t, calls)
	assert.Assert(test, strings.HasSuffix(out, "\n"+answer), out)
	assert.Equal(test, strings.Count(out, "\n"), 2, out)
}

// TestMCPConversation sends lines that are no messages between calls: each is answered, and so are the calls behind it.
func TestMCPConversation(test *testing.T) {
	test.Parallel()
	t := exampleFolder(test)
	const parse, request, params = -32700, -32600, -32602
	conversation := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n"
	want, lines := map[int]int{}, []struct {
		line string
		code int
	}{
		{"{", parse}, {"hello", parse}, {`{"jsonrpc":"2.0","id":"a","method":"ping"`, parse}, {"\x00", parse}, {"]", parse},
		{`{"jsonrpc":"2.0","id":"a","method":"ping"} {"a":1}`, parse}, {strings.Repeat("[", 100_000), parse},
		{`{"jsonrpc":"2.0","id":"a","method":"` + strings.Repeat("x", 20<<20) + `"}`, parse},
		{"[]", request}, {"{}", request}, {"1", request}, {"null", request}, {`"text"`, request}, {"[1]", request},
		{`[{"jsonrpc":"2.0","id":"a","method":"ping"}]`, request}, {`{"jsonrpc":"1.0","id":"a","method":"ping"}`, request},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, request}, {`{"jsonrpc":"2.0","id":"a","method":5}`, request},
		{"", 0}, {"\r", 0}, {"   ", 0}, {`{"jsonrpc":"2.0","id":"a","result":{}}`, 0}, {`{"jsonrpc":"2.0","id":"a"}`, 0},
		{`{"jsonrpc":"2.0","method":"none"}`, 0}, {`{"jsonrpc":"2.0","id":"b","method":"tools/call"}`, request},
		{`{"jsonrpc":"2.0","id":"c","method":"tools/call","params":[]}`, params},
		{`{"jsonrpc":"2.0","id":"d","method":"tools/call","params":{"name":"none"}}`, params},
	}
	for i, c := range lines {
		want[c.code]++
		conversation += fmt.Sprintf("%s\r\n"+`{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", c.line, i+1)
	}
	out := answersOf(t, conversation)
	for i, c := range lines {
		assert.Check(t, strings.Contains(out, fmt.Sprintf(`"id":%d,"result":{}`, i+1)), "no answer behind %.60q", c.line)
		assert.Check(t, c.code == 0 || strings.Count(out, fmt.Sprintf(`"code":%d,`, c.code)) == want[c.code], "%d: %s",
			c.code, out)
	}
	for line := range strings.Lines(out) {
		assert.Check(t, json.Valid([]byte(line)), line)
	}
}

// TestMCPEndOfInput sends many calls at once, with notifications, a wrong method, an id that is used twice and half a
// message at the end: each call of a whole line is answered.
func TestMCPEndOfInput(test *testing.T) {
	test.Parallel()
	t := exampleFolder(test)
	calls := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	const many = 50
	for i := range many {
		calls += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"check","arguments":{}}}`+"\n",
			i+1)
	}
	calls += `{"jsonrpc":"2.0","id":"wrong","method":"nothing"}` + "\n" +
		`{"jsonrpc":"2.0","id":"twice","method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":"twice","method":"ping"}` + "\n"
	for end, ended := range map[string]string{"": "", `{"jsonrpc":"2.0","id":"half"`: `"code":-32700`} {
		out := answersOf(t, calls+end)
		assert.Check(t, strings.Contains(out, ended), out)
		for i := range many + 1 {
			assert.Check(t, strings.Contains(out, fmt.Sprintf(`"id":%d,"result":`, i)), "no answer to %d", i)
		}
		for _, answer := range []string{`"id":"wrong","error":`, `"id":"twice","result":`} {
			assert.Check(t, strings.Contains(out, answer), out)
		}
	}
}

// answersOf returns what a server in a process of its own prints when it gets a text on stdin, and ends.
func answersOf(t testFolder, stdin string) string {
	t.Helper()
	server := exec.CommandContext(t.Context(), linkedBinary(t), "mcp", *t.dir)
	var errs strings.Builder
	server.Stdin, server.Stderr = strings.NewReader(stdin), &errs
	out, err := server.Output()
	assert.Equal(t, errs.String(), "")
	assert.NilError(t, err)
	return string(out)
}

// linkedBinary returns a link to this test's program, which is fluxapp under that name.
func linkedBinary(t testFolder) string {
	t.Helper()
	binary, err := os.Executable()
	assert.NilError(t, err)
	link := filepath.Join(t.TempDir(), "fluxapp")
	assert.NilError(t, os.Symlink(binary, link))
	return link
}

// TestMCPStaysInFolder tries to reach documents, findings, charts and objects outside of the folder. Each would be
// read by the command itself, and its answer would name the application secret.
func TestMCPStaysInFolder(test *testing.T) {
	test.Parallel()
	const notInFolder = "is not in the folder of the server; write a path that begins there"
	const charts = `apiVersion: fluxapp.dev/v1alpha1
kind: RenderConfig
metadata: {name: options}
spec: {charts: [%s]}
`
	t := inFolder(test, "out/app.yaml", app("secret", "berlin"), "out/hub.yaml", app("secret", "berlin"),
		"out/charts/web/Chart.yaml", "name: secret\nversion: 1.0.0\n",
		"out/fluxapp.yaml", renderConfig+"  namespace: secret\n", "in/apps/app.yaml", app("web", "berlin"))
	outside := t.path("out")
	for link, to := range map[string]string{"file.yaml": "../out/app.yaml", "folder": "../out", "absolute.yaml": outside +
		"/app.yaml", "apps/linked.yaml": "../../out/app.yaml", "config/fluxapp.yaml": "../../out/fluxapp.yaml"} {
		put(t, "in/config/app.yaml", app("web", "berlin"))
		assert.NilError(t, os.Symlink(to, t.path("in/"+link)))
	}
	put(t, "in/above/app.yaml", app("web", "berlin"))
	put(t, "in/above/fluxapp.yaml", fmt.Sprintf(charts, "../../out/charts"))
	put(t, "in/whole/app.yaml", app("web", "berlin"))
	put(t, "in/whole/fluxapp.yaml", fmt.Sprintf(charts, outside+"/charts"))
	put(t, "in/linked/app.yaml", app("web", "berlin"))
	put(t, "in/linked/fluxapp.yaml", fmt.Sprintf(charts, "../folder/charts"))
	before := snapshot(t, ".")
	a := serve(t, "in")
	for _, c := range []struct{ tool, arguments, want string }{
		{"check", `{"paths": ["../out"]}`, notInFolder},
		{"check", `{"paths": ["apps/../../out/app.yaml"]}`, notInFolder},
		{"check", fmt.Sprintf(`{"paths": [%q]}`, outside), notInFolder},
		{"render", fmt.Sprintf(`{"paths": [%q]}`, outside+"/app.yaml"), notInFolder},
		{"render", `{"paths": ["..\\out\\app.yaml"]}`, notInFolder},
		{"render", `{"paths": ["C:\\out\\app.yaml"]}`, notInFolder},
		{"render", `{"paths": ["C:/out/app.yaml"]}`, "there is no file or folder C:/out/app.yaml"},
		{"render", `{"paths": [""]}`, notInFolder},
		{"render", `{"paths": ["-"]}`, "- is stdin, which has no documents here"},
		{"render", `{"paths": ["file.yaml"]}`, "file.yaml: path escapes from parent"},
		{"render", `{"paths": ["absolute.yaml"]}`, "absolute.yaml: path escapes from parent"},
		{"render", `{"paths": ["folder"]}`, "folder: path escapes from parent"},
		{"render", `{"paths": ["folder/app.yaml"]}`, "folder/app.yaml: path escapes from parent"},
		{"render", `{"paths": ["apps"]}`, "apps/linked.yaml: warning: a link to no file that can be read"},
		{"render", `{"paths": ["config"]}`, "fluxapp: config/fluxapp.yaml: path escapes from parent"},
		{"check", `{"paths": ["above"]}`, "the charts ../out/charts cannot be read: ../out/charts: path escapes from parent"},
		{"check", `{"paths": ["whole"]}`, "/charts: path escapes from parent"},
		{"check", `{"paths": ["linked"]}`, "the charts folder/charts cannot be read: folder/charts: path escapes"},
		{"explain", `{"subject": "../out/app.yaml"}`, "FluxApplication has no field"},
		{"explain", `{"subject": "secret", "paths": ["../out"]}`, notInFolder},
		{"explain", `{"subject": "--config=../out/fluxapp.yaml", "paths": ["apps"]}`, "no application"},
		{"diff", `{"base": "../out", "paths": ["apps"]}`, "there is no file or folder ../out; name one for --base"},
		{"diff", fmt.Sprintf(`{"base": %q, "paths": ["apps"]}`, outside), "name one for --base"},
		{"diff", `{"base": "folder", "paths": ["apps"]}`, "folder: path escapes from parent"},
		{"diff", `{"base": "apps", "paths": ["folder"]}`, "folder: path escapes from parent"},
		{"diff", `{"base": "-", "paths": ["apps"]}`, "--base cannot be stdin"},
		{"status", `{"observed": ["../out/hub.yaml"], "paths": ["apps"]}`, notInFolder},
		{"status", `{"observed": ["berlin=../out/hub.yaml"], "paths": ["apps"]}`, notInFolder},
		{"status", `{"observed": ["folder/hub.yaml"], "paths": ["apps"]}`, "folder/hub.yaml: path escapes from parent"},
		{"status", `{"observed": ["-"], "paths": ["apps"]}`, "- is stdin, which has no documents here"},
		{"render", `{"paths": ["apps"], "folder": "../out"}`, notInFolder},
		{"render", `{"paths": ["apps"], "folder": "../out/x=y"}`, "is not in the folder of the server; "},
		{"render", `{"paths": ["apps"], "folder": "folder"}`, "folder: path escapes from parent"},
		{"render", `{"paths": ["apps"], "folder": "folder/deploy"}`, "folder/deploy: path escapes from parent"},
		{"render", `{"paths": ["apps"], "folder": "deploy", "format": "json"}`, "folder is for all objects; leave out "},
		{"render", `{"paths": ["apps"], "folder": "deploy", "kind": "HelmRelease"}`, "folder is for all objects; "},
		{"promote", `{"paths": ["apps"], "application": "web", "from": "a=b", "to": "c=d", "write": true}`,
			"unexpected additional properties"},
		{"promote", `{"paths": ["../out"], "application": "secret", "from": "a=b", "to": "c=d"}`, notInFolder},
		{"promote", `{"application": "web", "from": "a=b", "to": "c=d", "observed": ["../out/hub.yaml"]}`, notInFolder},
		{"graph", `{"application": "../out/app.yaml"}`, "../out/app.yaml: path escapes from parent"},
		{"graph", `{"paths": ["folder"]}`, "folder: path escapes from parent"},
		{"render", `{"paths": ["apps"], "format": "dir=out"}`, "dir=out does not equal any of: [yaml json jsonl]"},
		{"render", `{"paths": ["--output=dir=out"]}`, "there is no file or folder --output=dir=out"},
		{"render", `{"paths": ["apps"], "output": "dir=out"}`, "unexpected additional properties"},
		{"check", `{"paths": ["apps"], "findings": "json=out.json"}`, "unexpected additional properties"},
	} {
		text, _ := a.call(c.tool, c.arguments)
		assert.Check(t, strings.Contains(text, c.want), "%s %s: %s", c.tool, c.arguments, text)
		assert.Check(t, !strings.Contains(text, "apps/secret") && !strings.Contains(text, "secret-berlin"), "%s %s: %s",
			c.tool, c.arguments, text)
		assert.Check(t, snapshot(t, ".") == before, "%s %s writes a file", c.tool, c.arguments)
	}
	text, _ := serve(t, "out").call("render", `{"paths": ["app.yaml"]}`)
	assert.Assert(t, strings.Contains(text, "apps/secret"), "the test would not notice that a file is read: %s", text)
}

// TestMCPRevision compares with a revision, of which nothing outside of the folder is read, and no program is run that
// the repository names.
func TestMCPRevision(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "out/app.yaml", app("secret", "berlin"), "in/apps/app.yaml", app("web", "berlin"))
	assert.NilError(t, os.Symlink("../../out/app.yaml", t.path("in/apps/link.yaml")))
	assert.NilError(t, os.Symlink("../out", t.path("in/folder")))
	git(t, "init", "-q", "-b", "main")
	commit(t)
	for _, link := range []string{"in/apps/link.yaml", "in/folder"} {
		assert.NilError(t, os.Remove(t.path(link)))
	}
	put(t, "in/apps/app.yaml", app("web", "tokyo"))
	git(t, "config", "core.fsmonitor", fmt.Sprintf("touch %q", t.path("in/ran")))
	git(t, "config", "core.sparseCheckout", "true") // for which fluxapp asks what is left out
	a := serve(t, "in")
	for _, c := range []struct{ arguments, want string }{
		{`{"base": "main"}`, "created: Kustomization apps/web-tokyo-web"},
		{`{"base": "main", "paths": ["apps"]}`, "main:in/apps/link.yaml: warning: a link to no file that can be read"},
		{`{"base": "main", "paths": ["apps/link.yaml"]}`, "there is no file or folder apps/link.yaml, neither in main nor"},
		{`{"base": "main", "paths": ["folder/app.yaml"]}`, "there is no file or folder folder/app.yaml, neither in main"},
		{`{"base": "--output=ran"}`, `"--output=ran" is no revision of Git`},
		{`{"base": "main\nmain"}`, "is no revision of Git"},
		{`{"base": "main:out"}`, "the repository has no revision main:out"},
	} {
		text, _ := a.call("diff", c.arguments)
		assert.Check(t, strings.Contains(text, c.want), "%s: %s", c.arguments, text)
		assert.Check(t, !strings.Contains(text, "secret"), "%s: %s", c.arguments, text)
	}
	assert.DeepEqual(t, filesIn(t, "in"), []string{"in/apps/app.yaml"})
}

// TestMCPRefuses has each wrong command line.
func TestMCPRefuses(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", app("web", "berlin"))
	for args, want := range map[string]string{
		"nowhere":  "fluxapp: there is no file or folder nowhere\n",
		"app.yaml": "fluxapp: app.yaml: not a directory\n",
		"a b":      "fluxapp: there are 2 arguments; name one folder, which holds all documents\n",
		"-o json":  "fluxapp: unknown shorthand flag: 'o' in -o; fluxapp mcp --help lists the flags\n",
	} {
		out, errs, code := fluxapp(t, "", append([]string{"mcp"}, strings.Fields(args)...)...)
		assert.Check(t, out == "" && code == exitCommand, args)
		assert.Equal(t, errs, want)
	}
}

// TestMCPLongOutput cuts an output behind a whole line, and tells how to get the rest.
func TestMCPLongOutput(test *testing.T) {
	test.Parallel()
	clusters := make([]string, 200)
	for i := range clusters {
		clusters[i] = fmt.Sprintf("cluster-%d", i)
	}
	t := inFolder(test, "many.yaml", app("many", clusters...), "one.yaml", app("one", "berlin"))
	a := serve(t, ".")
	whole, _, _ := fluxapp(t, "", "render")
	text, failed := a.call("render", `{}`)
	kept, note, isCut := strings.Cut(text, "\n\n(cut: ")
	assert.Assert(t, isCut && !failed, text)
	assert.Assert(t, strings.HasPrefix(whole, kept+"\n") && len(kept) > maxOutput-200 && len(text) < maxOutput+200)
	assert.Equal(t, note, fmt.Sprintf("%s of %s bytes; to see the rest, name an application, a cluster or a kind)\n",
		names.Number(len(kept)+1), names.Number(len(whole))))
	text, _ = a.call("render", `{"cluster": "cluster-7"}`)
	assert.Assert(t, strings.Contains(text, "many-cluster-7-web") && !strings.Contains(text, "(cut: "), text)
	text, _ = a.call("render", `{"paths": ["many.yaml"], "format": "json"}`)
	assert.Assert(t, strings.Contains(text, "(cut: "), text)
}
