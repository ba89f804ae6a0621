package clients

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// stubs are the commands of the pipelines that need a network. A program of the same name records their arguments
// instead; everything else runs as it is written.
var stubs = []string{"go", "gh", "curl", "helm", "kubectl"}

const stub = `#!/bin/sh
echo "${0##*/} $*" >> "$STUBS"
[ "${0##*/}" != kubectl ] || echo '{apiVersion: v1, kind: List, items: []}'
`

// gitStub records what git clones from the network, and is git for all else.
const gitStub = `#!/bin/sh
case "$1 $2" in
"clone https://"*) echo "git $*" >> "$STUBS" ;;
*) PATH=${PATH#*:} exec git "$@" ;;
esac
`

// pipeline is a run of the steps of a workflow.
type pipeline struct {
	outcome map[string]string         // of each step by its name: success, failure or skipped
	actions map[string]map[string]any // the inputs of the actions that would have run
	log     string                    // what the steps print
	failed  bool
	calls   string // of the stubs, a line each
	summary string // what a GitHub workflow shows at its end, and the job of GitLab has as an artifact
}

// workflow is a workflow of GitHub. YAML 1.1 reads its key "on" as a boolean.
type workflow struct {
	Name        string
	On          any `json:"true"`
	Permissions map[string]string
	Concurrency string
	Jobs        map[string]job
}

type job struct {
	RunsOn      string `json:"runs-on"`
	Needs, If   string
	Permissions map[string]string
	Outputs     map[string]string
	Steps       []step
}

type step struct {
	Name, ID, If, Uses, Run string
	With                    map[string]any
	Env                     map[string]string
}

// readWorkflow returns a workflow of a clone.
func readWorkflow(t *testing.T, clone, file string) (w workflow) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(clone, ".github", "workflows", file))
	assert.NilError(t, err)
	assert.NilError(t, yaml.UnmarshalStrict(data, &w))
	return w
}

// runGitHub runs the steps of the job fluxapp of a workflow in a clone, as a runner does that was started by a pull
// request, or by a push to main.
func runGitHub(t *testing.T, clone, file string) pipeline {
	t.Helper()
	return runJob(t, clone, readWorkflow(t, clone, file).Jobs["fluxapp"])
}

// runJob runs the steps of a job in a clone.
func runJob(t *testing.T, clone string, j job) pipeline {
	t.Helper()
	p := pipeline{outcome: map[string]string{}, actions: map[string]map[string]any{}}
	env := []string{"GITHUB_ACTIONS=true", "GITHUB_BASE_REF=main", "GITHUB_REF_NAME=main",
		"GITHUB_STEP_SUMMARY=" + filepath.Join(t.TempDir(), "summary"), "GITHUB_SERVER_URL=https://github.com",
		"GITHUB_REPOSITORY=example/fleet", "GITHUB_REPOSITORY_OWNER=example", "RUNNER_TEMP=" + t.TempDir()}
	recorded := filepath.Join(t.TempDir(), "calls")
	for _, s := range j.Steps {
		name := cmp.Or(s.Name, s.Uses)
		switch {
		case !s.isRun(t, p):
			p.outcome[name] = "skipped"
		case s.Uses != "":
			p.outcome[name] = "success" // an action needs GitHub
			p.actions[s.Uses] = s.With
		default:
			p.outcome[name] = "success"
			if !p.run(t, clone, append(env, s.environment(t)...), recorded, "bash", "-e", "-c", s.Run) {
				p.outcome[name], p.failed = "failure", true
			}
		}
	}
	p.calls = readIfThere(t, recorded)
	p.summary = readIfThere(t, strings.TrimPrefix(env[3], "GITHUB_STEP_SUMMARY="))
	return p
}

