package effects

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

const flux = "kustomize.toolkit.fluxcd.io/"

var release = Owner{Kind: "HelmRelease"}

// objects are those of objects.yaml, as KIND/NAME.
var objects = sync.OnceValue(func() map[string]string {
	file, err := os.ReadFile("testdata/objects.yaml")
	if err != nil {
		panic(err)
	}
	all := map[string]string{}
	for document := range strings.SplitSeq(string(file), "\n---\n") {
		var o map[string]any
		if err := yaml.Unmarshal([]byte(document), &o); err != nil {
			panic(err)
		}
		all[fmt.Sprint(at(o, "kind"), "/", at(o, "metadata", "name"))] = document
	}
	return all
})

// object is an object of objects.yaml, with what is set: keys are JSON pointers, and null removes a field.
func object(t *testing.T, name string, set map[string]any) (o map[string]any) {
	t.Helper()
	document, is := objects()[name]
	assert.Assert(t, is, "objects.yaml has no %s", name)
	assert.NilError(t, yaml.Unmarshal([]byte(document), &o))
	for _, pointer := range slices.Sorted(maps.Keys(set)) {
		var keys []string
		for key := range strings.SplitSeq(pointer[1:], "/") {
			keys = append(keys, strings.ReplaceAll(key, "~1", "/"))
		}
		put(o, keys, set[pointer])
	}
	return o
}

func put(in any, keys []string, value any) {
	switch in := in.(type) {
	case []any:
		i, _ := strconv.Atoi(keys[0])
		if len(keys) == 1 {
			in[i] = value
			return
		}
		put(in[i], keys[1:], value)
	case map[string]any:
		switch {
		case len(keys) > 1:
			if in[keys[0]] == nil {
				in[keys[0]] = map[string]any{}
			}
			put(in[keys[0]], keys[1:], value)
		case value == nil:
			delete(in, keys[0])
		default:
			in[keys[0]] = value
		}
	}
}

// TestRefused holds that each planted change of a field that cannot change is told, at the field.
func TestRefused(t *testing.T) {
	var cases []struct {
		Of      string
		Set     map[string]any
		At      []string
		Warning bool
	}
	read(t, "testdata/refused.yaml", &cases)
	assert.Check(t, len(cases) >= 80, len(cases))
	kindsSeen := map[string]bool{}
	for _, c := range cases {
		before, after := object(t, c.Of, nil), object(t, c.Of, c.Set)
		var at []string
		for _, e := range Of(Change{Owner: release, Before: before, After: after}) {
			assert.Check(t, e.Code == wording.CodeFinalImmutable && len(e.Detail) <= 400, "%s: %s", c.Of, e.Detail)
			assert.Check(t, (e.Severity == finding.SeverityWarning) == c.Warning, "%s %v: %s", c.Of, c.Set, e.Severity)
			at = append(at, strings.Join(e.Keys, "."))
		}
		assert.Check(t, slices.Equal(at, c.At), "%s %v: %v", c.Of, c.Set, at)
		kindsSeen[kindOf(before)] = true
	}
	for kind := range known().Kinds {
		if !slices.Contains(notTried, kind) {
			assert.Check(t, kindsSeen[kind], "no case has a %s", kind)
		}
	}
}

// TestImmutable holds that immutable.yaml has nothing that the types do not have, and each rule what it needs.
func TestImmutable(t *testing.T) {
	type row struct {
		rule
		Says, Source string
	}
	var file struct {
		Container, Sized, Pods, Resources map[string]any
		Words                             map[string][]rule
		Kinds                             map[string][]row
	}
	read(t, "immutable.yaml", &file)
	for name, rules := range file.Kinds {
		for _, r := range rules {
			assert.Check(t, r.Field != "" && r.Source != "", "%s: %s", name, r.Field)
			assert.Check(t, (r.Then == "") == (r.Says != "" && r.Fix != ""), "%s: %s", name, r.Field)
			file.Words["of rules"] = append(file.Words["of rules"], r.rule)
		}
	}
	facts := []string{"owner", "spec", "gone", "kept", "kind", "before", "after", "given", "was", "fix", "loses", "field",
		"name"}
	for name, options := range file.Words {
		for _, o := range options {
			for _, asked := range append(names.FindAllString(o.Then, -1), slices.Collect(maps.Keys(o.When))...) {
				asked, _, _ = strings.Cut(strings.Trim(asked, "{}"), " ")
				for one := range strings.SplitSeq(asked, "|") {
					assert.Check(t, file.Words[one] != nil || slices.Contains(facts, one), "%s: nobody knows %s", name, one)
				}
			}
		}
	}
}

// notTried are kinds that no server serves by default.
var notTried = []string{"LeaseCandidate.coordination.k8s.io", "ClusterTrustBundle.certificates.k8s.io",
	"PodCertificateRequest.certificates.k8s.io", "StorageVersionMigration.storagemigration.k8s.io"}

