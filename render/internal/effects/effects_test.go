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

var release = Change{Owner: "HelmRelease"}

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
		for _, e := range Of(sides(release, before, after)) {
			assert.Check(t, e.Code == wording.CodeFinalImmutable && len(e.Detail) <= 400, "%s: %s", c.Of, e.Detail)
			assert.Check(t, (e.Severity == finding.SeverityWarning) == c.Warning, "%s %v: %s", c.Of, c.Set, e.Severity)
			at = append(at, e.Path)
		}
		assert.Check(t, slices.Equal(at, c.At), "%s %v: %v", c.Of, c.Set, at)
		kindsSeen[kindOf(before)] = true
	}
	for kind := range known().Kinds {
		if kind != "" && !slices.Contains(notTried, kind) {
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
			assert.Check(t, (r.Field == "") == (name == "") && r.Source != "", "%s: %s", name, r.Field)
			assert.Check(t, r.Then == "" || file.Words[r.Then] != nil, "%s: %s", name, r.Field)
			assert.Check(t, (r.Then == "") == (r.Says != "" && r.Fix != ""), "%s: %s", name, r.Field)
			file.Words["of rules"] = append(file.Words["of rules"], rule{When: r.When})
		}
	}
	facts := []string{"owner", "spec", "gone", "crd", "kind", "before", "after", "given", "was", "fix", "then", "field"}
	for name, options := range file.Words {
		last := options[len(options)-1]
		assert.Check(t, len(last.When) == 0 || name == "of rules", "%s: the last has a condition", name)
		for _, o := range options {
			for _, asked := range append(namesIn(o.Then), slices.Collect(maps.Keys(o.When))...) {
				asked, _, _ = strings.Cut(asked, " ")
				assert.Check(t, file.Words[asked] != nil || slices.Contains(facts, asked), "%s: nobody knows %s", name, asked)
			}
		}
	}
}

func namesIn(text string) (names []string) {
	os.Expand(text, func(name string) string { names = append(names, name); return "" })
	return names
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
				effects := Of(sides(owner, object(t, of, nil), object(t, of, set)))
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

// sides returns a change of an object that an owner makes.
func sides(c Change, before, after map[string]any) Change {
	c.Before, c.After = before, after
	return c
}

func helmRelease(spec string) Change { return ownerOf("HelmRelease", spec) }

func kustomization(spec string) Change { return ownerOf("Kustomization", spec) }

func ownerOf(kind, spec string) Change {
	var o map[string]any
	if err := yaml.Unmarshal([]byte(spec), &o); err != nil {
		panic(err)
	}
	return Change{Owner: kind, Spec: o}
}

var owners = []Change{
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
			fmt.Fprintf(&out, "%s %s %s\n", c.of, owner.Owner, spec)
			for _, e := range Of(sides(owner, object(t, c.of, nil), object(t, c.of, c.set))) {
				assert.Check(t, len(e.Detail) <= 400, e.Detail)
				fmt.Fprintf(&out, "  %s %s %s: %s\n", e.Code, e.Severity, e.Path, e.Detail)
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
	gone := func(o Change) Change { o.Gone = true; return o }
	claim, widgets := "PersistentVolumeClaim/data", "CustomResourceDefinition/widgets.final.example.com"
	after := func(of string, set map[string]any) map[string]any { return object(t, of, set) }
	older := after(widgets, map[string]any{"/spec/versions": []any{map[string]any{"name": "v1", "served": true}}})
	scoped := map[string]any{"/spec/scope": "Cluster"}
	var out strings.Builder
	for _, c := range []struct {
		title  string
		change Change
	}{
		{"claim", sides(release, after(claim, nil), nil)},
		{"claim that is kept", sides(release, after(claim, annotated("helm.sh/resource-policy", "keep")), nil)},
		{"claim of a hook", sides(release, after(claim, annotated("helm.sh/hook", "pre-install")), nil)},
		{"claim of a suspended release that goes",
			sides(gone(helmRelease("suspend: true")), after(claim, nil), nil)},
		{"claim of a release that goes", sides(gone(release), after(claim, nil), nil)},
		{"claim of a Kustomization", sides(pruning, after(claim, nil), nil)},
		{"without prune", sides(kustomization("{}"), after(claim, nil), nil)},
		{"prune disabled", sides(pruning, after(claim, annotated(flux+"prune", "Disabled")), nil)},
		{"reconcile disabled", sides(pruning, after(claim, annotated(flux+"reconcile", "disabled")), nil)},
		{"Kustomization that goes", sides(gone(pruning), after(claim, nil), nil)},
		{"suspended Kustomization that goes", sides(gone(suspended), after(claim, nil), nil)},
		{"orphaning Kustomization", sides(orphaning, after(claim, nil), nil)},
		{"orphaning Kustomization that goes", sides(gone(orphaning), after(claim, nil), nil)},
		{"deleting Kustomization", sides(deleting, after(claim, nil), nil)},
		{"deleting Kustomization that goes", sides(gone(deleting), after(claim, nil), nil)},
		{"volume", sides(pruning, after("PersistentVolume/disk", nil), nil)},
		{"namespace", sides(pruning, after("Namespace/final-team", nil), nil)},
		{"definition", sides(release, after(widgets, nil), nil)},
		{"StatefulSet", sides(release, after("StatefulSet/db", nil), nil)},
		{"StatefulSet with whenDeleted", sides(release, after("StatefulSet/cache", nil), nil)},
		{"fewer replicas", sides(release, after("StatefulSet/cache", nil),
			after("StatefulSet/cache", map[string]any{"/spec/replicas": nil}))},
		{"Deployment", sides(release, after("Deployment/web", nil), nil)},
		{"new", sides(release, nil, after(claim, nil))},
		{"scope of a definition of the folder crds",
			sides(Change{Owner: "HelmRelease", CRD: true}, after(widgets, nil), after(widgets, scoped))},
		{"version goes", sides(release, after(widgets, nil), older)},
		{"version comes", sides(release, older, after(widgets, nil))},
		{"version is served no longer", sides(release, after(widgets, nil),
			after(widgets, map[string]any{"/spec/versions/1/served": false}))},
		{"hook", sides(release, after("Job/migrate", nil), after("Job/migrate", map[string]any{
			"/spec/completions": 4, "/metadata/annotations": map[string]any{"helm.sh/hook": "pre-upgrade"}}))},
		{"if not present", sides(pruning, after("Job/migrate", nil), after("Job/migrate",
			map[string]any{"/spec/completions": 4, "/metadata/annotations": map[string]any{flux + "ssa": "IfNotPresent"}}))},
	} {
		fmt.Fprintln(&out, c.title)
		for _, e := range Of(c.change) {
			assert.Check(t, len(e.Detail) <= 400, e.Detail)
			fmt.Fprintf(&out, "  %s %s %s: %s\n", e.Code, e.Severity, e.Path, e.Detail)
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
			assert.Check(t, len(Of(sides(owner, before, after))) == 0, document)
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
		both := make([]map[string]any, 2)
		document := documents[random.IntN(len(documents))]
		for i := range both {
			assert.NilError(t, yaml.Unmarshal([]byte(document), &both[i]))
			for range random.IntN(4) {
				spoil(random, both[i])
			}
		}
		change := sides(owners[random.IntN(len(owners))], both[0], both[1])
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
