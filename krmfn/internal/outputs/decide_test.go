package outputs

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// The documents of the tests: one that the run renders, one that it reads only, and one that does not exist.
var rendered, read, gone = Owner{Document: "apps/a"}, Owner{Document: "apps/b"}, Owner{Document: "apps/gone"}

func testRun() Run {
	var r Run
	r.AddDocument(rendered, Place{Path: "a.yaml"}, true)
	r.AddDocument(read, Place{Path: "b.yaml"}, false)
	return r
}

// object is an object of an owner in a file, with an identity of its name.
func object(owner Owner, name, pkg, file string) Existing {
	return Existing{Owner: owner, Identity: identity.Named("", "HelmRelease", "", name), Place: Place{pkg, file}}
}

// again is the object of the run with the identity of an existing object, in the same package and in a file.
func again(e Existing, file string) Rendered {
	return Rendered{Owner: rendered, Identity: e.Identity, Place: Place{e.Package, file}}
}

// TestTable checks the table of Decide, for a ResourceList and for a folder.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		owner     Owner
		prune     bool
		again, no Fate
	}{
		{Owner{}, false, Keep, Keep},
		{Owner{}, true, Keep, Keep},
		{read, false, Keep, Keep},
		{read, true, Keep, Keep},
		{gone, false, Keep, Keep},
		{gone, true, Replace, Remove},
		{rendered, false, Replace, Remove},
		{rendered, true, Replace, Remove},
	} {
		for _, folder := range []bool{false, true} {
			run := testRun()
			run.Prune, run.Folder = c.prune, folder
			e := object(c.owner, "x", "", "x.yaml")
			if folder {
				e.Identity = identity.Key{}
			}
			of := fmt.Sprintf("%+v in a folder: %t", c, folder)
			d := run.Decide([]Existing{e}, []Rendered{again(e, "x.yaml")})
			assert.DeepEqual(t, d.Existing[0], Decision{Fate: c.again, Rendered: 0, Orphan: c.owner == gone})
			assert.Equal(t, d.Rendered[0].Earlier == 0, c.again == Replace, of)
			assert.Equal(t, d.Rendered[0].SameIdentity == 0, c.again == Keep && !folder, of)
			assert.Equal(t, d.Rendered[0].SameFile == 0, c.again == Keep, of)

			d = run.Decide([]Existing{e}, nil)
			assert.DeepEqual(t, d.Existing[0], Decision{Fate: c.no, Rendered: -1, Orphan: c.owner == gone})
			assert.Equal(t, len(d.Removed) == 1, c.no == Remove, of)
		}
	}
}

// TestSelectionAndAlone checks that a run which does not know all documents has no orphans.
func TestSelectionAndAlone(t *testing.T) {
	for _, change := range []func(*Run){func(r *Run) { r.Selection = true }, func(r *Run) { r.Alone = true }} {
		run := testRun()
		change(&run)
		d := run.Decide([]Existing{object(gone, "x", "", "x.yaml"), object(rendered, "y", "", "y.yaml")}, nil)
		assert.DeepEqual(t, d.Existing[0], Decision{Fate: Keep, Rendered: -1})
		assert.Equal(t, d.Existing[1].Fate, Remove)
	}
}

// TestMatch checks that a ResourceList finds an object in any file, and a folder only in its own; that an object of
// the topology Standalone is found in its own file; and that an object in the list of a cluster is never one of the
// hub.
func TestMatch(t *testing.T) {
	e := object(rendered, "x", "", "moved.yaml")
	run, o := testRun(), again(e, "x.yaml")
	assert.Equal(t, run.Decide([]Existing{e}, []Rendered{o}).Existing[0].Fate, Replace)
	o.Standalone = true
	assert.Equal(t, run.Decide([]Existing{e}, []Rendered{o}).Existing[0].Fate, Remove)
	o.Path = "moved.yaml"
	assert.Equal(t, run.Decide([]Existing{e}, []Rendered{o}).Existing[0].Fate, Replace)
	run.Folder, o.Path = true, "x.yaml"
	assert.Equal(t, run.Decide([]Existing{e}, []Rendered{o}).Existing[0].Fate, Remove)

	e = object(rendered, "x", "", "one/a/x.yaml")
	run, o = testRun(), again(e, "x.yaml")
	run.Lists = []folderlist.List{testList(t, "one/kustomization.yaml", "a/x.yaml")}
	assert.Equal(t, run.Decide([]Existing{e}, []Rendered{o}).Existing[0].Fate, Remove)
	e.Owner = Owner{}
	assert.Equal(t, run.Decide([]Existing{e}, []Rendered{o}).Rendered[0].SameIdentity, -1, "it is on the cluster")
}

