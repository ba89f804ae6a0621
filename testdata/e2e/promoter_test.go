package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// promoterModule has the versions of GitOps Promoter and of notification-controller, which no other test here runs.
const promoterModule = "../promoter"

const (
	promoterPath = "github.com/argoproj-labs/gitops-promoter"
	notifierPath = "github.com/fluxcd/notification-controller"
)

// promotion is the repository of examples/promoter, which GitOps Promoter and Flux read.
type promotion struct {
	*world
	*testing.T
	forge        *forge
	server, work string
}

// promote starts Flux with notification-controller, and GitOps Promoter, on a hub with the three members of the
// example, and applies the objects of the example. In the place of GitHub are the provider of GitOps Promoter for
// tests, whose repositories are on port 5001, and a server of statuses.
func promote(t *testing.T) *promotion {
	t.Helper()
	w, start := newHub(t)
	p := &promotion{world: w, T: t, forge: &forge{statuses: map[string][]map[string]string{}},
		server: filepath.Join(w.content.dir, "example", "fleet"), work: filepath.Join(w.content.dir, "work")}
	kubectl(t, w.hub, nil, "create", "namespace", "fleet")
	for _, name := range []string{"lyon", "berlin", "tokyo"} {
		member := start(name)
		w.members = append(w.members, member)
		w.kubeconfig(t, "fleet", name, member.Kubeconfig())
		kubectl(t, member, nil, "create", "namespace", "fleet")
	}
	w.content.hosts["github.example.com"] = p.forge
	w.flux = w.run(t, w.hub)
	p.repository()
	p.notify()
	p.control()
	p.applied("promoter.yaml", "  github:\n    appID: 123456\n", "  fake: {domain: github.example.com}\n",
		"  github:\n", "  fake:\n", "https://api.github.com/", "http://github.example.com/api/v3/",
		"requeueDuration: 1m", "requeueDuration: 2s")
	p.applied("deliver.yaml", "https://charts.example.com", "http://charts.example.com",
		"url: https://github.com/example/fleet", "url: http://git.example.com/example/fleet",
		"address: https://github.com/", "address: http://github.example.com/", "retryInterval: 1m", "retryInterval: 5s",
		"interval: 1m", "interval: 2s", "timeout: 10m", "timeout: 30s")
	return p
}

// applied applies a file of the example, with other texts in some places.
func (p *promotion) applied(file string, texts ...string) {
	p.Helper()
	data, err := os.ReadFile(filepath.Join("../../examples/promoter", file))
	assert.NilError(p, err)
	for i := 0; i < len(texts); i += 2 {
		assert.Assert(p, strings.Contains(string(data), texts[i]), texts[i])
	}
	kubectl(p.T, p.hub, []byte(strings.NewReplacer(texts...).Replace(string(data))), "apply", "--server-side", "-f", "-")
}

// repository makes the repository with the files of the example, and serves it to GitOps Promoter.
func (p *promotion) repository() {
	p.Helper()
	assert.NilError(p, os.MkdirAll(filepath.Dir(p.server), 0o755))
	assert.NilError(p, os.CopyFS(p.work, os.DirFS("../../examples/promoter")))
	for _, args := range [][]string{
		{"init", "-q", "--bare", "-b", "main", p.server}, {"-C", p.server, "config", "http.receivepack", "true"},
		{"-C", p.server, "config", "uploadpack.allowFilter", "true"},
		{"init", "-q", "-b", "main", p.work}, {"-C", p.work, "remote", "add", "origin", p.server},
	} {
		assert.NilError(p, git(p.content.dir, args...))
	}
	handler, err := smart(p.content.dir)
	assert.NilError(p, err)
	listener, err := net.Listen("tcp", "127.0.0.1:5001")
	assert.NilError(p, err)
	server := &http.Server{Handler: handler}
	go func() { _ = server.Serve(listener) }()
	p.Cleanup(func() { _ = server.Close() })
}

// module returns the folder of a module.
func (p *promotion) module(path string) string {
	p.Helper()
	dir := run(p.T, "go", "-C", promoterModule, "list", "-m", "-f", "{{.Dir}}", path)
	return strings.TrimSpace(string(dir))
}

