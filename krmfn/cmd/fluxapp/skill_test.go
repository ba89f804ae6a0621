package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// TestSkill runs the commands that SKILL.md of examples/agent shows, in a repository with the example's document after
// a change. They print what it shows; -update writes that anew. Agents load the whole page, so that it is short.
func TestSkill(test *testing.T) {
	test.Parallel()
	dir, err := filepath.Abs(filepath.Join(root, "examples", "agent"))
	assert.NilError(test, err)
	document, skill := readSource(test, filepath.Join(dir, "app.yaml")), readSource(test, filepath.Join(dir, "SKILL.md"))
	observed := readSource(test, filepath.Join("testdata", "pages", "README", "hub.yaml"))
	t := inFolder(test, "documents/podinfo.yaml", strings.Replace(document, "6.9.0", "6.8.0", 1), "hub.yaml", observed)
	story := storyteller{t: t, path: commandOnPath(t)}
	good(t, "render", "documents", "-o", "dir=deploy")
	git(t, "init", "-q", "-b", "main")
	commit(t)
	put(t, "documents/podinfo.yaml", document)
	golden.Assert(t, fence.ReplaceAllStringFunc(skill, story.tell), filepath.Join(dir, "SKILL.md"))

	_, shown, found := strings.Cut(document, "\n")
	assert.Assert(t, found && strings.Contains(skill, shown), "SKILL.md shows another document than app.yaml")
	assert.Assert(t, len(strings.Fields(skill)) <= 1250)
	_, second, found := strings.Cut(skill, "<!-- document: shop.yaml -->\n```yaml\n")
	second, _, _ = strings.Cut(second, "```\n")
	assert.Assert(t, found)
	put(t, "second/shop.yaml", second)
	_, errs, code := fluxapp(t, "", "check", "second", "--strict")
	assert.Equal(t, code, exitGood, errs)
	var front struct{ Name, Description string }
	_, rest, _ := strings.Cut(skill, "---\n")
	text, _, _ := strings.Cut(rest, "---\n")
	assert.NilError(t, yaml.UnmarshalStrict([]byte(text), &front))
	assert.Equal(t, front.Name, "fluxapp")
	assert.Assert(t, len(front.Description) > 100 && len(front.Description) <= 1024, "agents read up to 1,024 characters")
}

// TestAgentFiles checks that the files of examples/agent for clients start the command, and its page has its limits.
func TestAgentFiles(t *testing.T) {
	t.Parallel()
	limits := fmt.Sprintf("Of an output, %s bytes are returned, and of messages %s.", names.Number(maxOutput),
		names.Number(maxMessages))
	assert.Check(t, strings.Contains(helpPage(t, "mcp"), limits), "help/mcp.md does not tell: %s", limits)
	type server struct {
		Command string
		Args    []string
	}
	var claude struct{ MCPServers map[string]server }
	var code struct{ Servers map[string]server }
	assert.NilError(t, json.Unmarshal([]byte(readSource(t, root+"/examples/agent/.mcp.json")), &claude))
	assert.NilError(t, json.Unmarshal([]byte(readSource(t, root+"/examples/agent/.vscode/mcp.json")), &code))
	assert.DeepEqual(t, claude.MCPServers["fluxapp"], server{"fluxapp", []string{"mcp"}})
	assert.DeepEqual(t, code.Servers["fluxapp"], server{"fluxapp", []string{"mcp", "${workspaceFolder}"}})
}
