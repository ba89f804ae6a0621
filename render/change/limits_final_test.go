package change_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
)

// finalChanges are the changes between two documents on four clusters, of which some lose final objects.
func finalChanges(t *testing.T, before, after application, gone ...stream.Deletion) change.Changes {
	t.Helper()
	c := change.Compare(ran(t, before.String()), ran(t, after.String()))
	c.Final = gone
	return c
}

func goes(cluster, kind string, names ...string) stream.Deletion {
	return stream.Deletion{Application: "apps/web", Cluster: cluster, Kind: kind, Names: names}
}

// TestFinalLimits counts the clusters that lose final objects of the kinds of a limit, for both sides.
func TestFinalLimits(t *testing.T) {
	web := func(limits string) application {
		return application{name: "web", limits: limits, clusters: numbered(1, 4)}
	}
	claims := []stream.Deletion{goes("c01", "PersistentVolumeClaim", "web/a"), goes("c01", "StatefulSet", "web/b"),
		goes("c02", "PersistentVolumeClaim", "web/a", "web/b", "web/c", "web/d", "web/e"),
		goes("c03", "StatefulSet", "web/a")}
	for name, c := range map[string]struct {
		before, after, config string
		want                  string
	}{
		"none":      {"", "", "", ""},
		"allowed":   {"{final: {maxDeleted: 2}}", "{final: {maxDeleted: 50%}}", "", ""},
		"no number": {"{final: {kinds: [StatefulSet]}}", "{final: {kinds: [StatefulSet]}}", "", ""},
		"data": {"", "{final: {maxDeleted: 1}}", "", "app.yaml:7:32: spec.limits.final.maxDeleted: this change deletes " +
			"final objects on 2 of 4 clusters (c01, c02), and the limit allows 1; on 1 of them Flux deletes " +
			"PersistentVolumeClaim web/a; on 1 of them Flux deletes PersistentVolumeClaim web/a, web/b, web/c and 2 " +
			"more; if intended, write --acknowledge DIGEST, or acknowledge in a RenderConfig [FA609]"},
		"kinds": {"", "{final: {maxDeleted: 25%, kinds: [StatefulSet]}}", "", "app.yaml:7:32: spec.limits.final.maxDeleted:" +
			" this change deletes final objects on 2 of 4 clusters (c01, c03), and 25% allows 1; on 1 of them Flux " +
			"deletes StatefulSet web/a; on 1 of them Flux deletes StatefulSet web/b; if intended, write --acknowledge " +
			"DIGEST, or acknowledge in a RenderConfig [FA609]"},
		"before": {"{final: {maxDeleted: 0, kinds: [Job]}}", "{final: {maxDeleted: 4}}", "", ""},
		"taken away": {"{final: {maxDeleted: 0}}", "", "", "app.yaml:7:32: spec.limits.final.maxDeleted: this change " +
			"deletes final objects on 2 of 4 clusters (c01, c02), and before this change the limit allows none; on 1 of them " +
			"Flux deletes PersistentVolumeClaim web/a; on 1 of them Flux deletes PersistentVolumeClaim web/a, " +
			"web/b, web/c and 2 more; if intended, write --acknowledge DIGEST, or acknowledge in a RenderConfig [FA609]"},
		"run": {"", "", "{limits: {final: {maxDeleted: 0, kinds: [StatefulSet]}}}", "config.yaml:3:37: " +
			"spec.limits.final.maxDeleted: this change deletes final objects on 2 of 4 clusters of all applications (c01, " +
			"c03), and the limit allows none; on 1 of them Flux deletes StatefulSet web/a; on 1 of them Flux " +
			"deletes StatefulSet web/b; if intended, write --acknowledge DIGEST, or acknowledge in a RenderConfig [FA609]"},
	} {
		t.Run(name, func(t *testing.T) {
			changes := finalChanges(t, web(c.before), web(c.after), claims...)
			var o change.LimitOptions
			if c.config != "" {
				o.Config = config(t, c.config)
			}
			digest := changes.Digest()
			got := ""
			for _, f := range changes.Check(o) {
				got += strings.ReplaceAll(f.String(), digest, "DIGEST")
			}
			assert.Equal(t, got, c.want)
			o.Acknowledge = digest
			assert.NilError(t, changes.Check(o).Err())
		})
	}
}

