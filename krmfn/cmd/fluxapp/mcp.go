package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func mcpCommand(env environment, cmd *cobra.Command) {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("there are %d arguments; name one folder, which holds all documents", len(args))
		}
		s, err := newServer(env, orHere(args)[0])
		if err != nil {
			return err
		}
		return s.Run(cmd.Context(), stdio{})
	}
}

func newServer(env environment, folder string) (*mcp.Server, error) {
	files, err := env.disk.Within(folder)
	if err != nil {
		return nil, err
	}
	t := &toolbox{files: files, server: mcp.NewServer(
		&mcp.Implementation{Name: "fluxapp", Version: moduleVersion()},
		&mcp.ServerOptions{
			Instructions: "FluxApplication documents say what an application is, on which clusters it runs, and what differs " +
				"there. fluxapp renders them into Flux objects. Edit the documents, never what is rendered, and run check after " +
				"each edit. Paths begin at the folder of the server.",
			Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		})}
	addTool[checkInput](t, "check", "Validate documents: errors and warnings with file, line, column and code, and a "+
		"list of what must exist on the hub and the clusters.", fewerPaths)
	addTool[renderInput](t, "render", "Print the Flux objects of documents; or, with folder, what writing them there "+
		"would write, change and delete. It writes no files.", "name an application, a cluster or a kind")
	addTool[explainInput](t, "explain", "Explain a line that fluxapp printed, the code of a finding, for example FA507, "+
		"a command, a kind, or a field of the language, for example spec.config.overrides; or tell which file, line and "+
		"layer set each field of an application.", "name a cluster, or fields")
	addTool[diffInput](t, "diff --exit-code=false", "Show what a change of documents does to the objects of each "+
		"cluster, and what Flux then does there: for example uninstalls a release.", fewerPaths)
	addTool[statusInput](t, "status", "Show which applications are ready on which clusters, and why others are not, "+
		"from what kubectl printed into files; without them, the command for it.", fewerPaths)
	addTool[promoteInput](t, "promote --output=patch", "Print the patch of a document that gives one stage the version "+
		"of another, and what it does to the objects of each cluster. It writes no files.", fewerPaths)
	addTool[graphInput](t, "graph", "Draw what waits for what, in which order clusters get it, and which sources feed "+
		"it.", "name an application or a cluster")
	return t.server, nil
}

const fewerPaths = "name fewer files or folders in paths"

// The inputs of the tools. A field is the flag of its name in JSON, or of its tag flag. A flag without a field cannot
// be set, and a format is one of the list: no run writes a file.
type (
	textFormat    string
	objectFormat  string
	changeFormat  string
	pictureFormat string
	documents     struct {
		Paths []string `json:"paths,omitempty" jsonschema:"files and folders with documents (default: all)"`
	}
	checkInput struct {
		documents
		Format textFormat `json:"format,omitempty" flag:"output" jsonschema:"default: text"`
	}
	renderInput struct {
		documents
		Folder      string       `json:"folder,omitempty" flag:"output=dir" jsonschema:"tell what writing to it would change"`
		Application string       `json:"application,omitempty" jsonschema:"only objects of this application"`
		Cluster     string       `json:"cluster,omitempty" jsonschema:"only objects for this cluster, or hub"`
		Kind        string       `json:"kind,omitempty" jsonschema:"only objects of this kind, for example HelmRelease"`
		Format      objectFormat `json:"format,omitempty" flag:"output" jsonschema:"default: yaml; jsonl has origins"`
	}
	explainInput struct {
		documents
		Subject string     `json:"subject" jsonschema:"a line, code, command, kind or field, or the name of an application"`
		Cluster string     `json:"cluster,omitempty" jsonschema:"objects of an application for this cluster, or hub"`
		Against string     `json:"against,omitempty" jsonschema:"compare the objects for cluster with those for this one"`
		Fields  []string   `json:"fields,omitempty" flag:"field" jsonschema:"fields on all clusters, as values.replicas"`
		Format  textFormat `json:"format,omitempty" flag:"output" jsonschema:"of an application; default: text"`
	}
	diffInput struct {
		documents
		Base   string       `json:"base" jsonschema:"a revision of Git, for example origin/main, or a file or folder"`
		Format changeFormat `json:"format,omitempty" flag:"output" jsonschema:"default: text"`
		Full   bool         `json:"full,omitempty" jsonschema:"print what new objects hold"`
	}
	statusInput struct {
		documents
		Observed []string   `json:"observed,omitempty" jsonschema:"what kubectl printed: FILE (hub) or CLUSTER=FILE"`
		By       string     `json:"by,omitempty" jsonschema:"a label of clusters, for example stage: show by its values"`
		Format   textFormat `json:"format,omitempty" flag:"output" jsonschema:"default: text"`
	}
	promoteInput struct {
		documents
		Subject  string   `json:"application" jsonschema:"the name of an application"`
		From     string   `json:"from" jsonschema:"the stage that has the version, for example stage=test"`
		To       string   `json:"to" jsonschema:"the stage that gets it, for example stage=production"`
		Fields   []string `json:"fields,omitempty" flag:"field" jsonschema:"as values.image.tag (default: the version)"`
		Observed []string `json:"observed,omitempty" jsonschema:"as in status: only if all of from is ready"`
		Soak     string   `json:"soak,omitempty" jsonschema:"with observed: how long from has been ready, for example 24h"`
		Now      string   `json:"now,omitempty" jsonschema:"the time for soak, as 2026-11-23T04:00:00Z (default: the clock)"`
	}
	graphInput struct {
		documents
		Subject string        `json:"application,omitempty" jsonschema:"draw only this application"`
		Cluster string        `json:"cluster,omitempty" jsonschema:"draw each object for this cluster, or hub"`
		Format  pictureFormat `json:"format,omitempty" flag:"output" jsonschema:"default: mermaid"`
	}
)