// program applies the CRDs of a program, builds it, and runs it on the hub. The last argument is the flag for the
// address that tells whether it is ready.
func (p *promotion) program(name, module, command string, args ...string) {
	p.Helper()
	files, err := filepath.Glob(filepath.Join(p.module(module), "config/crd/bases/*.yaml"))
	assert.NilError(p, err)
	p.hub.define(p.T, files...)
	assert.NilError(p, telling("building "+name, func() error { return build(promoterModule, p.programs, command) }))
	health, err := address()
	assert.NilError(p, err)
	args[len(args)-1] += health
	running, err := start(p.hub.dir, name, filepath.Join(p.programs, filepath.Base(command)), []string{
		"KUBECONFIG=" + p.hub.kubeconfig, "RUNTIME_NAMESPACE=flux-system", "HTTP_PROXY=" + p.flux.proxy.URL,
		"TMPDIR=" + p.hub.tmp()}, args)
	assert.NilError(p, err)
	p.Cleanup(running.Stop)
	assert.NilError(p, running.answers(http.DefaultClient, "http://"+health+"/readyz"))
}

// notify starts notification-controller, which all controllers send their events to.
func (p *promotion) notify() {
	p.Helper()
	events, err := address()
	assert.NilError(p, err)
	p.program("notification-controller", notifierPath, notifierPath, "--watch-all-namespaces",
		"--enable-leader-election=false", "--metrics-addr=127.0.0.1:0", "--receiverAddr=127.0.0.1:0", "--events-addr="+events,
		"--health-addr=")
	p.flux.events = "http://" + events
	p.restart(p.T)
	kubectl(p.T, p.hub, nil, "create", "secret", "generic", "github-app", "-n", "fleet", "--from-literal=token=token")
}

// control starts GitOps Promoter with the configuration and the names of its own, but it looks at everything each two
// seconds. There is no Argo CD, whose Applications it watches otherwise.
func (p *promotion) control() {
	p.Helper()
	data, err := os.ReadFile(filepath.Join(p.module(promoterPath), "config/config/controllerconfiguration.yaml"))
	assert.NilError(p, err)
	configuration := strings.NewReplacer(
		`requeueDuration: "5m"`, "requeueDuration: 2s", `slowDelay: "5m"`, "slowDelay: 2s",
		"watchLocalApplications: true", "watchLocalApplications: false",
		"name: controller-configuration", "name: promoter-controller-configuration").Replace(string(data))
	kubectl(p.T, p.hub, nil, "create", "namespace", "promoter-system")
	files, err := filepath.Glob(filepath.Join(p.module(promoterPath), "config/crd/bases/*.yaml"))
	assert.NilError(p, err)
	p.hub.define(p.T, files...)
	kubectl(p.T, p.hub, []byte(configuration), "apply", "--server-side", "-n", "promoter-system", "-f", "-")
	p.program("gitops-promoter", promoterPath, promoterPath+"/cmd", "controller", "--namespace=promoter-system",
		"--metrics-bind-address=127.0.0.1:0", "--health-probe-bind-address=")
}