func testList(t *testing.T, file, entry string) folderlist.List {
	t.Helper()
	text := []byte("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata:\n  annotations:\n    " +
		kinds.AnnotationRenderedFrom + ": apps/a\nresources:\n- " + entry + "\n")
	docs := schema.Parse(file, text)
	err := docs.Findings().Err()
	assert.NilError(t, err)
	list, ours := folderlist.Read(file, docs[0], text)
	assert.Assert(t, ours)
	return list
}

// TestCopies checks that, of several copies, the one in the object's own file is replaced, or else the first, in any
// order.
func TestCopies(t *testing.T) {
	run := testRun()
	own, first, last := object(rendered, "x", "", "x.yaml"), object(rendered, "x", "", "a.yaml"),
		object(rendered, "x", "", "z.yaml")
	for _, c := range []struct {
		copies []Existing
		kept   int
	}{{[]Existing{own, first, last}, 0}, {[]Existing{last, first, own}, 2}, {[]Existing{last, first}, 1},
		{[]Existing{first, last}, 0}} {
		d := run.Decide(c.copies, []Rendered{again(own, "x.yaml")})
		assert.Equal(t, d.Rendered[0].Earlier, c.kept)
		for i, out := range d.Existing {
			assert.Equal(t, out.Fate == Replace, i == c.kept)
			assert.Equal(t, out.Fate == Remove, i != c.kept)
		}
		assert.Equal(t, len(d.Removed), len(c.copies)-1)
	}
	run.Prune, own.Owner, first.Owner = true, gone, gone
	d := run.Decide([]Existing{own, first}, []Rendered{again(own, "x.yaml")})
	assert.DeepEqual(t, d.Existing, []Decision{{Fate: Replace, Orphan: true}, {Fate: Remove}})
}

// TestPackages checks that an object belongs to the document in its package, or to the only document of the name;
// otherwise it is ambiguous, and so is a copy in another package.
func TestPackages(t *testing.T) {
	run := testRun()
	e := object(rendered, "x", "/other", "x.yaml")
	o := Rendered{Owner: rendered, Identity: e.Identity, Place: Place{"", "x.yaml"}}
	assert.Equal(t, run.Decide([]Existing{e}, []Rendered{o}).Existing[0].Fate, Replace,
		"the only document is in another package")

	here := object(rendered, "x", "", "x.yaml")
	d := run.Decide([]Existing{e, here}, []Rendered{o})
	assert.Assert(t, d.Existing[0].Fate == Ambiguous && d.Existing[0].Copy ||
		d.Existing[1].Fate == Ambiguous && d.Existing[1].Copy)

	run.AddDocument(rendered, Place{"/second", "a.yaml"}, true)
	d = run.Decide([]Existing{e}, []Rendered{o})
	assert.Equal(t, d.Existing[0].Fate, Ambiguous)
	assert.DeepEqual(t, d.Existing[0].Places, []Place{{"/second", "a.yaml"}, {"", "a.yaml"}})
	assert.Equal(t, run.Decide([]Existing{here}, []Rendered{o}).Existing[0].Fate, Replace,
		"each document owns the objects of its package")
}

// TestInlineSource checks that the GitRepository of an application is its own although it looks like the object of a
// repository, and only as long as the application renders it.
func TestInlineSource(t *testing.T) {
	run := testRun()
	run.AddDocument(Owner{Document: rendered.Document, Repository: true}, Place{Path: "repo.yaml"}, false)
	owner := OwnerOfOutput(written("GitRepository", "fluxcd-a", "apps/a", kinds.KubeSphereGroup))
	e := object(owner, "fluxcd-a", "", "x.yaml")
	assert.Assert(t, e.Owner.Repository)
	assert.Equal(t, run.Decide([]Existing{e}, []Rendered{again(e, "x.yaml")}).Existing[0].Fate, Replace)
	assert.Equal(t, run.Decide([]Existing{e}, nil).Existing[0].Fate, Keep)
}

// TestInlineSourceOfAnother checks that a GitRepository of a repository that is not rendered stays, and is in the way
// of an application of another name that would write one of its identity.
func TestInlineSourceOfAnother(t *testing.T) {
	run := testRun()
	run.AddDocument(Owner{Document: rendered.Document, Repository: true}, Place{Path: "repo.yaml"}, false)
	run.AddDocument(Owner{Document: "apps/c"}, Place{Path: "c.yaml"}, true)
	e := object(Owner{Document: rendered.Document, Repository: true}, "fluxcd-a", "", "x.yaml")
	o := again(e, "x.yaml")
	o.Owner = Owner{Document: "apps/c"}
	d := run.Decide([]Existing{e}, []Rendered{o})
	assert.Equal(t, d.Existing[0].Fate, Keep)
	assert.Equal(t, d.Rendered[0].SameIdentity, 0)
}

