package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

var watcher = flag.String(sourceWatcher, "", "folder with the program source-watcher and the CRD of ArtifactGenerator "+
	"(default: the test makes the artifacts)")

// artifactGenerators is the CRD where there is no source-watcher: it keeps all fields.
const artifactGenerators = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: artifactgenerators.source.extensions.fluxcd.io}
spec:
  group: source.extensions.fluxcd.io
  names: {kind: ArtifactGenerator, listKind: ArtifactGeneratorList, plural: artifactgenerators}
  scope: Namespaced
  versions:
  - name: v1beta1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`

// generator makes the artifacts of the hub's ArtifactGenerators. The Go proxy does not have source-watcher, so it does
// what that does: an archive of the files that are copied, whose digest is its revision, and an ExternalArtifact.
// Where the flag names a source-watcher, that one does it.
type generator struct {
	*delivery
	archives map[string][]byte // by their path
}

// generates lets source-watcher run, or the test stand for it.
func (d *delivery) generates(t *testing.T) *generator {
	t.Helper()
	g := &generator{delivery: d, archives: map[string][]byte{}}
	if *watcher != "" {
		d.hub.define(t, *watcher)
		d.flux.programs = *watcher
		assert.NilError(t, d.flux.Start(sourceWatcher))
		d.flux.programs = d.programs
		return g
	}
	file := filepath.Join(t.TempDir(), "crd.yaml")
	assert.NilError(t, os.WriteFile(file, []byte(artifactGenerators), 0o644))
	d.hub.define(t, file)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serve(w, g.archives[r.URL.Path])
	}))
	var err error
	server.Listener, err = net.Listen("tcp", d.flux.storages[sourceWatcher])
	assert.NilError(t, err)
	server.Start()
	t.Cleanup(server.Close)
	return g
}

// generate makes the artifacts of the commit that Flux has fetched.
func (g *generator) generate() {
	g.t.Helper()
	if *watcher != "" {
		return
	}
	var list struct {
		Items []struct {
			Metadata struct{ Name, Namespace string }
			Spec     struct {
				Artifacts []struct {
					Name string
					Copy []struct{ From, To string }
				}
			}
		}
	}
	text := kubectl(g.t, g.hub, nil, "get", "artifactgenerators", "-A", "-o", "json")
	assert.NilError(g.t, json.Unmarshal(text, &list))
	assert.Equal(g.t, len(list.Items), 1)
	for _, artifact := range list.Items[0].Spec.Artifacts {
		files := map[string]string{}
		for _, copied := range artifact.Copy {
			assert.Equal(g.t, copied.To, "@artifact/")
			g.copied(files, copied.From)
		}
		data, err := archive(files)
		assert.NilError(g.t, err)
		g.store(list.Items[0].Metadata.Namespace, artifact.Name, data)
	}
}

// copied adds the files of a folder, which is written as @alias/folder/**. source-watcher fails where there are none.
func (g *generator) copied(files map[string]string, from string) {
	g.t.Helper()
	folder, isAll := strings.CutSuffix(from, "/**")
	alias, folder, isSource := strings.Cut(folder, "/")
	assert.Assert(g.t, isAll && isSource && strings.HasPrefix(alias, "@") && folder == path.Clean(folder), "%s", from)
	root := filepath.Join(g.work, folder)
	assert.NilError(g.t, filepath.WalkDir(root, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		name, _ := filepath.Rel(root, file)
		files[name] = string(text)
		return err
	}))
	assert.Assert(g.t, len(files) > 0, "%s has no files", from)
}

// store lets Flux fetch an archive, which is the artifact of an ExternalArtifact.
func (g *generator) store(namespace, name string, data []byte) {
	g.t.Helper()
	sum := digest(data)
	file := "/externalartifact/" + namespace + "/" + name + "/" + sum + ".tar.gz"
	g.archives[file] = data
	object := map[string]any{
		"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "ExternalArtifact",
		"metadata": map[string]any{"namespace": namespace, "name": name},
	}
	apply := func(flags ...string) {
		text, err := yaml.Marshal(object)
		assert.NilError(g.t, err)
		kubectl(g.t, g.hub, text, append([]string{"apply", "--server-side", "--field-manager=source-watcher", "-f", "-"},
			flags...)...)
	}
	apply()
	now := time.Now().UTC().Format(time.RFC3339)
	object["status"] = map[string]any{
		"artifact": map[string]any{
			"digest": "sha256:" + sum, "revision": "latest@sha256:" + sum, "path": strings.TrimPrefix(file, "/"),
			"url": "http://" + artifacts(sourceWatcher) + file, "size": len(data), "lastUpdateTime": now,
		},
		"conditions": []any{map[string]any{"type": "Ready", "status": "True", "reason": "Succeeded",
			"message": "Artifact is ready", "lastTransitionTime": now}},
	}
	apply("--subresource=status")
}

// portions are the Kustomizations of a layout with the revision that each has applied, and how often it did.
func (d *delivery) portions(names []string) map[string]string {
	d.t.Helper()
	all := parse(d.t, kubectl(d.t, d.hub, nil, "get", "kustomizations", "-n", "flux-system", "-o", "yaml"))
	found := map[string]string{}
	for _, name := range names {
		o := find(all, "Kustomization", name)
		count := 0.0
		for _, entry := range o.Status.History {
			count += entry["totalReconciliations"].(float64)
		}
		found[name] = fmt.Sprintf("%s %v times", o.Status.LastAppliedRevision, count)
	}
	return found
}