// TestFinalDigest covers the final objects that go, in any order, and other limits tell the digest without them, which
// commands tell that make none.
func TestFinalDigest(t *testing.T) {
	before := application{name: "web", limits: "{maxDeleted: 0, final: {maxDeleted: 0}}", clusters: numbered(1, 2)}
	after := before
	after.clusters = numbered(1, 1)
	gone := []stream.Deletion{goes("c02", "PersistentVolumeClaim", "b", "a"), goes("c01", "Job", "c")}
	flux, all := finalChanges(t, before, after), finalChanges(t, before, after, gone...)
	turned := slices.Clone(gone)
	slices.Reverse(turned)
	turned[1].Names = []string{"a", "b"}
	assert.Equal(t, finalChanges(t, before, after, turned...).Digest(), all.Digest())
	assert.Assert(t, flux.Digest() != all.Digest())
	assert.Assert(t, finalChanges(t, before, after, gone[:1]...).Digest() != all.Digest())

	held := func(acknowledge string) (codes string) {
		for _, f := range all.Check(change.LimitOptions{Acknowledge: acknowledge}).Only("error") {
			codes += fmt.Sprintf("%s %t %t ", f.Code, strings.Contains(f.Detail, flux.Digest()),
				strings.Contains(f.Detail, all.Digest()))
		}
		return codes
	}
	assert.Equal(t, held(""), "FA601 true false FA609 false true ")
	assert.Equal(t, held(flux.Digest()), "FA609 true true ") // it acknowledges another change
	assert.Equal(t, held(all.Digest()), "")
}

// TestFinalHub counts the hub as a cluster.
func TestFinalHub(t *testing.T) {
	c := finalChanges(t, application{name: "web", clusters: numbered(1, 1)}, application{name: "web",
		limits: "{final: {maxDeleted: 0}}", clusters: numbered(1, 1)}, goes("hub", "Namespace", "web"))
	found := c.Check(change.LimitOptions{})
	assert.Assert(t, strings.Contains(found[0].Detail, "(the hub)"), found[0].Detail)
}

// TestPairs tells the sides of each kind of change.
func TestPairs(t *testing.T) {
	web := func(clusters ...string) application { return application{name: "web", clusters: clusters} }
	renamed, kept := web("a"), web("a", "b")
	renamed.prefix = "new-"
	kept.more = "    - {path: ./kept, name: kept, prune: false, interval: 10m, destination: {cluster: a}}\n"
	secret := strings.Replace(web("a").String(), "secretRef: {name: a}", "secretRef: {name: other}", 1)
	for name, c := range map[string]struct {
		before, after string
		want          []string
	}{
		"same":       {web("a").String(), web("a").String(), []string{"a same"}},
		"new":        {web("a").String(), web("a", "b").String(), []string{"b after", "a same"}},
		"gone":       {web("a", "b").String(), web("a").String(), []string{"b before", "a same"}},
		"changed":    {web("a").String(), renamed.String(), []string{"a both spec.namePrefix"}},
		"orphaned":   {kept.String(), web("a", "b").String(), []string{"a same", "b same"}},
		"redirected": {web("a").String(), secret, []string{"a after spec.kubeConfig.secretRef.name"}},
	} {
		t.Run(name, func(t *testing.T) {
			none := func(string, render.Chart) stream.Side { return stream.Side{} }
			var got []string
			for p := range change.Compare(ran(t, c.before), ran(t, c.after)).Pairs(none) {
				is := map[[3]bool]string{{true, false, false}: " before", {false, true, false}: " after",
					{true, true, false}: " both", {false, true, true}: " same"}
				text := p.Cluster + is[[3]bool{p.Before != nil, p.After != nil, p.Same}]
				for _, f := range p.Fields {
					text += " " + strings.Join(f.Keys, ".")
				}
				got = append(got, text)
			}
			assert.DeepEqual(t, got, c.want)
		})
	}
}
