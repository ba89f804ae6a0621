package main

import (
	"bytes"
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
	addTool(t, "check", "Validate documents: errors and warnings with file, line, column and code, and a list of what "+
		"must exist on the hub and the clusters.", fewerPaths, checkInput.line)
	addTool(t, "render", "Print the Flux objects of documents. It writes no files.",
		"name an application, a cluster or a kind", renderInput.line)
	addTool(t, "explain", "Explain a finding, or its code, for example FA507; or a field of the language, for example "+
		"spec.config.overrides; or tell which file, line and layer set each field of an application.",
		"name a cluster, or fields", explainInput.line)
	addTool(t, "diff", "Show what a change of documents does to the objects of each cluster, and what Flux then does "+
		"there: for example uninstalls a release.", fewerPaths, diffInput.line)
	addTool(t, "status", "Show which applications are ready on which clusters, and why others are not, from what kubectl "+
		"printed into files.", fewerPaths, statusInput.line)
	return t.server, nil
}

const fewerPaths = "name fewer files or folders in paths"

// The inputs of the tools. A flag without a field cannot be set, and a format is one of the list: no run writes a file.
type (
	textFormat   string
	objectFormat string
	changeFormat string
	documents    struct {
		Paths []string `json:"paths,omitempty" jsonschema:"files and folders with documents (default: all)"`
	}
	checkInput struct {
		documents
		Format textFormat `json:"format,omitempty" jsonschema:"default: text"`
	}
	renderInput struct {
		documents
		Application string       `json:"application,omitempty" jsonschema:"only objects of this application"`
		Cluster     string       `json:"cluster,omitempty" jsonschema:"only objects for this cluster, or hub"`
		Kind        string       `json:"kind,omitempty" jsonschema:"only objects of this kind, for example HelmRelease"`
		Format      objectFormat `json:"format,omitempty" jsonschema:"default: yaml; jsonl has the origin of objects"`
	}
	explainInput struct {
		documents
		Subject string     `json:"subject" jsonschema:"the line or code of a finding, a field, or the name of an application"`
		Cluster string     `json:"cluster,omitempty" jsonschema:"objects of an application for this cluster, or hub"`
		Against string     `json:"against,omitempty" jsonschema:"compare the objects for cluster with those for this one"`
		Fields  []string   `json:"fields,omitempty" jsonschema:"fields on all clusters, for example values.replicas"`
		Format  textFormat `json:"format,omitempty" jsonschema:"of an application; default: text"`
	}
	diffInput struct {
		documents
		Base   string       `json:"base" jsonschema:"a revision of Git, for example origin/main, or a file or folder"`
		Format changeFormat `json:"format,omitempty" jsonschema:"default: text"`
	}
	statusInput struct {
		documents
		Observed []string   `json:"observed" jsonschema:"what kubectl get -o yaml printed: FILE (hub) or CLUSTER=FILE"`
		By       string     `json:"by,omitempty" jsonschema:"a label of clusters, for example stage: show by its values"`
		Format   textFormat `json:"format,omitempty" jsonschema:"default: text"`
	}
)

// schemaOf has the inputs' types that differ from Go's. No list is null: some clients send nothing for two types.
var schemaOf = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[[]string]():     {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
	reflect.TypeFor[textFormat]():   {Type: "string", Enum: []any{"text", "json"}},
	reflect.TypeFor[objectFormat](): {Type: "string", Enum: []any{"yaml", "json", "jsonl"}},
	reflect.TypeFor[changeFormat](): {Type: "string", Enum: []any{"text", "json", "markdown"}},
}

func (in checkInput) line() commandLine {
	return commandLine{paths: in.Paths}.with("output", string(in.Format))
}

func (in renderInput) line() commandLine {
	c := commandLine{paths: in.Paths}.with("application", in.Application).with("cluster", in.Cluster)
	return c.with("kind", in.Kind).with("output", string(in.Format))
}

func (in explainInput) line() commandLine {
	c := commandLine{subject: []string{in.Subject}, paths: in.Paths}
	c = c.with("cluster", in.Cluster).with("against", in.Against).with("field", in.Fields...)
	return c.with("output", string(in.Format))
}

func (in diffInput) line() commandLine {
	return commandLine{paths: in.Paths}.with("base", in.Base).with("output", string(in.Format)).with("exit-code", "false")
}

func (in statusInput) line() commandLine {
	c := commandLine{paths: in.Paths}
	for _, text := range in.Observed {
		c.others = append(c.others, text[strings.LastIndexByte(text, '=')+1:])
	}
	return c.with("observed", in.Observed...).with("by", in.By).with("output", string(in.Format))
}

// toolbox runs commands over the files of a folder, one at a time: each may need much memory.
type toolbox struct {
	server *mcp.Server
	files  disk.Disk
	mutex  sync.Mutex
}

// addTool adds a command as a tool with its output and its errors. Narrower tells how to ask for a shorter output.
func addTool[In any](t *toolbox, command, description, narrower string, line func(In) commandLine) {
	schema, _ := jsonschema.For[In](&jsonschema.ForOptions{TypeSchemas: schemaOf}) // without an error, for these types
	tool := &mcp.Tool{Name: command, Description: description, InputSchema: schema,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(false)}}
	mcp.AddTool(t.server, tool,
		func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			c := line(in)
			if err := c.check(); err != nil {
				return nil, nil, err
			}
			arguments := slices.Concat([]string{command}, c.flags, []string{"--"}, c.subject, c.paths)
			return t.run(arguments, narrower), nil, nil
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
	subject []string // before the files, of explain
	paths   []string // files and folders with documents
	others  []string // files that flags name
}

func (c commandLine) with(flag string, values ...string) commandLine {
	for _, value := range values {
		if value != "" {
			c.flags = append(c.flags, "--"+flag+"="+value)
		}
	}
	return c
}

// check refuses what the command would not read in the folder. Links are refused when they are read.
func (c commandLine) check() error {
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

func (e *excerpt) text(narrower string) string {
	if len(e.kept) == e.size {
		return string(e.kept)
	}
	kept := e.kept
	if end := bytes.LastIndexByte(kept, '\n'); end >= 0 {
		kept = kept[:end+1]
	}
	return fmt.Sprintf("%s\n(cut: %s of %s bytes; to see the rest, %s)\n", strings.ToValidUTF8(string(kept), ""),
		names.Number(len(kept)), names.Number(e.size), narrower)
}
