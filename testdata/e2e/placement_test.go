package e2e

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
)

// placed is two applications on the cluster that a scheduler chooses, with the folder of their documents.
type placed struct {
	*delivery
	documents string
}

// access is what the ServiceAccount may do on a member.
const access = "testdata/placement/access.yaml"

// TestPlacement lets Flux log in to members with tokens of a ServiceAccount of the hub, as their ClusterProfiles and an
// access provider say. Each thing that this needs is missing first. Then a PlacementDecision alone moves two
// applications from one member to the other, as soon as somebody acknowledges what the limit holds.
func TestPlacement(t *testing.T) {
	p := place(t)
	needs, err := filepath.Abs("testdata/placement/needs.txt")
	assert.NilError(t, err)
	golden.Assert(t, p.needs(), needs)
	const shop, web = "HelmRelease/shop-berlin-shop", "Kustomization/web-berlin-shop"
	p.set("run.yaml", "audiences: [fleet]", "audiences: [other]")
	p.rendered()
	p.refused("failed to get service account 'apps/deployer'", shop, web)
	kubectl(t, p.hub, nil, "create", "serviceaccount", "deployer", "-n", "apps")
	p.refused("ObjectLevelWorkloadIdentity feature gate is not enabled", shop, web)
	for _, controller := range []string{"helm-controller", "kustomize-controller"} {
		p.flux.Stop(controller)
		p.flux.features[controller] = "ObjectLevelWorkloadIdentity=true"
		assert.NilError(t, p.flux.Start(controller))
	}
	p.refused("Unauthorized", shop, web)
	assert.DeepEqual(t, p.uids(), map[string]string{})

	p.set("run.yaml", "audiences: [other]", "audiences: [fleet]")
	p.rendered()
	p.again(shop, web)
	p.allReady()
	p.has("berlin", nil, map[string]string{"web": "new", "shop-shop-berlin-shop": "new"})
	p.has("tokyo", nil, map[string]string{})

	before, uids := p.works(), p.uids()
	p.set("decision.yaml", "name: berlin", "name: tokyo")
	told, err := p.render()
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, cmp.Contains(told, "[FA601]"))
	assert.Equal(t, string(run(t, "git", "-C", p.work, "status", "--porcelain")), "")
	p.reconcileRoot()
	p.settle()
	assert.DeepEqual(t, p.works(), before)

	// Flux cannot delete what is on berlin for a while. The ConfigMap has left the folder, but not the hub.
	berlin := p.member("berlin")
	kubectl(t, berlin, nil, "delete", "-f", access)
	p.rendered("--acknowledge", digestIn(t, told))
	left, err := filepath.Glob(p.inFolder("kubeconfigs/configmap-berlin-kubeconfig-*.yaml"))
	assert.NilError(t, err)
	assert.Equal(t, len(left), 0)
	p.has("tokyo", uids, map[string]string{"web": "new", "shop-shop-tokyo-shop": "new"})
	p.has("berlin", uids, map[string]string{"web": "kept", "shop-shop-berlin-shop": "kept"})
	kubectl(t, berlin, nil, "apply", "--server-side", "-f", access)
	p.again(shop, web)
	p.allReady()
	p.has("berlin", uids, map[string]string{})
	assert.Equal(t, string(kubectl(t, berlin, nil, "get", "secrets", "-n", "apps", "-o", "name")), "")
}

// place starts a hub and two members, which trust tokens of the hub for an audience.
func place(t *testing.T) placed {
	t.Helper()
	w, start := newHub(t)
	kubectl(t, w.hub, nil, "create", "clusterrolebinding", "issuer", "--group=system:unauthenticated",
		"--clusterrole=system:service-account-issuer-discovery")
	p := placed{documents: t.TempDir()}
	trust := filepath.Join(t.TempDir(), "authentication.yaml")
	authority, err := json.Marshal(string(w.hub.identity.certPEM))
	assert.NilError(t, err)
	filled(t, "authentication.yaml", trust, "https://hub.example.com", w.hub.url, "CERTIFICATE", string(authority))
	var values []string
	for _, name := range []string{"berlin", "tokyo"} {
		member := start(name, "--authentication-config="+trust)
		w.members = append(w.members, member)
		kubectl(t, member, nil, "apply", "--server-side", "-f", access)
		values = append(values, "https://"+name+".example.com", member.url,
			"CERTIFICATE-"+name, base64.StdEncoding.EncodeToString(member.identity.certPEM))
	}
	w.flux = w.run(t, w.hub)
	p.delivery = w.deliver(t, "placement")
	for _, file := range []string{"fleet.yaml", "apps.yaml", "decision.yaml", "run.yaml"} {
		filled(t, file, filepath.Join(p.documents, file), values...)
	}
	return p
}

// filled copies a file of testdata/placement with the values of this run.
func filled(t *testing.T, file, to string, values ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/placement", file))
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(to, []byte(strings.NewReplacer(values...).Replace(string(text))), 0o644))
}

// needs is what fluxapp check says that must exist. The test makes the ServiceAccount, and [namespaces] has the others.
func (p placed) needs() string {
	p.t.Helper()
	check := exec.Command(filepath.Join(p.programs, "fluxapp"), "check", ".", "--config", "run.yaml")
	check.Dir = p.documents
	out, err := check.Output()
	assert.NilError(p.t, err)
	return string(out)
}

// set changes a document.
func (p placed) set(file, old, now string) {
	p.t.Helper()
	file = filepath.Join(p.documents, file)
	text, err := os.ReadFile(file)
	assert.NilError(p.t, err)
	assert.Equal(p.t, strings.Count(string(text), old), 1)
	assert.NilError(p.t, os.WriteFile(file, []byte(strings.Replace(string(text), old, now, 1)), 0o644))
}

// render writes the objects into the folder, or tells what is wrong.
func (p placed) render(flags ...string) (told string, err error) {
	args := append([]string{"render", p.documents, "--config", filepath.Join(p.documents, "run.yaml"),
		"-o", "dir=" + p.inFolder("")}, flags...)
	out, err := exec.Command(filepath.Join(p.programs, "fluxapp"), args...).CombinedOutput()
	return string(out), err
}

// rendered writes the objects into the folder, and lets the hub have them.
func (p placed) rendered(flags ...string) {
	p.t.Helper()
	told, err := p.render(flags...)
	assert.NilError(p.t, err, told)
	p.deliver("root")
}

// refused waits until Flux tells of each workload that it cannot log in, and why.
func (p placed) refused(why string, workloads ...string) {
	p.t.Helper()
	p.again(workloads...)
	p.wait(func(all []object) error {
		for _, name := range workloads {
			kind, name, _ := strings.Cut(name, "/")
			o := find(all, kind, name)
			if told := o.condition("Ready"); told.Status != "False" || !strings.Contains(told.Message, why) {
				return fmt.Errorf("%s tells %v, not %s", name, told, why)
			}
		}
		return nil
	})
}

// again asks Flux to try now what is still there: it also tries by itself, after longer and longer times.
func (p placed) again(workloads ...string) {
	p.t.Helper()
	for _, name := range workloads {
		_, err := p.hub.Kubectl(nil, "annotate", "--overwrite", "-n", "apps", name,
			"reconcile.fluxcd.io/requestedAt="+time.Now().Format(time.RFC3339Nano))
		assert.Assert(p.t, err == nil || strings.Contains(err.Error(), "NotFound"), "%v", err)
	}
}
