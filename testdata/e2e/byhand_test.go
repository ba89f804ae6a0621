package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gotest.tools/v3/assert"
)

var byHand = flag.Bool("by-hand", false, "")

const unitByHand = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: %s, namespace: flux-system}
spec:
  interval: 1h
  path: ./deploy/%s
  prune: true
  sourceRef: {kind: GitRepository, name: fleet}
%s`

// direct lets what delivers a HelmRelease wait for the Kustomization of the application itself.
var direct = flag.Bool("direct", false, "")

var waitByHand = "  wait: true\n  timeout: 1m\n  retryInterval: 30s\n"

// renderByHand makes of groups what fluxapp will render.
func (d *delivery) renderByHand(a across) (string, error) {
	waits, ordered := a.waits, a.other()
	a.waits = ""
	dir := d.t.TempDir()
	if told, err := d.renderInto(a, dir); err != nil || waits == "" {
		d.replace(dir)
		return told, err
	}
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		assert.NilError(d.t, os.MkdirAll(filepath.Dir(name), 0o755))
		assert.NilError(d.t, os.WriteFile(name, []byte(text), 0o644))
	}
	isDirect := *direct && waits == release
	for _, application := range []string{waits, ordered} {
		if isDirect && application == ordered {
			continue
		}
		if slices.Contains(a.without, application) {
			continue
		}
		for _, cluster := range a.clusters {
			from, to, in := "", "ordered/apps/"+application+"/"+cluster, "delivery"
			if a.standalone {
				from, to, in = cluster+"/"+application, cluster+"/ordered/apps/"+application, cluster+"/delivery"
			} else {
				found, err := filepath.Glob(filepath.Join(dir, "group-*", application, cluster))
				assert.NilError(d.t, err)
				from, _ = filepath.Rel(dir, found[0])
			}
			assert.NilError(d.t, os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o755))
			assert.NilError(d.t, os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)))
			more := waitByHand
			if application == waits {
				more = "  retryInterval: 30s\n  dependsOn: [{name: fleet-" + ordered + "-" + cluster + "}]\n"
			}
			if application == waits && isDirect {
				name := named(ordered, cluster) + ", namespace: apps"
				more = fmt.Sprintf("  retryInterval: 30s\n  dependsOn:\n  - {name: %s, readyExpr: 'dep.metadata.?annotations[?\"example.com/version\"]"+
					".orValue(\"\") == %q'}\n  - {name: %s}\n", name, a.versions[ordered], name)
			}
			name := "fleet-" + application + "-" + cluster
			write(in+"/kustomization-"+name+".yaml", fmt.Sprintf(unitByHand, name, to, more))
		}
	}
	if isDirect {
		d.replaceDirect(dir, a)
		return "", nil
	}
	groups, err := filepath.Glob(filepath.Join(dir, "group-*"))
	assert.NilError(d.t, err)
	for _, group := range groups {
		name, _ := filepath.Rel(dir, group)
		write(name+"/kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n")
	}
	if !a.standalone {
		list := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n"
		files, err := filepath.Glob(filepath.Join(dir, "delivery/*.yaml"))
		assert.NilError(d.t, err)
		for _, file := range files {
			list += "- delivery/" + filepath.Base(file) + "\n"
		}
		write("kustomization.yaml", list)
	}
	d.replace(dir)
	return "", nil
}

func (d *delivery) replaceDirect(dir string, a across) {
	list := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n"
	files, err := filepath.Glob(filepath.Join(dir, "delivery/*.yaml"))
	assert.NilError(d.t, err)
	for _, file := range files {
		list += "- delivery/" + filepath.Base(file) + "\n"
	}
	if !a.standalone {
		assert.NilError(d.t, os.WriteFile(filepath.Join(dir, "kustomization.yaml"), []byte(list), 0o644))
	}
	d.replace(dir)
}

func (d *delivery) replace(dir string) {
	assert.NilError(d.t, os.RemoveAll(d.inFolder("")))
	assert.NilError(d.t, os.CopyFS(d.inFolder(""), os.DirFS(dir)))
	_ = strings.Cut
}
