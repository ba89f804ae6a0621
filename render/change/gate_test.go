package change_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// rollOut writes an application of a kind of workload with clusters, each a word: its name, wave, and state, which is
// suspend or disable. A cluster with another name now has the old one behind a slash.
func rollOut(kind, clusters string) string {
	var fleet, overrides strings.Builder
	for word := range strings.FieldsSeq(clusters) {
		parts := strings.Split(word+":", ":")
		name, was, _ := strings.Cut(parts[0], "/")
		if was == "" {
			was = name
		}
		fmt.Fprintf(&fleet, "  - {name: %s, kubeConfig: {secretRef: {name: %s}}}\n", name, was)
		fmt.Fprintf(&overrides, "    - {cluster: %s, wave: %s", name, parts[1])
		if parts[2] != "" {
			fmt.Fprintf(&overrides, ", %s: true", parts[2])
		}
		overrides.WriteString("}\n")
	}
	source, entry, more := "GitRepository", "    - {", ", prune: true, path: ./api"
	list := map[string]string{"Kustomization": "    kustomization:\n", "KCLRun": "    kclRun:\n"}[kind]
	if kind == "HelmRelease" {
		source, entry, more = "HelmRepository", "      - {", ""
		list = "    helmRelease:\n      chart: {chart: api, version: 1.1.0}\n      deploy:\n"
	}
	return "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: api, namespace: fleet}\nspec:\n" +
		"  source: {sourceRef: {kind: " + source + ", name: charts}}\n  clusters:\n" + fleet.String() +
		"  config:\n" + list + entry + "destination: {clusterSelector: {}}, interval: 1h" + more + "}\n    overrides:\n" +
		overrides.String()
}

const (
	atOnce = "waits for nothing any more: Flux brings it to 1.1.0 at once"
	onWave = "waits for wave 0 alone: Flux brings it to 1.1.0 when that is ready"
)

type freed map[string]string // effects, by cluster

// gateChanges are changes of two canaries before a cluster, and one behind that.
var gateChanges = []struct {
	name, before, after string
	want                freed
}{
	{"one of two canaries is suspended", "can:0 dog:0 mid:1 top:2", "can:0:suspend dog:0 mid:1 top:2", freed{}},
	{"one of two canaries is gone", "can:0 dog:0 mid:1 top:2", "dog:0 mid:1 top:2", freed{}},
	{"both canaries are suspended", "can:0 dog:0 mid:1 top:2", "can:0:suspend dog:0:suspend mid:1 top:2",
		freed{"mid": atOnce}},
	{"one is suspended, and the other one disabled", "can:0 dog:0 mid:1 top:2",
		"can:0:suspend dog:0:disable mid:1 top:2", freed{"mid": atOnce}},
	{"both canaries are gone", "can:0 dog:0 mid:1 top:2", "mid:1 top:2", freed{"mid": atOnce}},
	{"two other canaries", "can:0 dog:0 mid:1 top:2", "cat:0 cow:0 mid:1 top:2", freed{"mid": onWave}},
	{"the canaries have other names", "can:0 dog:0 mid:1 top:2", "cat/can:0 cow/dog:0 mid:1 top:2", freed{}},
	{"what waits has another name", "can:0 mid:1", "can:0 new/mid:1", freed{}},
	{"what waits has another name, and no gate", "can:0 mid:1", "can:0:suspend new/mid:1", freed{"new": atOnce}},
	{"the middle wave is suspended", "can:0 mid:1 top:2", "can:0 mid:1:suspend top:2", freed{"top": onWave}},
	{"the middle wave is gone", "can:0 mid:1 top:2", "can:0 top:2", freed{"top": onWave}},
	{"the two lower waves are suspended", "can:0 mid:1 top:2", "can:0:suspend mid:1:suspend top:2",
		freed{"top": atOnce}},
	{"two waves are left", "can:0 dog:1 mid:2 top:3", "can:0 dog:1 mid:2:suspend top:3",
		freed{"top": "waits for waves 0 and 1 alone: Flux brings it to 1.1.0 when that is ready"}},
	{"waves are in the order of their numbers", "can:2 dog:10 mid:11 top:12", "can:2 dog:10 mid:11:suspend top:12",
		freed{"top": "waits for waves 2 and 10 alone: Flux brings it to 1.1.0 when that is ready"}},
	{"the wave of what waits is lower", "can:0 mid:1 top:2", "can:0 mid:1 top:1", freed{"top": onWave}},
	{"the wave of what waits is the first", "can:0 mid:1 top:2", "can:0 mid:1 top:0", freed{"top": atOnce}},
	{"the wave of the canary is higher", "can:0 mid:1 top:2", "can:1 mid:1 top:2", freed{"mid": atOnce}},
	{"no waves", "can:0 mid:1 top:2", "can:0 mid:0 top:0", freed{"mid": atOnce, "top": atOnce}},
	{"a wave is between", "can:0 dog:0 top:1", "can:0 dog:1 top:2", freed{}},
	{"waits through another one alone", "can:0 dog:0:suspend top:1", "can:0 dog:1 top:2", freed{}},
	{"all that waits is suspended too", "can:0 mid:1 top:2", "can:0:suspend mid:1:suspend top:2:suspend", freed{}},
	{"what waits is suspended alone", "can:0 mid:1 top:2", "can:0 mid:1:suspend top:2:suspend", freed{}},
	{"what was suspended goes on without its gate", "can:0 mid:1:suspend", "can:0:suspend mid:1", freed{"mid": atOnce}},
	{"what was suspended goes on with its gate", "can:0 mid:1:suspend", "can:0 mid:1", freed{}},
	{"a new cluster behind a suspended canary", "can:0", "can:0:suspend new:1", freed{}},
	{"a canary that was suspended is gone", "can:0:suspend mid:1", "mid:1", freed{}},
}

