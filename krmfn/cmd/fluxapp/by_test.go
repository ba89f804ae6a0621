package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// inWaves is staged with waves, and a cluster with one more label.
var inWaves = strings.NewReplacer("{stage: staging}}\n", "{stage: staging}}\n      wave: 1\n", "{stage: production}}\n",
	"{stage: production}}\n      wave: 2\n", "labels: {stage: test}", "labels: {stage: test, region: eu}").Replace(staged)

const stagesBefore = `stage      test                   staging                production
apps/shop  1.3.0 on 1; ready 0/1  1.2.0 on 1; ready 0/1  1.1.0 on 1; ready 0/1
`

const stagesOfChange = "| `stage` | `test` | `staging` | `production` |\n|---|---|---|---|\n" +
	"| `apps/shop` | `1.3.0` on 1 | `1.3.0` on 1; 1 changed | `1.1.0` on 1; 1 renamed |\n\n"

// TestBy prints the stages of a label on top of a status and of the Markdown of a change, and gives them to a report.
func TestBy(test *testing.T) {
	test.Parallel()
	later := strings.NewReplacer("1.2.0", "1.3.0", "name: tokyo, labels", "name: lima, labels").Replace(inWaves)
	t := inFolder(test, "old/a.yaml", inWaves, "new/a.yaml", later, "hub.yaml", "apiVersion: v1\nkind: List\nitems: []\n")
	status := []string{"status", "old", "--observed", "hub.yaml", "--now", "2026-11-23T04:00:00Z"}
	assert.Equal(t, good(t, append(status, "--by", "stage")...), stagesBefore+"\n"+good(t, status...))

	var all struct {
		Kind   string
		Stages struct{ Stages []string }
	}
	assert.NilError(t, json.Unmarshal([]byte(good(t, append(status, "--by", "stage", "-o", "json")...)), &all))
	assert.Equal(t, all.Kind, "Status")
	assert.DeepEqual(t, all.Stages.Stages, []string{"test", "staging", "production"})
	assert.Assert(t, !strings.Contains(good(t, append(status, "-o", "json")...), `"stages"`))

	diff := []string{"diff", "old", "new", "--exit-code=false", "-o", "markdown"}
	markdown := good(t, append(diff, "--by", "stage")...)
	assert.Equal(t, strings.Replace(markdown, stagesOfChange, "", 1), good(t, diff...))
	assert.Assert(t, strings.Contains(markdown, stagesOfChange), markdown)

	stagesOf := func(args ...string) string {
		text, errs, code := fluxapp(t, "", append([]string{"report", "-o", "-"}, args...)...)
		assert.Equal(t, code, exitGood, errs)
		return blockOf(t, text, "stages")
	}
	assert.Equal(t, stagesOf("new"), `{"label":"stage","stages":["test","staging","production"]}`, "found by itself")
	assert.Equal(t, stagesOf("new", "--base", "old", "--by", "region"), `{"label":"region","stages":["eu",""]}`)
	put(t, "flat.yaml", staged)
	assert.Equal(t, stagesOf("flat.yaml"), "")
}

// TestByPage checks that the page of status shows the table that the story of examples/fleet prints.
func TestByPage(test *testing.T) {
	test.Parallel()
	_, shown, _ := strings.Cut(helpPage(test, "status"), "--by stage` begins with\n\n```text\n")
	shown, _, found := strings.Cut(shown, "```")
	assert.Assert(test, found)
	story := readSource(test, root+"/examples/fleet/README.md")
	assert.Assert(test, strings.Contains(story, "--by stage | head -n 2\n"+shown), shown)
}

// TestByRefused tells what to write in the place of a wrong --by.
func TestByRefused(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", inWaves, "hub.yaml", "apiVersion: v1\nkind: List\nitems: []\n", "deploy/x", "")
	for line, want := range map[string]string{
		"diff a.yaml a.yaml --by stage":                           "--by needs -o markdown",
		"diff --rendered deploy a.yaml -o markdown --by stage":    "write --base in the place of --rendered",
		"diff a.yaml a.yaml -o markdown --by stag":                "no cluster has this label; write --by stage",
		"status a.yaml --observed hub.yaml --by stages":           "no cluster has this label; write --by stage",
		"status a.yaml --observed hub.yaml --by x -o application": "--by needs -o text or -o json",
		"report a.yaml -o r.html --by zone":                       "this label; their labels are region, stage",
		"report a.yaml -o r.html --by=":                           "write the key of a label of clusters",
	} {
		out, errs, code := fluxapp(t, "", strings.Fields(line)...)
		assert.Assert(t, strings.Contains(errs, want), "%s: %s", line, errs)
		assert.Equal(t, code, exitCommand, line)
		assert.Equal(t, out, "", line)
	}
	_, err := os.Stat(t.path("r.html"))
	assert.Assert(t, os.IsNotExist(err))
	wrong := strings.Replace(inWaves, "deploy:", "deplo:", 1)
	_, errs, code := fluxapp(t, wrong, "report", "-", "-o", "r.html", "--by", "x")
	assert.Assert(t, code == exitDocuments && strings.HasSuffix(errs, "[FA101]\n"), errs)
}