// TestOrdinary holds that no ordinary change is told, whoever makes the object.
func TestOrdinary(t *testing.T) {
	var cases map[string][]map[string]any
	read(t, "testdata/ordinary.yaml", &cases)
	count := 0
	for of, sets := range cases {
		for _, set := range sets {
			count++
			for _, owner := range owners {
				effects := Of(Change{Owner: owner, Before: object(t, of, nil), After: object(t, of, set)})
				assert.Check(t, len(effects) == 0, "%s %v: %v", of, set, effects)
			}
		}
	}
	assert.Check(t, count >= 150, count)
}

func read(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.NilError(t, yaml.UnmarshalStrict(text, into))
}

func helmRelease(spec string) Owner { return ownerOf("HelmRelease", spec) }

func kustomization(spec string) Owner { return ownerOf("Kustomization", spec) }

func ownerOf(kind, spec string) Owner {
	var o map[string]any
	if err := yaml.Unmarshal([]byte(spec), &o); err != nil {
		panic(err)
	}
	return Owner{Kind: kind, Spec: o}
}

var owners = []Owner{
	release,
	helmRelease("upgrade: {force: true}"),
	helmRelease("upgrade: {strategy: {name: RetryOnFailure}, remediation: {retries: 3}}"),
	helmRelease("upgrade: {remediation: {retries: 3}}"),
	helmRelease("upgrade: {remediation: {retries: 3, remediateLastFailure: false}}"),
	helmRelease("upgrade: {remediation: {retries: -1, strategy: uninstall}}"),
	helmRelease("upgrade: {remediation: {retries: 0, strategy: uninstall}}"),
	helmRelease("upgrade: {force: true, remediation: {remediateLastFailure: true, strategy: uninstall}}"),
	kustomization("prune: true"),
	kustomization("{prune: true, force: true}"),
}

// TestOwners shows what is told of one change of some kinds, by what makes the object.
func TestOwners(t *testing.T) {
	var out strings.Builder
	for _, c := range []struct {
		of  string
		set map[string]any
	}{
		{"StatefulSet/db", map[string]any{"/spec/volumeClaimTemplates/0/spec/resources/requests/storage": "20Gi"}},
		{"StatefulSet/cache", map[string]any{"/spec/serviceName": "other"}},
		{"StatefulSet/plain", map[string]any{"/spec/serviceName": "other"}},
		{"Deployment/web", map[string]any{"/spec/selector/matchLabels/tier": "front"}},
		{"Job/indexed", map[string]any{"/spec/template/spec/containers/0/image": "other"}},
		{"PersistentVolumeClaim/data", map[string]any{"/spec/storageClassName": "slow"}},
		{"PersistentVolumeClaim/shared", map[string]any{"/spec/storageClassName": "slow"}},
		{"RoleBinding/web", map[string]any{"/roleRef/name": "other"}},
		{"CustomResourceDefinition/widgets.final.example.com", map[string]any{"/spec/scope": "Cluster"}},
	} {
		for _, owner := range owners {
			spec, _ := json.Marshal(owner.Spec)
			fmt.Fprintf(&out, "%s %s %s\n", c.of, owner.Kind, spec)
			for _, e := range Of(Change{Owner: owner, Before: object(t, c.of, nil), After: object(t, c.of, c.set)}) {
				assert.Check(t, len(e.Detail) <= 400, e.Detail)
				fmt.Fprintf(&out, "  %s %s %s: %s\n", e.Code, e.Severity, strings.Join(e.Keys, "."), e.Detail)
			}
		}
	}
	golden.Assert(t, out.String(), "owners.txt")
}

