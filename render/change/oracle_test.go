package change_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
)

// TestNothingIsLost changes random documents. Whatever a change takes from a cluster, uninstalls, makes under another
// name or sends to another cluster must pass no limit of zero, and what it only changes must pass. What that is, the
// test knows from the objects as YAML and from a table of what was measured with Flux, and not from fluxapp.
func TestNothingIsLost(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 400
	}
	lost := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		before := randomDocument(r)
		after := before
		for range 1 + r.IntN(3) {
			after = after.mutated(r)
		}
		// the limit is on one side only: a change that writes it, or one that takes it away
		before.limits, after.limits = "{maxDeleted: 0, maxReinstalled: 0}", ""
		if seed%2 == 0 {
			before.limits, after.limits = after.limits, before.limits
		}
		was, now := ran(t, before.String()), ran(t, after.String())
		want := losses(t, was, now)
		if want != "" {
			lost++
		}
		for _, name := range []string{"rendered", "read"} {
			changes := change.Compare(was, now)
			if name == "read" {
				if after.limits == "" {
					continue // rendered objects do not tell these limits
				}
				changes = change.CompareObjects(read(t, was), objects(now), now)
			}
			got := changes.Check(change.LimitOptions{}).Err()
			assert.Equal(t, got != nil, want != "", "seed %d, %s: lost %s\n%v\n%s\n--- before\n%s--- after\n%s", seed, name,
				want, got, printed(t, changes), before, after)
		}
	}
	assert.Assert(t, lost > rounds/4 && lost < rounds*9/10, "%d of %d", lost, rounds)
}

// release is what the test reads of a HelmRelease or Kustomization.
type release struct {
	Kind     string
	Metadata struct{ Namespace, Name string }
	Spec     struct {
		ReleaseName, StorageNamespace, TargetNamespace, NamePrefix, NameSuffix string
		KubeConfig                                                             struct{ SecretRef struct{ Name, Key string } }
	}
}