// TestFreed checks which changes free objects of which clusters, whether before was rendered or read, and that each is
// held, and acknowledged by its own digest alone.
func TestFreed(t *testing.T) {
	for _, kind := range []string{"HelmRelease", "Kustomization", "KCLRun"} {
		for _, c := range gateChanges {
			before, after := rendered(t, rollOut(kind, c.before)), rendered(t, rollOut(kind, c.after))
			assertFreed(t, kind+": "+c.name, before, after, c.want)
		}
	}
}

func assertFreed(t *testing.T, name string, before, after render.Result, want freed) {
	t.Helper()
	ofRun := change.Compare(before, after)
	ofRead := change.CompareObjects(written(t, before), objectsOf(after), after)
	for _, changes := range []change.Changes{ofRun, ofRead} {
		got := freed{}
		for _, c := range changes.List {
			if _, effect, is := strings.Cut("; "+c.Effect, "; waits for "); is {
				got[c.Cluster] = strings.ReplaceAll("waits for "+effect, "applies it", "brings it to 1.1.0")
			}
		}
		assert.Check(t, cmp.Equal(got, want), "%s: %v", name, cmp.Diff(want, got))
		found := changes.Check(change.LimitOptions{})
		held := strings.Contains(found.Only(finding.SeverityError).String(), "[FA608]")
		assert.Check(t, held == (len(want) > 0), "%s: %s", name, found)
		if held {
			acknowledged := changes.Check(change.LimitOptions{Acknowledge: changes.Digest()})
			assert.Check(t, acknowledged.Err() == nil && strings.Contains(acknowledged.String(), "[FA605]"), acknowledged)
		}
	}
	assert.Check(t, ofRun.Digest() == ofRead.Digest(), name)
}

