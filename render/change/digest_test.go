package change_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestAcknowledge checks which change a digest lets through.
func TestAcknowledge(t *testing.T) {
	on := func(last int, limits string) render.Result {
		return ran(t, application{name: "web", limits: limits, clusters: numbered(1, last)}.String())
	}
	before, over, more := on(10, "{maxDeleted: 1}"), on(8, "{maxDeleted: 1, maxChanged: 0}"), on(7, "{maxDeleted: 1}")
	changes := change.Compare(before, over)
	digest := changes.Digest()
	check := func(changes change.Changes, config *schema.Document, digest string) string {
		return found(changes.Check(change.LimitOptions{Config: config, Acknowledge: digest}), changes)
	}
	assert.Equal(t, check(changes, nil, digest), "app.yaml:7:24: info: spec.limits.maxDeleted: this change "+
		"deletes workloads on 2 of 10 clusters (c09, c10), and the limit allows 1; this is acknowledged with DIGEST "+
		"[FA605]\n"+
		"app.yaml:7:39: info: spec.limits.maxChanged: this change affects workloads on 2 of 10 clusters (c09, c10), and "+
		"the limit allows none; this is acknowledged with DIGEST [FA605]")

	other := change.Compare(before, more)
	assert.Equal(t, strings.ReplaceAll(check(other, nil, digest), digest, "OTHER"),
		"app.yaml:7:24: spec.limits.maxDeleted: this change deletes workloads on 3 of 10 clusters (c08, c09, c10), "+
			"and the limit allows 1; Flux deletes what it applied; OTHER acknowledges another change; "+
			`if intended, write --acknowledge DIGEST, or acknowledge in a RenderConfig [FA601]`)

	allowed, none := on(9, "{maxDeleted: 1}"), change.Compare(before, before)
	const given, unneeded = "0123456789abcdef",
		"the limits allow this change, so that 0123456789abcdef acknowledges nothing; leave it out [FA605]"
	written := config(t, `{acknowledge: "`+given+`"}`)
	assert.Equal(t, check(change.Compare(before, allowed), nil, given), "info: "+unneeded)
	assert.Equal(t, check(none, nil, given), "info: "+unneeded)
	assert.Equal(t, check(none, written, given), "config.yaml:3:21: info: spec.acknowledge: "+unneeded)
	assert.Equal(t, check(none, written, ""), "", "a flag that is empty")
}

// TestDigest checks that the digest of a change is the same in any order of documents and objects, wherever the
// objects of before come from, and that each other change has another one.
func TestDigest(t *testing.T) {
	web, docs := application{name: "web", clusters: numbered(1, 4)}, application{name: "docs", clusters: numbered(1, 4)}
	before, after := ran(t, web.String()+docs.String()), web
	after.path = "./other"
	digest := change.Compare(before, ran(t, after.String()+docs.String())).Digest()
	assert.Assert(t, kinds.CheckDigest(digest) == nil && digest != "", digest)
	assert.Equal(t,
		change.Compare(ran(t, docs.String()+web.String()), ran(t, docs.String()+after.String())).Digest(), digest)
	assert.Equal(t, change.Compare(before, ran(t, "# a comment\n\n"+docs.String()+after.String())).Digest(), digest,
		"places do not count")
	was, is := read(t, before), objects(ran(t, after.String()+docs.String()))
	slices.Reverse(was)
	slices.Reverse(is)
	assert.Equal(t, change.CompareObjects(was, is, render.Result{}).Digest(), digest)
	for i, o := range was { // as a door that has compared the bytes
		was[i].Unchanged = o.Application == "apps/docs"
	}
	assert.Equal(t, change.CompareObjects(was, is, render.Result{}).Digest(), digest)

	digests := map[string]string{digest: "the same"}
	for name, edit := range map[string]func(*application){
		"no change":     func(*application) {},
		"another value": func(a *application) { a.path = "./others" },
		"one more":      func(a *application) { a.path, a.clusters = "./other", numbered(1, 5) },
		"one less":      func(a *application) { a.path, a.clusters = "./other", numbered(1, 3) },
		"one that holds another value": func(a *application) {
			a.path, a.clusters, a.more = "./other", numbered(1, 5), "    overrides: [{cluster: c05, prune: false}]\n"
		},
		"another one":  func(a *application) { a.path, a.clusters = "./other", append(numbered(1, 3), "c05") },
		"another name": func(a *application) { a.name = "other" },
		"suspended": func(a *application) {
			a.path, a.more = "./other", "    overrides: [{cluster: c01, suspend: true}]\n"
		},
		"another so": func(a *application) {
			a.path, a.more = "./other", "    overrides: [{cluster: c02, suspend: true}]\n"
		},
		"another field": func(a *application) {
			a.path, a.more = "./other", "    overrides: [{cluster: c02, prune: false}]\n"
		},
		"one without it": func(a *application) {
			a.path, a.more = "./other", "    overrides: [{cluster: c02, path: ./deploy}]\n"
		},
	} {
		edited := web
		edit(&edited)
		other := change.Compare(before, ran(t, edited.String()+docs.String())).Digest()
		assert.Equal(t, digests[other], "", "%s has the digest of another change", name)
		digests[other] = name
	}
}