// TestGone shows what is told of objects that go, of claims that go with pods, and of versions.
func TestGone(t *testing.T) {
	annotated := func(key, value string) map[string]any {
		return map[string]any{"/metadata/annotations": map[string]any{key: value}}
	}
	pruning, suspended := kustomization("prune: true"), kustomization("{prune: true, suspend: true}")
	orphaning := kustomization("{prune: true, deletionPolicy: Orphan}")
	deleting := kustomization("{prune: false, deletionPolicy: WaitForTermination}")
	gone := func(o Owner) Owner { o.Gone = true; return o }
	claim, widgets := "PersistentVolumeClaim/data", "CustomResourceDefinition/widgets.final.example.com"
	after := func(of string, set map[string]any) map[string]any { return object(t, of, set) }
	older := after(widgets, map[string]any{"/spec/versions": []any{map[string]any{"name": "v1", "served": true}}})
	var out strings.Builder
	for _, c := range []struct {
		title  string
		change Change
	}{
		{"claim", Change{Owner: release, Before: after(claim, nil)}},
		{"claim that is kept", Change{Owner: release, Before: after(claim, annotated("helm.sh/resource-policy", "keep"))}},
		{"claim of a hook", Change{Owner: release, Before: after(claim, annotated("helm.sh/hook", "pre-install"))}},
		{"claim of a suspended release that goes",
			Change{Owner: gone(helmRelease("suspend: true")), Before: after(claim, nil)}},
		{"claim of a release that goes", Change{Owner: gone(release), Before: after(claim, nil)}},
		{"claim of a Kustomization", Change{Owner: pruning, Before: after(claim, nil)}},
		{"without prune", Change{Owner: kustomization("{}"), Before: after(claim, nil)}},
		{"prune disabled", Change{Owner: pruning, Before: after(claim, annotated(flux+"prune", "Disabled"))}},
		{"reconcile disabled", Change{Owner: pruning, Before: after(claim, annotated(flux+"reconcile", "disabled"))}},
		{"Kustomization that goes", Change{Owner: gone(pruning), Before: after(claim, nil)}},
		{"suspended Kustomization that goes", Change{Owner: gone(suspended), Before: after(claim, nil)}},
		{"orphaning Kustomization", Change{Owner: orphaning, Before: after(claim, nil)}},
		{"orphaning Kustomization that goes", Change{Owner: gone(orphaning), Before: after(claim, nil)}},
		{"deleting Kustomization", Change{Owner: deleting, Before: after(claim, nil)}},
		{"deleting Kustomization that goes", Change{Owner: gone(deleting), Before: after(claim, nil)}},
		{"volume", Change{Owner: pruning, Before: after("PersistentVolume/disk", nil)}},
		{"namespace", Change{Owner: pruning, Before: after("Namespace/final-team", nil)}},
		{"definition", Change{Owner: release, Before: after(widgets, nil)}},
		{"definition of the folder crds", Change{Owner: release, Before: after(widgets, nil), Kept: true}},
		{"StatefulSet", Change{Owner: release, Before: after("StatefulSet/db", nil)}},
		{"StatefulSet with whenDeleted", Change{Owner: release, Before: after("StatefulSet/cache", nil)}},
		{"fewer replicas", Change{Owner: release, Before: after("StatefulSet/cache", nil),
			After: after("StatefulSet/cache", map[string]any{"/spec/replicas": nil})}},
		{"Deployment", Change{Owner: release, Before: after("Deployment/web", nil)}},
		{"new", Change{Owner: release, After: after(claim, nil)}},
		{"version goes", Change{Owner: release, Before: after(widgets, nil), After: older}},
		{"version comes", Change{Owner: release, Before: older, After: after(widgets, nil)}},
		{"version is served no longer", Change{Owner: release, Before: after(widgets, nil),
			After: after(widgets, map[string]any{"/spec/versions/1/served": false})}},
		{"hook", Change{Owner: release, Before: after("Job/migrate", nil), After: after("Job/migrate", map[string]any{
			"/spec/completions": 4, "/metadata/annotations": map[string]any{"helm.sh/hook": "pre-upgrade"}})}},
		{"if not present", Change{Owner: pruning, Before: after("Job/migrate", nil), After: after("Job/migrate",
			map[string]any{"/spec/completions": 4, "/metadata/annotations": map[string]any{flux + "ssa": "IfNotPresent"}})}},
	} {
		fmt.Fprintln(&out, c.title)
		for _, e := range Of(c.change) {
			assert.Check(t, len(e.Detail) <= 400, e.Detail)
			fmt.Fprintf(&out, "  %s %s %s: %s\n", e.Code, e.Severity, strings.Join(e.Keys, "."), e.Detail)
		}
	}
	golden.Assert(t, out.String(), "gone.txt")
}

// TestEqual holds that an object that stays the same has no effects, and that Of writes nothing into its input.
func TestEqual(t *testing.T) {
	for _, document := range objects() {
		var before, after map[string]any
		assert.NilError(t, yaml.Unmarshal([]byte(document), &before))
		assert.NilError(t, yaml.Unmarshal([]byte(document), &after))
		for _, owner := range owners {
			assert.Check(t, len(Of(Change{Owner: owner, Before: before, After: after})) == 0, document)
		}
		assert.DeepEqual(t, before, after)
	}
}

// FuzzOf holds that no object makes it panic, that a change is told alike each time, and that one side is none.
func FuzzOf(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	documents := slices.Sorted(maps.Values(objects()))
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 1))
		sides := make([]map[string]any, 2)
		document := documents[random.IntN(len(documents))]
		for i := range sides {
			assert.NilError(t, yaml.Unmarshal([]byte(document), &sides[i]))
			for range random.IntN(4) {
				spoil(random, sides[i])
			}
		}
		change := Change{Owner: owners[random.IntN(len(owners))], Before: sides[0], After: sides[1]}
		assert.DeepEqual(t, Of(change), Of(change))
		change.After = change.Before
		for _, e := range Of(change) {
			t.Errorf("equal sides: %v", e)
		}
		change.After = nil
		Of(change)
	})
}

// spoil puts anything at a place by chance.
func spoil(random *rand.Rand, in any) {
	values := []any{nil, "", "1Gi", 3.0, int64(3), true, []any{}, []any{"a", nil}, map[string]any{},
		map[string]any{"a": 1.5}}
	value := values[random.IntN(len(values))]
	switch in := in.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(in))
		if len(keys) == 0 {
			return
		}
		key := keys[random.IntN(len(keys))]
		if random.IntN(3) > 0 && in[key] != nil {
			spoil(random, in[key])
			return
		}
		in[key] = value
	case []any:
		if len(in) > 0 && random.IntN(3) > 0 {
			spoil(random, in[random.IntN(len(in))])
		} else if len(in) > 0 {
			in[random.IntN(len(in))] = value
		}
	}
}