// isRun evaluates the condition of a step. Without one, a step runs when none has failed.
func (s step) isRun(t *testing.T, p pipeline) bool {
	t.Helper()
	switch s.If {
	case "":
		return !p.failed
	case "${{ !cancelled() && steps.diff.outcome != 'skipped' }}",
		"${{ !cancelled() && steps.diff.outcome != 'skipped' && github.event.pull_request.head.repo.full_name == " +
			"github.repository }}":
		return p.outcome["Diff"] != "skipped"
	case "${{ !cancelled() && steps.check.outcome != 'skipped' }}":
		return p.outcome["Check"] != "skipped"
	}
	t.Fatalf("the test does not know the condition %s", s.If)
	return false
}

// environment returns the variables of a step, with what GitHub puts in the place of expressions.
func (s step) environment(t *testing.T) (env []string) {
	t.Helper()
	values := map[string]string{"${{ github.token }}": "token", "${{ github.event.pull_request.number }}": "17",
		"${{ secrets.KUBECONFIG_TEXT }}": "kubeconfig"}
	for name, expression := range s.Env {
		assert.Assert(t, values[expression] != "", "the test does not know %s", expression)
		env = append(env, name+"="+values[expression])
	}
	return env
}

// gitlab is the pipeline of GitLab.
type gitlab struct {
	Fluxapp struct {
		Image        string
		Rules        []map[string]string
		Variables    map[string]string
		BeforeScript []string `json:"before_script"`
		Script       []string
		AfterScript  []string `json:"after_script"`
		Artifacts    struct {
			When     string
			ExposeAs string `json:"expose_as"`
			Paths    []string
		}
	}
}

// runGitLab runs the job of a merge request in a clone: before_script and script are one script, after_script is
// another one, which also runs when the first fails.
func runGitLab(t *testing.T, clone string, variables ...string) pipeline {
	t.Helper()
	var g gitlab
	data, err := os.ReadFile(filepath.Join(clone, ".gitlab-ci.yml"))
	assert.NilError(t, err)
	assert.NilError(t, yaml.UnmarshalStrict(data, &g))

	assert.Equal(t, g.Fluxapp.Variables["GIT_DEPTH"], "0") // the clone of the test has all commits
	var p pipeline
	env := append([]string{"CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main", "CI_MERGE_REQUEST_IID=17", "CI_PROJECT_ID=5",
		"CI_API_V4_URL=https://gitlab.example.com/api/v4", "CI_PROJECT_URL=https://gitlab.example.com/example/fleet",
		"CI_COMMIT_SHA=0123456"}, variables...)
	recorded := filepath.Join(t.TempDir(), "calls")
	script := strings.Join(append(g.Fluxapp.BeforeScript, g.Fluxapp.Script...), "\n")
	p.failed = !p.run(t, clone, env, recorded, "bash", "-eo", "pipefail", "-c", script)
	assert.Assert(t, p.run(t, clone, env, recorded, "bash", "-eo", "pipefail", "-c",
		strings.Join(g.Fluxapp.AfterScript, "\n")), p.log)
	p.calls = readIfThere(t, recorded)
	assert.DeepEqual(t, g.Fluxapp.Artifacts.Paths, []string{"diff.md", "report.html"})
	p.summary = readIfThere(t, filepath.Join(clone, "diff.md"))
	return p
}

// run runs a script with the stubs first on the PATH, and reports whether it ends with 0.
func (p *pipeline) run(t *testing.T, dir string, env []string, recorded, name string, args ...string) bool {
	t.Helper()
	stubsDir := t.TempDir()
	for _, command := range stubs {
		assert.NilError(t, os.WriteFile(filepath.Join(stubsDir, command), []byte(stub), 0o755))
	}
	assert.NilError(t, os.WriteFile(filepath.Join(stubsDir, "git"), []byte(gitStub), 0o755))
	separator := string(os.PathListSeparator)
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(),
		append(env, "STUBS="+recorded, "PATH="+stubsDir+separator+bin+separator+os.Getenv("PATH"))...)
	out, err := cmd.CombinedOutput()
	p.log += string(out)
	return err == nil
}

func readIfThere(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if !os.IsNotExist(err) {
		assert.NilError(t, err)
	}
	return string(data)
}