// TestDigestHasEachPart checks that each part of a change is in the digest, and nothing that is about places and words.
func TestDigestHasEachPart(t *testing.T) {
	id := render.ID{Server: "s", Kind: "k", Namespace: "n", Name: "m"}
	whole := change.Change{
		Action: change.Renamed, Application: "apps/web", Cluster: "east", Object: id,
		Earlier: render.ID{Kind: "k", Name: "w"}, EarlierCluster: "west",
		Fields: []change.Field{{Path: "spec.path", Before: `"a"`, After: `"b"`}},
	}
	digestOf := func(edits ...func(*change.Change)) string {
		c := whole
		c.Fields = slices.Clone(whole.Fields)
		for _, edit := range edits {
			edit(&c)
		}
		return change.Changes{List: []change.Change{c}}.Digest()
	}
	seen := map[string]bool{digestOf(): true}
	for i, edit := range []func(*change.Change){
		func(c *change.Change) { c.Action = change.Deleted },
		func(c *change.Change) { c.Application = "apps/docs" },
		func(c *change.Change) { c.Cluster = "" },
		func(c *change.Change) { c.EarlierCluster = "" },
		func(c *change.Change) { c.Cluster, c.EarlierCluster = "eastwest", "" },
		func(c *change.Change) { c.Object.Server = "" },
		func(c *change.Change) { c.Object.Kind = "" },
		func(c *change.Change) { c.Object.Namespace = "" },
		func(c *change.Change) { c.Object.Name = "" },
		func(c *change.Change) { c.Object.Namespace, c.Object.Name = "nm", "" },
		func(c *change.Change) { c.Earlier = render.ID{} },
		func(c *change.Change) { c.Earlier.Name = "v" },
		func(c *change.Change) { c.Fields = nil },
		func(c *change.Change) { c.Fields[0].Path = "spec.other" },
		func(c *change.Change) { c.Fields[0].Before = "" },
		func(c *change.Change) { c.Fields[0].After = "" },
		func(c *change.Change) { c.Fields = append(c.Fields, c.Fields[0]) },
	} {
		digest := digestOf(edit)
		assert.Assert(t, !seen[digest], "edit %d", i)
		seen[digest] = true
	}
	assert.Equal(t, digestOf(func(c *change.Change) {
		c.Effect, c.At = "Flux uninstalls it", tree.Position{File: "a.yaml", Line: 3}
	}), digestOf())
	assert.Equal(t, digestOf(func(c *change.Change) { c.Fields[0].Set.Layer = "overrides[0]" }), digestOf())
}