// written is an object that fluxapp wrote, as far as its owner depends on it.
func written(kind, name, from, managedBy string) tree.Node {
	b := tree.NewBuilder()
	text := func(key, value string) tree.Field { return tree.Field{Key: key, Value: b.String(value, tree.Node{})} }
	metadata := b.Map(tree.Node{}, text("name", name),
		tree.Field{Key: "annotations", Value: b.Map(tree.Node{}, text(kinds.AnnotationRenderedFrom, from))},
		tree.Field{Key: "labels", Value: b.Map(tree.Node{}, text(kinds.LabelManagedBy, managedBy))})
	return b.Map(tree.Node{}, text("kind", kind), tree.Field{Key: "metadata", Value: metadata})
}

// TestOwnerOfOutput checks that only the Flux GitRepository with label and name of a devops GitRepository is that
// one's.
func TestOwnerOfOutput(t *testing.T) {
	for _, c := range []struct {
		kind, name, from, managedBy string
		repository                  bool
	}{
		{"GitRepository", "fluxcd-a", "apps/a", kinds.KubeSphereGroup, true},
		{"GitRepository", "fluxcd-a", "a", kinds.KubeSphereGroup, true},
		{"Kustomization", "fluxcd-a", "apps/a", kinds.KubeSphereGroup, false},
		{"GitRepository", "a", "apps/a", kinds.KubeSphereGroup, false},
		{"GitRepository", "fluxcd-b", "apps/a", kinds.KubeSphereGroup, false},
		{"GitRepository", "fluxcd-a", "apps/a", "", false},
		{"GitRepository", "fluxcd-apps", "apps/a", kinds.KubeSphereGroup, false},
		{"GitRepository", "fluxcd-", "", kinds.KubeSphereGroup, true},
	} {
		got := OwnerOfOutput(written(c.kind, c.name, c.from, c.managedBy))
		assert.DeepEqual(t, got, Owner{Document: c.from, Repository: c.repository})
	}
}

// TestShards checks that each file that no object is written to is handled by the run of one shard, and the folder of
// a cluster by the shard that renders for it.
func TestShards(t *testing.T) {
	for i := range 20 {
		e := object(rendered, "", "", fmt.Sprintf("c%d/a/x.yaml", i))
		handled := 0
		for index := range 3 {
			run := testRun()
			run.Folder, run.Shard = true, render.Shard{Index: index, Count: 3}
			if d := run.Decide([]Existing{e}, nil); d.Existing[0].Fate == Remove {
				handled++
			} else {
				assert.Equal(t, d.Existing[0].Fate, OtherShard)
			}
			run.Lists = []folderlist.List{testList(t, fmt.Sprintf("c%d/kustomization.yaml", i), "a/x.yaml")}
			o := Rendered{Owner: rendered, Place: Place{Path: fmt.Sprintf("c%d/a/y.yaml", i)}, Standalone: true,
				List: fmt.Sprintf("c%d", i), OtherShard: index != 1}
			d := run.Decide([]Existing{e}, []Rendered{o})
			assert.Equal(t, d.Existing[0].Fate == Remove, index == 1)
			assert.Equal(t, d.Handles(fmt.Sprintf("c%d/kustomization.yaml", i)), index == 1)
		}
		assert.Equal(t, handled, 1, e.Path)
	}
}

// TestFileOfAnotherShard checks that no new object is written to a file of which the run of another shard decides.
func TestFileOfAnotherShard(t *testing.T) {
	e := object(rendered, "old", "", "c/a/x.yaml")
	o := Rendered{Owner: rendered, Identity: identity.Named("", "HelmRelease", "", "new"), Place: e.Place}
	taken := 0
	for index := range 3 {
		run := testRun()
		run.Shard = render.Shard{Index: index, Count: 3}
		d := run.Decide([]Existing{e}, []Rendered{o})
		_, found := d.At("c/a/x.yaml")
		assert.Equal(t, found, d.Existing[0].Fate == OtherShard)
		assert.Equal(t, d.Rendered[0].SameFile == 0, found)
		if found {
			taken++
		}
	}
	assert.Equal(t, taken, 2)
}

// TestCopiesInOneFile checks that, of two copies in one file, the first one is replaced, in either order.
func TestCopiesInOneFile(t *testing.T) {
	first, second := object(rendered, "x", "", "x.yaml"), object(rendered, "x", "", "x.yaml")
	first.Index, second.Index = "0", "1"
	for at, existing := range [][]Existing{{first, second}, {second, first}} {
		d := testRun().Decide(existing, []Rendered{again(first, "new.yaml")})
		assert.Equal(t, d.Rendered[0].Earlier, at)
		assert.DeepEqual(t, d.Removed, []int{1 - at})
	}
}
