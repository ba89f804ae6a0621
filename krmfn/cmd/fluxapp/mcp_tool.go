package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// toolbox runs commands over the files of a folder, one at a time: each may need much memory.
type toolbox struct {
	server *mcp.Server
	files  disk.Disk
	mutex  sync.Mutex
}

// addTool adds a command as a tool. Its output is that of the command. A command that fails is an error of the tool,
// which an agent reads. Narrower tells how to ask for a shorter output.
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
			return t.run(c.arguments(command), narrower), nil, nil
		})
}

// What a tool prints at most, also of messages: 40,000 bytes are 13,000 tokens, and an agent has a small context.
const (
	maxOutput   = 30_000
	maxMessages = 10_000
)

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

// with adds a flag with each of the values that are not empty.
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

func (c commandLine) arguments(command string) []string {
	return slices.Concat([]string{command}, c.flags, []string{"--"}, c.subject, c.paths)
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

// text returns whole lines, and tells what is missing.
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
