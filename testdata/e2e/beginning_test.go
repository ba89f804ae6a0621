package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// bootstrapped is what flux bootstrap makes with --path=clusters/hub.
const bootstrapped = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 2s, url: "http://git.example.com/beginning.git", ref: {branch: main}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec:
  interval: 10m
  path: ./clusters/hub
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system}
`

// beginning is the way through examples/getting-started.
type beginning struct {
	*stage
	work   string // the repository
	digest string // that a limit printed last
	pushes bool   // what is committed is pushed
}

// TestBeginning goes through examples/getting-started with the chart that is served here in the place of podinfo: the
// commands print what the page shows, nothing waits for a retry, and in the end nothing is left.
func TestBeginning(t *testing.T) {
	b := newBeginning(t)
	page, err := os.ReadFile("../../examples/getting-started/README.md")
	assert.NilError(t, err)
	for _, block := range regexp.MustCompile("(?s)(?:<!-- edit: (\\S+) -->\n)?```([a-z]+)\n(.*?)```").
		FindAllStringSubmatch(string(page), -1) {
		switch file, language, text := block[1], block[2], block[3]; {
		case language == "diff":
			b.edit(file, text)
		case language == "console":
			b.console(text)
		case strings.Contains(text, "kubectl "):
			b.bash(text)
		case strings.Contains(text, "flux bootstrap"):
			b.bootstrap()
		}
	}
	b.gone()
}

func newBeginning(t *testing.T) *beginning {
	w, _, etcd := newStore(t)
	dir := folder(t)
	var err error
	w.content, err = NewContent(filepath.Join(dir, "content"))
	assert.NilError(t, err)
	w.content.hosts["podinfo.example.com"], err = repository("podinfo", []string{"6.9.1", "6.9.0"})
	assert.NilError(t, err)
	w.hub, err = startCluster("hub", w.programs, dir, etcd) // which has no namespace apps
	assert.NilError(t, err)
	t.Cleanup(w.hub.server.Stop)
	kubectl(t, w.hub, nil, "create", "namespace", "flux-system")
	work := filepath.Join(w.content.dir, "beginning")
	assert.NilError(t, os.Mkdir(work, 0o755))
	assert.NilError(t, git(w.content.dir, "init", "-q", "--bare", "-b", "main", "beginning.git"))
	for _, name := range []string{"berlin", "tokyo", "oslo"} {
		member, err := startCluster(name, w.programs, dir, etcd)
		assert.NilError(t, err)
		t.Cleanup(member.server.Stop)
		w.members = append(w.members, member)
		assert.NilError(t, os.WriteFile(filepath.Join(w.content.dir, name+".kubeconfig"), member.Kubeconfig(), 0o600))
	}
	w.flux = w.run(t, w.hub)
	return &beginning{stage: &stage{world: w, t: t, cluster: w.hub}, work: work}
}

// bash returns what commands print, with kubectl for the hub.
func (b *beginning) bash(commands string) (string, error) {
	command := exec.Command("bash", "-euc", commands)
	command.Dir = b.work
	command.Env = append(os.Environ(), "KUBECONFIG="+b.hub.kubeconfig, "PATH="+b.programs+":"+os.Getenv("PATH"),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@example.com")
	out, err := command.CombinedOutput()
	return string(out), err
}

// digests are those of acknowledged changes, which depend on the address of the chart.
var digests = regexp.MustCompile(`\b[0-9a-f]{16}\b`)

// console runs the commands of a block, which print what it shows. A command that asks the hub is repeated until then.
func (b *beginning) console(block string) {
	b.t.Helper()
	for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
		line, want, _ := strings.Cut(part+"\n", "\n")
		want = digests.ReplaceAllString(strings.TrimSpace(want), "DIGEST")
		poll.WaitOn(b.t, func(poll.LogT) poll.Result {
			out, err := b.bash(digests.ReplaceAllString(line, b.digest))
			if digest := digests.FindString(out); digest != "" {
				b.digest = digest
			}
			got := digests.ReplaceAllString(strings.TrimSpace(out), "DIGEST")
			switch {
			case got == want:
				return poll.Success()
			case strings.Contains(line, "kubectl "):
				return poll.Continue("%s: %v\n%s\nand the page shows\n%s", line, err, got, want)
			}
			return poll.Error(fmt.Errorf("%s: %v\n%s\nand the page shows\n%s", line, err, got, want))
		}, poll.WithTimeout(patience), poll.WithDelay(time.Second))
		switch {
		case line == "fluxapp init":
			b.edit("documents/podinfo.yaml", "-      url: https://stefanprodan.github.io/podinfo\n"+
				"+      url: http://podinfo.example.com\n")
		case strings.Contains(line, "git commit") && b.pushes:
			b.push()
		}
	}
}

// edit changes lines of a file as a diff shows it.
func (b *beginning) edit(name, diff string) {
	b.t.Helper()
	var before, after string
	for line := range strings.Lines(diff) {
		if line[0] != '+' {
			before += line[1:]
		}
		if line[0] != '-' {
			after += line[1:]
		}
	}
	file := filepath.Join(b.work, name)
	text, err := os.ReadFile(file)
	assert.NilError(b.t, err)
	assert.Assert(b.t, strings.Contains(string(text), before), before)
	assert.NilError(b.t, os.WriteFile(file, []byte(strings.Replace(string(text), before, after, 1)), 0o644))
}

func (b *beginning) push() {
	b.t.Helper()
	assert.NilError(b.t, git(b.work, "push", "-q", b.work+".git", "main"))
}

// bootstrap does what flux bootstrap does, and expects that Flux tries nothing twice.
func (b *beginning) bootstrap() {
	b.t.Helper()
	b.pushes = true
	b.push()
	began := time.Now()
	kubectl(b.t, b.hub, []byte(bootstrapped), "apply", "--server-side", "-f", "-")
	b.until("kustomization/flux-system Ready=True observed", "kustomization/deploy Ready=True observed",
		"helmrelease/podinfo-berlin-podinfo Ready=True observed", "helmrelease/podinfo-tokyo-podinfo Ready=True observed")
	tell("the first release is ready %s after flux bootstrap", time.Since(began).Round(time.Second))
	attempts := 0
	for _, o := range parse(b.t, b.text) {
		attempts += len(o.Status.History)
		for _, attempt := range o.Status.History {
			status := fmt.Sprint(attempt["lastReconciledStatus"], attempt["status"])
			assert.Assert(b.t, !strings.Contains(status, "ailed"), "%s failed at first: %v", o, attempt)
		}
	}
	assert.Assert(b.t, attempts >= 4, "Flux tells of %d attempts", attempts) // of two Kustomizations and two releases
	b.kubeconfig(b.t, "apps", "oslo", b.members[2].Kubeconfig())
}

// gone waits until nothing of the application is left.
func (b *beginning) gone() {
	b.t.Helper()
	poll.WaitOn(b.t, func(poll.LogT) poll.Result {
		objects, left := parse(b.t, kubectl(b.t, b.hub, nil, "get", kinds, "-n", "apps", "-o", "yaml")), ""
		for _, member := range b.members {
			left += string(kubectl(b.t, member, nil, "get", "configmaps", "-n", "podinfo",
				"--field-selector=metadata.name!=kube-root-ca.crt", "-o", "jsonpath={.items[*].metadata.name}"))
		}
		if len(objects) > 0 || left != "" {
			return poll.Continue("%v and %s are left", objects, left)
		}
		return poll.Success()
	}, poll.WithTimeout(patience))
	b.until("kustomization/deploy Ready=True observed")
}