// hydrate commits the documents to main, runs the script of the example, and returns the commit.
func (p *promotion) hydrate() string {
	p.Helper()
	for _, args := range [][]string{{"add", "-A"}, {"commit", "-q", "-m", "a change"}, {"push", "-q", "origin", "main"}} {
		assert.NilError(p, git(p.work, args...))
	}
	command := exec.Command("bash", "hydrate.sh")
	command.Dir = p.work
	command.Env = append(os.Environ(), "PATH="+p.programs+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := command.CombinedOutput()
	assert.NilError(p, err, "%s", out)
	tell("%s", strings.TrimSpace(string(out)))
	return p.at("main")
}

func (p *promotion) edit(file, old, text string) {
	p.Helper()
	file = filepath.Join(p.work, file)
	data, err := os.ReadFile(file)
	assert.NilError(p, err)
	assert.Equal(p, strings.Count(string(data), old), 1, old)
	assert.NilError(p, os.WriteFile(file, []byte(strings.Replace(string(data), old, text, 1)), 0o644))
}

// at returns the commit of a branch.
func (p *promotion) at(branch string) string {
	p.Helper()
	return strings.TrimSpace(string(run(p.T, "git", "-C", p.server, "rev-parse", branch)))
}

// rendered returns the commit of main that a branch was rendered from, or nothing at its beginning.
func (p *promotion) rendered(branch string) string {
	command := exec.Command("git", "-C", p.server, "show", branch+":hydrator.metadata")
	out, err := command.Output()
	if err != nil {
		return ""
	}
	var metadata struct{ DrySha string }
	assert.NilError(p, json.Unmarshal(out, &metadata))
	return metadata.DrySha
}

// installed returns what the release of a member has put into the chart's ConfigMap.
func (p *promotion) installed(member string) string {
	out, err := p.member(member).Kubectl(nil, "get", "configmaps", "-n", "shop", "-o",
		"jsonpath={range .items[?(@.data.version)]}{.data.version} {.data.message}{end}")
	assert.NilError(p, err)
	return string(out)
}

// until waits for texts that a function returns.
func (p *promotion) until(what string, want string, get func() string) {
	p.Helper()
	tell("waiting until %s: %s", what, want)
	poll.WaitOn(p.T, func(poll.LogT) poll.Result {
		if got := get(); got != want {
			return poll.Continue("%s: %q, not %q", what, got, want)
		}
		return poll.Success()
	}, poll.WithTimeout(3*time.Minute), poll.WithDelay(time.Second))
}

const staging, production = "environments/staging", "environments/production"

// promoted waits until a stage has been rendered from a commit, and Flux tells that it is ready.
func (p *promotion) promoted(branch, commit string) {
	p.Helper()
	p.until(branch+" is rendered from", commit, func() string { return p.rendered(branch) })
	p.until("Flux tells of "+branch, "flux/"+filepath.Base(branch)+"=success",
		func() string { return p.forge.state(p.at(branch)) })
}

// TestPromoter brings commits of main through two stages, as examples/promoter does: the hydrator is its script, and
// what lets a commit into production is the status that Flux writes.
func TestPromoter(t *testing.T) {
	p := promote(t)
	first := p.hydrate()
	p.promoted(staging, first)
	assert.Equal(t, p.installed("lyon"), "1.0.0 hello from lyon")
	p.promoted(production, first)
	assert.Equal(t, p.installed("berlin")+", "+p.installed("tokyo"), "1.0.0 hello from berlin, 1.0.0 hello from tokyo")

	// A release that fails in staging does not reach production.
	p.edit("documents/shop.yaml", "message: hello from", "refused: true\n          message: welcome to")
	second := p.hydrate()
	p.until("staging is rendered from", second, func() string { return p.rendered(staging) })
	p.until("Flux tells of staging", "flux/staging=failure", func() string { return p.forge.state(p.at(staging)) })
	time.Sleep(20 * time.Second)
	assert.Equal(t, p.rendered(production), first)
	assert.Equal(t, p.rendered(production+"-next"), second)

	// Its correction does.
	p.edit("documents/shop.yaml", "refused: true", "refused: false")
	p.edit("documents/shop.yaml", "version: 1.0.0", "version: 1.1.0")
	third := p.hydrate()
	p.promoted(staging, third)
	p.promoted(production, third)
	assert.Equal(t, p.installed("berlin")+", "+p.installed("tokyo"), "1.1.0 welcome to berlin, 1.1.0 welcome to tokyo")

	// A change of production alone waits only for the note that staging was rendered too.
	ready := p.at(staging)
	p.edit("documents/shop.yaml", "replicas: 3", "replicas: 4")
	p.promoted(production, p.hydrate())
	assert.Equal(t, p.at(staging), ready)

	// A stage without an object has nothing left.
	p.edit("documents/shop.yaml", "clusterSelector: {} # each cluster of the stage",
		"clusterSelector: {}\n          allowEmpty: true")
	clusters := filepath.Join(p.work, "clusters/production/clusters.yaml")
	assert.NilError(t, os.WriteFile(clusters, []byte("# None.\n"), 0o644))
	p.promoted(production, p.hydrate())
	p.until("production has", ", ", func() string { return p.installed("berlin") + ", " + p.installed("tokyo") })
	assert.Equal(t, p.installed("lyon"), fmt.Sprintf("1.1.0 welcome to %s", "lyon"))
}