// schemaOf has the inputs' types that differ from Go's. No list is null: some clients send nothing for two types.
var schemaOf = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[[]string]():      {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
	reflect.TypeFor[textFormat]():    {Type: "string", Enum: []any{"text", "json"}},
	reflect.TypeFor[objectFormat]():  {Type: "string", Enum: []any{"yaml", "json", "jsonl"}},
	reflect.TypeFor[changeFormat]():  {Type: "string", Enum: []any{"text", "json", "markdown"}},
	reflect.TypeFor[pictureFormat](): {Type: "string", Enum: []any{"mermaid", "json"}},
}

// toolbox runs commands over the files of a folder, one at a time: each may need much memory.
type toolbox struct {
	server *mcp.Server
	files  disk.Disk
	mutex  sync.Mutex
}

// addTool adds a command as a tool with its output and its errors. Narrower tells how to ask for a shorter output.
func addTool[In any](t *toolbox, command, description, narrower string) {
	schema, _ := jsonschema.For[In](&jsonschema.ForOptions{TypeSchemas: schemaOf}) // without an error, for these types
	words := strings.Fields(command)
	tool := &mcp.Tool{Name: words[0], Description: description, InputSchema: schema,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(false)}}
	mcp.AddTool(t.server, tool,
		func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			c := lineOf(reflect.ValueOf(in))
			if err := c.check(); err != nil {
				return nil, nil, err
			}
			return t.run(slices.Concat(words, c.flags, []string{"--"}, c.subject, c.paths), narrower), nil, nil
		})
}

// What a tool prints at most, also of messages: 40,000 bytes are 13,000 tokens, and an agent has a small context.
const maxOutput, maxMessages = 30_000, 10_000

func (t *toolbox) run(args []string, narrower string) *mcp.CallToolResult {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	out, errs := excerpt{limit: maxOutput}, excerpt{limit: maxMessages}
	code := execute(environment{disk: t.files, in: strings.NewReader(""), out: &out, errs: &errs}, args)
	result := &mcp.CallToolResult{IsError: code != exitGood}
	for _, e := range []excerpt{out, errs} {
		if e.size > 0 {
			result.Content = append(result.Content, &mcp.TextContent{Text: e.text(narrower)})
		}
	}
	if len(result.Content) == 0 {
		result.Content = []mcp.Content{&mcp.TextContent{Text: "nothing to report\n"}}
	}
	return result
}

// commandLine is what an input asks for. Values are behind a =, and names behind --, so that none of them is a flag.
type commandLine struct {
	flags   []string
	subject []string // before the files
	paths   []string // files and folders with documents
	others  []string // files and folders that flags name
}

func lineOf(in reflect.Value) (c commandLine) {
	for _, f := range reflect.VisibleFields(in.Type()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		value := in.FieldByIndex(f.Index)
		if f.Anonymous || value.IsZero() {
			continue
		}
		values := []string{fmt.Sprint(value.Interface())}
		if value.Kind() == reflect.Slice {
			values = value.Interface().([]string)
		}
		values = slices.DeleteFunc(values, func(text string) bool { return text == "" && f.Name != "Paths" })
		switch {
		case f.Name == "Paths":
			c.paths = values
		case f.Name == "Subject":
			c.subject = values
		default:
			for _, text := range values {
				c.flags = append(c.flags, "--"+cmp.Or(f.Tag.Get("flag"), name)+"="+text)
				if f.Name == "Folder" || f.Name == "Observed" {
					c.others = append(c.others, text, text[strings.IndexByte(text, '=')+1:]) // CLUSTER=FILE
				}
			}
			if f.Name == "Folder" && len(values) > 0 {
				c.flags = append(c.flags, "--dry-run")
			}
		}
	}
	return c
}

// check refuses what the command would not read in the folder. Links are refused when they are read.
func (c commandLine) check() error {
	if slices.Contains(c.flags, "--dry-run") && len(c.flags) > 2 {
		return errors.New("folder is for all objects; leave out format, application, cluster and kind, or leave out folder")
	}
	for _, name := range slices.Concat(c.paths, c.others) {
		switch {
		case name == "-":
			return errors.New("- is stdin, which has no documents here; name a file or a folder")
		case !filepath.IsLocal(name) || strings.Contains(name, `\`):
			return fmt.Errorf("%q is not in the folder of the server; write a path that begins there, for example apps/web.yaml",
				name)
		}
	}
	return nil
}

// excerpt keeps the beginning of what is written.
type excerpt struct {
	limit, size int
	kept        []byte
}

// Write never fails.
func (e *excerpt) Write(text []byte) (int, error) {
	e.size += len(text)
	e.kept = append(e.kept, text[:min(len(text), e.limit-len(e.kept))]...)
	return len(text), nil
}

// text returns the whole lines of the beginning.
func (e *excerpt) text(narrower string) string {
	kept := e.kept
	if len(kept) == e.size {
		return string(kept)
	}
	if end := bytes.LastIndexByte(kept, '\n'); end >= 0 {
		kept = kept[:end+1]
	}
	return fmt.Sprintf("%s\n(cut: %s of %s bytes; to see the rest, %s)\n", strings.ToValidUTF8(string(kept), ""),
		names.Number(len(kept)), names.Number(e.size), narrower)
}