// TestFreedClosed checks closed waves: of a wave that one object closes, any other object is enough to wait for.
func TestFreedClosed(t *testing.T) {
	fleet := func(states ...string) string {
		var all []string
		for wave, size := range []int{30, 30, 3} {
			for i := range size {
				all = append(all, fmt.Sprintf("c%d-%02d:%d%s", wave, i, wave, states[wave]))
			}
		}
		return strings.Join(all, " ")
	}
	whole := fleet("", "", "")
	withoutClosing := func(kind string, wave int) string {
		for _, o := range rendered(t, rollOut(kind, whole)).Objects {
			if o.Tree().At("metadata", "annotations", "fluxapp.dev/closes-wave").Exists() && o.Wave() == wave {
				at := fmt.Sprintf("%s:%d", o.Cluster(), wave)
				return strings.Replace(whole, at, at+":suspend", 1)
			}
		}
		return ""
	}
	for _, kind := range []string{"HelmRelease", "Kustomization"} {
		before := rendered(t, rollOut(kind, whole))
		for _, c := range []struct {
			after string
			want  int
		}{
			{withoutClosing(kind, 0), 0}, {fleet("", ":suspend", ""), 3}, {fleet(":suspend", "", ""), 30},
			{fleet(":suspend", ":suspend", ""), 3}, {strings.ReplaceAll(whole, ":2", ":1"), 3},
			{strings.ReplaceAll(whole, ":1", ":0"), 30}, {whole[strings.Index(whole, "c0-29"):], 0},
			{whole[strings.Index(whole, "c1-00"):], 30},
		} {
			after := rendered(t, rollOut(kind, c.after))
			for _, was := range [][]change.Object{objectsOf(before), written(t, before)} {
				clusters := map[string]bool{}
				for _, found := range change.CompareObjects(was, objectsOf(after), render.Result{}).List {
					if found.Action == change.Freed {
						clusters[found.Cluster] = true
					}
				}
				assert.Check(t, len(clusters) == c.want, "%s: %d of %d", kind, len(clusters), c.want,
					slices.Sorted(maps.Keys(clusters)))
			}
		}
	}
}

// TestFreedMessage reads what is told where objects of one application are freed in several ways, and what their digest
// is of: another chart for one of them is another change.
func TestFreedMessage(t *testing.T) {
	before, after := rollOut("HelmRelease", "can:0 mid:1 top:1"), rollOut("HelmRelease", "can:0:suspend mid:1 top:1")
	changes := change.Compare(rendered(t, before), rendered(t, after))
	found := changes.Check(change.LimitOptions{})
	assert.Equal(t, found.String(), "in.yaml:1:1: each of 2 HelmReleases on 2 clusters waits for nothing any more: Flux "+
		"brings it to 1.1.0 at once (mid, top); to stop a roll-out, suspend the clusters that must not get it; if intended, "+
		"write --acknowledge 78120c411b71b762, or acknowledge in a RenderConfig [FA608]")

	other := func(in string) render.Result {
		return rendered(t, strings.Replace(in, "mid, wave: 1}", "mid, wave: 1, chart: {version: 1.2.0}}", 1))
	}
	again := change.Compare(other(before), other(after)).Check(change.LimitOptions{Acknowledge: changes.Digest()})
	assert.Assert(t, strings.Contains(again.String(), "1 HelmRelease on 1 cluster waits for nothing any more: Flux "+
		"brings it to 1.1.0 at once (top); 1 HelmRelease on 1 cluster waits for nothing any more: Flux brings it to "+
		"1.2.0 at once (mid)"), again)
	assert.Assert(t, again.Err() != nil)
}

// TestFreedReady checks that objects which run already what is rendered are told, and not held.
func TestFreedReady(t *testing.T) {
	changes := change.Compare(rendered(t, rollOut("HelmRelease", "can:0 mid:1 top:1")),
		rendered(t, rollOut("HelmRelease", "can:0:suspend mid:1 top:1")))
	ready := map[render.ID]bool{}
	for _, cluster := range []string{"mid", "top"} {
		ready[render.ID{Kind: "HelmRelease", Namespace: "fleet", Name: "api-" + cluster}] = true
		found := changes.Check(change.LimitOptions{Ready: ready})
		assert.Equal(t, found.Err() == nil, len(ready) == 2)
		told := map[int]string{1: "mid", 2: "mid, top"}[len(ready)]
		assert.Assert(t, strings.Contains(found.String(),
			"at once ("+told+"); the observed workload is ready with this already"), found)
	}
}