// losses returns what before has on clusters that after does not have in the same way. The table: an object that is
// gone takes what runs with it or leaves it without an owner, also if another object has the same release; a release is
// installed anew when its name, its storage or its target namespace changes; what a Kustomization applies is made anew
// in another target namespace, and with another prefix or suffix; another kubeConfig is another cluster. Another path,
// other values and another interval only change what runs.
func losses(t *testing.T, before, after render.Result) string {
	t.Helper()
	was, now := releasesOf(t, before), releasesOf(t, after)
	var all []string
	for key, place := range was {
		if now[key] != place {
			all = append(all, fmt.Sprintf("%s: %s -> %s", key, place, now[key]))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

// releasesOf returns where the workloads of a run are, by their keys.
func releasesOf(t *testing.T, r render.Result) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, o := range r.Objects {
		var w release
		assert.NilError(t, yaml.Unmarshal(o.YAML(), &w))
		if w.Kind != "HelmRelease" && w.Kind != "Kustomization" {
			continue
		}
		m, s, secret := w.Metadata, w.Spec, w.Spec.KubeConfig.SecretRef
		if secret.Key == "" || secret.Key == "value.yaml" { // Flux looks for value, then for value.yaml
			secret.Key = "value"
		}
		cluster := "the hub"
		if secret.Name != "" {
			cluster = m.Namespace + "/" + secret.Name + "/" + secret.Key
		}
		if w.Kind == "HelmRelease" {
			name := strings.TrimPrefix(s.TargetNamespace+"-"+m.Name, "-")
			if s.ReleaseName != "" {
				name = s.ReleaseName
			}
			storage, target := m.Namespace, m.Namespace
			if s.StorageNamespace != "" {
				storage = s.StorageNamespace
			}
			if s.TargetNamespace != "" {
				target = s.TargetNamespace
			}
			all["HelmRelease "+m.Namespace+"/"+m.Name] = strings.Join([]string{cluster, name, storage, target}, " ")
			continue
		}
		all["Kustomization "+m.Namespace+"/"+m.Name] =
			strings.Join([]string{cluster, s.TargetNamespace, s.NamePrefix, s.NameSuffix}, " ")
	}
	return all
}

// fields is a document of one entry for a fleet: what mutations change.
type fields struct {
	kind, limits                   string
	clusters                       []string // "name secret key"
	name, namespace, target, path  string
	release, storage, prefix, more string
}

func randomDocument(r *rand.Rand) fields {
	f := fields{kind: one(r, "helmRelease", "kustomization"), path: "./a"}
	for i := range 2 + r.IntN(3) {
		f.clusters = append(f.clusters, fmt.Sprintf("c%d s%d %s", i, i, one(r, "", "", "value", "admin")))
	}
	f.name = one(r, "", "", "x-$(cluster.name)")
	f.target = one(r, "", "t1", "t2")
	f.release, f.storage, f.prefix = one(r, "", "web"), one(r, "", "", "helm"), one(r, "", "", "p-")
	f.more = one(r, "", "prune: false", "suspend: true")
	return f
}

func one(r *rand.Rand, all ...string) string { return all[r.IntN(len(all))] }

// mutated returns the document with a change that people make.
func (f fields) mutated(r *rand.Rand) fields {
	f.clusters = slices.Clone(f.clusters)
	at := r.IntN(len(f.clusters))
	parts := strings.Split(f.clusters[at], " ")
	switch r.IntN(13) {
	case 0: // another name of a cluster
		parts[0] = "new"
	case 1: // a Secret that no cluster has
		parts[1] = "other"
	case 2: // the key written as the one that Flux looks for, or another one
		parts[2] = one(r, "", "value", "value.yaml", "admin")
	case 3:
		if len(f.clusters) > 1 {
			f.clusters = slices.Delete(f.clusters, at, at+1)
			return f
		}
	case 4:
		f.clusters = append(f.clusters, "more more ")
		return f.unique()
	case 5: // each has the Secret of the other one
		if other := r.IntN(len(f.clusters)); other != at {
			beside := strings.Split(f.clusters[other], " ")
			parts[1], beside[1] = beside[1], parts[1]
			parts[2], beside[2] = beside[2], parts[2]
			f.clusters[other] = strings.Join(beside, " ")
		}
	case 6:
		f.name = one(r, "", "x-$(cluster.name)", "y-$(cluster.name)")
	case 7:
		f.namespace = one(r, "", "flux")
	case 8:
		f.target = one(r, "", "t1", "t2")
	case 9:
		f.path = one(r, "./a", "./b")
	case 10:
		f.release, f.storage = one(r, "", "web", "site"), one(r, "", "helm", "apps")
	case 11:
		f.prefix = one(r, "", "p-", "q-")
	case 12:
		f.more = one(r, "", "prune: false", "suspend: true", "timeout: 5m")
	}
	f.clusters[at] = strings.Join(parts, " ")
	return f.unique()
}

// unique drops clusters whose name or Secret another one has, which is an error or a warning of its own.
func (f fields) unique() fields {
	seen := map[string]bool{}
	f.clusters = slices.DeleteFunc(f.clusters, func(c string) bool {
		name, secret, _ := strings.Cut(c, " ")
		isThere := seen["name "+name] || seen[secret]
		seen["name "+name], seen[secret] = true, true
		return isThere
	})
	return f
}

func (f fields) String() string {
	var b strings.Builder
	b.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
		"metadata: {name: web, namespace: apps}\nspec:\n")
	if f.limits != "" {
		fmt.Fprintf(&b, "  limits: %s\n", f.limits)
	}
	b.WriteString("  clusters:\n")
	for _, c := range f.clusters {
		parts := strings.Split(c, " ")
		fmt.Fprintf(&b, "  - {name: %s, kubeConfig: {secretRef: {name: %s%s}}}\n", parts[0], parts[1],
			key(", key: ", parts[2]))
	}
	entry := "interval: 1h, destination: {clusterSelector: {}" + key(", targetNamespace: ", f.target) + "}" +
		key(", name: ", inQuotes(f.name)) + key(", namespace: ", f.namespace) + key(", ", f.more)
	if f.kind == "helmRelease" {
		entry = strings.NewReplacer(", prune: false", "").Replace(entry)
		fmt.Fprintf(&b, "  source: {sourceRef: {kind: HelmRepository, name: s, namespace: apps}}\n"+
			"  config:\n    helmRelease:\n      chart: {chart: c, version: 1.0.0}\n"+
			"      deploy:\n      - {%s%s%s, values: {path: %s}}\n", entry,
			key(", releaseName: ", f.release), key(", storageNamespace: ", f.storage), f.path)
		return b.String()
	}
	if !strings.Contains(entry, "prune") {
		entry += ", prune: true"
	}
	fmt.Fprintf(&b, "  source: {sourceRef: {kind: GitRepository, name: s, namespace: apps}}\n"+
		"  config:\n    kustomization:\n    - {%s%s, path: %s}\n", entry, key(", namePrefix: ", f.prefix), f.path)
	return b.String()
}

// key returns a field; nothing without a value.
func key(name, value string) string {
	if value == "" {
		return ""
	}
	return name + value
}

func inQuotes(text string) string {
	if text == "" {
		return ""
	}
	return `"` + text + `"`
}
