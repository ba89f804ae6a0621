package adopt_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestRandomParts adopts repositories made by chance: with sources that applications share or have alone, that differ
// between clusters or are missing there, and with Alerts and image automation. Every object is in the documents or
// left, none is in both, and the documents make no other object.
func TestRandomParts(t *testing.T) {
	runs := 400
	if testing.Short() {
		runs = 40
	}
	count := map[bool]int{}
	for seed := range runs {
		m := maker{Rand: rand.New(rand.NewPCG(uint64(seed), 36)), objects: map[string]string{}}
		m.repository()
		from, err := adopt.ParseClusterFrom(map[bool]string{true: "kubeConfig", false: "path:2"}[m.hub])
		assert.NilError(t, err)
		result, err := adopt.Adopt(m.files, adopt.Options{ClusterFrom: []adopt.ClusterFrom{from}})
		assert.NilError(t, err, "seed %d:\n%s", seed, m)
		var docs schema.Documents
		for _, app := range result.Applications {
			docs = append(docs, schema.Parse(app.File, app.YAML)...)
		}
		rendered, err := render.Render(docs, render.Options{AllowEmpty: true})
		assert.NilError(t, err, "seed %d:\n%s", seed, m)
		made := canonical(t, rendered.Objects)
		left := map[string]bool{}
		for _, l := range result.Left {
			left[l.Position.File+" "+l.Kind+" "+l.Name] = true
		}
		for text := range made {
			assert.Assert(t, m.objects[text] != "", "seed %d invents %s:\n%s", seed, text, m)
		}
		for text, place := range m.objects {
			_, isMade := made[text]
			assert.Assert(t, isMade != left[place], "seed %d: %s is made: %t, left: %t\n%s\n%s", seed, place, isMade,
				left[place], m, tell(result))
			if strings.Contains(place, "Repository") {
				count[isMade]++
			}
		}
	}
	t.Logf("%d sources came in, %d are left", count[true], count[false])
	assert.Assert(t, count[true] > count[false])
}

// maker makes a repository.
type maker struct {
	*rand.Rand
	files   []adopt.File
	objects map[string]string // the file, kind and name of each object, by what canonical returns
	hub     bool
}

// String returns the files.
func (m maker) String() string {
	var all strings.Builder
	for _, f := range m.files {
		fmt.Fprintf(&all, "# %s\n%s---\n", f.Name, f.Data)
	}
	return all.String()
}

func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

func pick[T any](m *maker, all ...T) T { return all[m.IntN(len(all))] }

// repository makes applications for clusters, which each have a folder, or a kubeconfig on a hub.
func (m *maker) repository() {
	clusters := []string{"berlin", "tokyo", "lab"}[:1+m.IntN(3)]
	m.hub = m.chance(40)
	shared := fmt.Sprintf("shared%d", m.IntN(3))
	sharedKind := pick(m, "HelmRepository", "OCIRepository", "GitRepository")
	for i := range 1 + m.IntN(4) {
		a := application{name: fmt.Sprintf("app%d", i), namespace: pick(m, "apps", "web"), kind: sharedKind, source: shared,
			sourceNamespace: "flux-system"}
		a.named = m.chance(50) // the namespace of the source
		if m.chance(60) {
			a.kind = pick(m, "HelmRepository", "OCIRepository", "GitRepository")
			a.source, a.sourceNamespace = a.name+pick(m, "", "-chart", "-x"), pick(m, "flux-system", a.namespace)
			a.own = true
		}
		for _, cluster := range clusters {
			m.application(a, cluster)
		}
	}
	if m.hub || m.chance(80) {
		m.source(application{kind: sharedKind, source: shared, sourceNamespace: "flux-system"}, "", clusters)
	}
}

type application struct {
	name, namespace               string
	kind, source, sourceNamespace string
	named, own                    bool
}

func (m *maker) application(a application, cluster string) {
	ref := map[string]any{"kind": a.kind, "name": a.source}
	if a.sourceNamespace != a.namespace || a.named && m.chance(50) {
		ref["namespace"] = a.sourceNamespace
	}
	name, spec := a.name, map[string]any{"interval": "1h"}
	if m.hub {
		name = a.name + "-" + cluster
		spec["kubeConfig"] = map[string]any{"secretRef": map[string]any{"name": cluster + "-kubeconfig"}}
	}
	kind := "HelmRelease"
	switch {
	case a.kind == "OCIRepository":
		spec["chartRef"] = ref
	case a.kind == "HelmRepository":
		spec["chart"] = map[string]any{"spec": map[string]any{"chart": a.name, "sourceRef": ref}}
	default:
		kind = "Kustomization"
		spec["sourceRef"], spec["prune"], spec["path"] = ref, true, "./"+cluster
	}
	m.add(cluster, a.name, kind, a.namespace, name, spec, nil)
	if a.own && (!m.hub || cluster == "berlin") && !m.chance(10) {
		m.source(a, cluster, []string{cluster})
	}
	if m.chance(20) {
		m.add(cluster, a.name, "Alert", a.namespace, name, map[string]any{"providerRef": map[string]any{"name": "chat"},
			"eventSources": []any{map[string]any{"kind": kind, "name": name}}}, nil)
	}
}

// source makes a source, once on a hub and for each cluster otherwise.
func (m *maker) source(a application, only string, clusters []string) {
	labels := map[string]any(nil)
	if m.chance(10) {
		labels = map[string]any{"team": "a"}
	}
	for i, cluster := range clusters {
		if m.hub && i > 0 {
			return
		}
		spec := map[string]any{"interval": pick(m, "1h", "1h", "10m"), "url": "https://git.example.com/" + a.source}
		if a.kind == "OCIRepository" {
			spec["url"] = "oci://registry.example.com/" + a.source
			spec["ref"] = map[string]any{"tag": pick(m, "1.0.0", "1.0.0", "2.0.0-"+cluster)}
		}
		file := a.source
		if only != "" {
			file = a.name
		}
		m.add(cluster, file, a.kind, a.sourceNamespace, a.source, spec, labels)
	}
}

// apiVersions are those that fluxapp writes.
var apiVersions = map[string]string{
	"HelmRelease": "helm.toolkit.fluxcd.io/v2", "Kustomization": "kustomize.toolkit.fluxcd.io/v1",
	"Alert": "notification.toolkit.fluxcd.io/v1beta3", "HelmRepository": "source.toolkit.fluxcd.io/v1",
	"OCIRepository": "source.toolkit.fluxcd.io/v1", "GitRepository": "source.toolkit.fluxcd.io/v1",
}

// add adds an object to a file.
func (m *maker) add(cluster, file, kind, namespace, name string, spec, labels map[string]any) {
	metadata := map[string]any{"name": name, "namespace": namespace}
	if labels != nil {
		metadata["labels"] = labels
	}
	data, _ := json.Marshal(map[string]any{"apiVersion": apiVersions[kind], "kind": kind, "metadata": metadata,
		"spec": spec})
	path, server := "clusters/"+cluster+"/"+file+".yaml", cluster
	if m.hub {
		path, server = "hub/"+cluster+"-"+file+".yaml", ""
	}
	m.objects[server+" "+string(data)] = path + " " + kind + " " + name
	at := slices.IndexFunc(m.files, func(f adopt.File) bool { return f.Name == path })
	if at < 0 {
		at = len(m.files)
		m.files = append(m.files, adopt.File{Name: path})
	}
	m.files[at].Data = append(append(m.files[at].Data, "---\n"...), append(data, '\n')...)
}
