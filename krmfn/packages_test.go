package krmfn

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// in puts an item into a package, with its path in it.
func in(pkg, path, item string) string { return at(item, "package-path="+pkg, "path="+path) }

// files returns the file of each item from the root of all packages, sorted.
func files(rl nodeList) (names []string) {
	for _, item := range rl.Items {
		names = append(names, resource.Text(values(item), "kind")+" "+placeIn(values(item)).File())
	}
	slices.Sort(names)
	return names
}

const (
	hubPath    = "hello/hub/kustomization-hello-hello.yaml"
	memberPath = "hello/member1/kustomization-hello-member1-hello.yaml"
)

// What a document made follows it to another package, a file that a user has named stays where it is, and nothing old
// is left beside it.
func TestMovedBetweenPackages(t *testing.T) {
	_, hub, member := earlier(t)
	root, sub := in("/p", "apps/app.yaml", app), in("/p/sub", "app.yaml", app)
	for name, c := range map[string]struct{ items, want []string }{
		"the document into a subpackage": {
			[]string{sub, in("/p", "apps/"+hubPath, hub), in("/p", "apps/"+memberPath, member)},
			[]string{"FluxApplication /p/sub/app.yaml", "Kustomization /p/sub/" + hubPath,
				"Kustomization /p/sub/" + memberPath},
		},
		"the document out of it": {
			[]string{root, in("/p/sub", hubPath, hub), in("/p/sub", memberPath, member)},
			[]string{"FluxApplication /p/apps/app.yaml", "Kustomization /p/apps/" + hubPath,
				"Kustomization /p/apps/" + memberPath},
		},
		"a file into a subpackage": {
			[]string{root, in("/p/sub", "moved.yaml", hub), in("/p", "apps/"+memberPath, member)},
			[]string{"FluxApplication /p/apps/app.yaml", "Kustomization /p/apps/" + memberPath,
				"Kustomization /p/sub/moved.yaml"},
		},
		"a file into a sibling package": {
			[]string{in("/p/a", "app.yaml", app), in("/p/b", "moved.yaml", hub), in("/p/a", memberPath, member)},
			[]string{"FluxApplication /p/a/app.yaml", "Kustomization /p/a/" + memberPath, "Kustomization /p/b/moved.yaml"},
		},
		"the document, with an entry less": {
			[]string{withoutMember(sub), in("/p", "apps/"+hubPath, hub), in("/p", "apps/"+memberPath, member)},
			[]string{"FluxApplication /p/sub/app.yaml", "Kustomization /p/sub/" + hubPath},
		},
		"a package that was renamed": {
			[]string{in("/p/new", "app.yaml", app), in("/p/old", hubPath, hub)},
			[]string{"FluxApplication /p/new/app.yaml", "Kustomization /p/new/" + hubPath, "Kustomization /p/new/" + memberPath},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, config := range []string{"", c.items[0]} {
				rl := process(t, config, c.items...)
				assert.DeepEqual(t, errorsOf(rl), []string(nil))
				assert.DeepEqual(t, files(rl), c.want)
				again := process(t, config, printed(t, rl)...)
				assert.DeepEqual(t, asSet(printed(t, again)), asSet(printed(t, rl)))
				check := process(t, checkConfig, printed(t, rl)...)
				assert.DeepEqual(t, said(check), []string(nil))
			}
		})
	}
}

// Packages may be copies of each other: each document owns what lies in its own package.
func TestCopiesOfAPackage(t *testing.T) {
	_, hub, member := earlier(t)
	a, b := in("/p/a", "app.yaml", app), in("/p/b", "app.yaml", app)
	items := []string{withoutMember(a), b, in("/p/a", hubPath, hub), in("/p/b", hubPath, hub),
		in("/p/a", memberPath, member), in("/p/b", memberPath, member)}
	rl := process(t, items[0], items...)
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	assert.DeepEqual(t, files(rl), []string{"FluxApplication /p/a/app.yaml", "FluxApplication /p/b/app.yaml",
		"Kustomization /p/a/" + hubPath, "Kustomization /p/b/" + hubPath, "Kustomization /p/b/" + memberPath})
}

// What cannot be decided is an error with both places, and nothing changes.
func TestWhichPackage(t *testing.T) {
	_, hub, member := earlier(t)
	const refused = hubPath + ": holds the Kustomization apps/hello-hello of apps/hello, which is written to " + hubPath +
		"; take it out here, or take out the annotation fluxapp.dev/rendered-from; of a folder that is not fluxapp's, name " +
		"it in exclude of the RenderConfig [FA422]"
	for name, c := range map[string]struct {
		configs []string
		items   []string
		want    string
	}{
		"an object in a third package": {
			[]string{in("/p/a", "app.yaml", app)},
			[]string{in("/p/a", "app.yaml", app), in("/p/b", "app.yaml", app), in("/p/c", hubPath, hub)},
			refused,
		},
		"old objects beside new ones": {
			[]string{"", checkConfig},
			[]string{in("/p/sub", "app.yaml", app), in("/p", "apps/"+hubPath, hub), in("/p/sub", hubPath, hub),
				in("/p/sub", memberPath, member)},
			"apps/" + refused,
		},
		"copies in packages of which one begins with the name of the other": {
			[]string{"", checkConfig},
			[]string{in("/p/shop", "app.yaml", app), in("/p/shop", hubPath, hub), in("/p/shop", memberPath, member),
				in("/p/shop-eu", hubPath, hub)},
			refused,
		},
		"a copy beside one that its user has named": {
			[]string{"", checkConfig},
			[]string{in("/p", "app.yaml", app), in("/p/a", "mine.yaml", hub), in("/p/b", "mine.yaml", hub)},
			"mine.yaml: " + strings.TrimPrefix(refused, hubPath+": "),
		},
	} {
		t.Run(name, func(t *testing.T) {
			for range c.items {
				for _, config := range c.configs {
					rl := process(t, config, c.items...)
					assert.DeepEqual(t, errorsOf(rl), []string{c.want})
					assert.DeepEqual(t, printed(t, rl), c.items)
				}
				c.items = append(c.items[1:], c.items[0])
			}
		})
	}
}

// Of a selection nobody knows which packages have the document.
func TestSelectionOfPackages(t *testing.T) {
	_, hub, _ := earlier(t)
	items := []string{numbered(withoutMember(in("/p/a", "app.yaml", app))), numbered(in("/p/b", hubPath, hub))}
	rl := process(t, "", items...)
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	assert.DeepEqual(t, files(rl),
		[]string{"FluxApplication /p/a/app.yaml", "Kustomization /p/a/" + hubPath, "Kustomization /p/b/" + hubPath})
}

// TestRemovedBesideAnother removes the object of a document that has another name now, beside an object of another
// package and document that has the old name.
func TestRemovedBesideAnother(t *testing.T) {
	of := func(name, object string) string {
		return in("/p/"+name, name+".yaml", `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: `+name+`, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: shop}}
  config:
    kustomization:
    - {name: `+object+`, destination: {}, path: ./shop, interval: 1h, prune: true}
`)
	}
	earlier := process(t, "", of("one", "shop"))
	assert.DeepEqual(t, errorsOf(earlier), []string(nil))
	rl := process(t, "", of("one", "other"), printed(t, earlier)[1], of("two", "shop"))
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	assert.DeepEqual(t, files(process(t, "", printed(t, rl)...)), files(rl))
	again := process(t, "", append([]string{printed(t, earlier)[1]}, printed(t, rl)...)...)
	assert.DeepEqual(t, errorsOf(again), []string(nil))
	assert.DeepEqual(t, files(again), files(rl))
}

// The folder of a cluster, or of an application, may become a package of its own.
func TestStandalonePackages(t *testing.T) {
	doc := in("/p", "apps/shop.yaml", standalone)
	all := process(t, "", doc)
	want := files(all)
	items := printed(t, all)
	for i, item := range all.Items {
		if file := resource.Annotation(values(item), resource.Path); strings.HasPrefix(file, "apps/berlin/") {
			items[i] = in("/p/apps/berlin", strings.TrimPrefix(file, "apps/berlin/"), items[i])
		}
	}
	rl := process(t, "", items...)
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	assert.DeepEqual(t, files(rl), want)
	assert.DeepEqual(t, asSet(printed(t, rl)), asSet(items))

	fewer := strings.Replace(doc, "clusterSelector: {}", "cluster: berlin", 1) // tokyo goes, and berlin stays
	rl = process(t, "", append([]string{fewer}, items[1:]...)...)
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	assert.DeepEqual(t, files(rl),
		slices.DeleteFunc(want, func(name string) bool { return strings.Contains(name, "tokyo") }))

	moved := process(t, "", append([]string{in("/p/sub", "shop.yaml", standalone)}, items[1:]...)...)
	assert.DeepEqual(t, errorsOf(moved), []string(nil))
	assert.Equal(t, strings.Count(strings.Join(files(moved), "\n"), "/p/sub/"), 7)
	assert.Equal(t, len(moved.Items), 7)

	copied := slices.Clone(items)
	for i, item := range all.Items {
		if file := placeIn(values(item)).File(); strings.Contains(file, "/shop/") {
			copied = append(copied, in("/p/prod", resource.Annotation(values(item), resource.Path), items[i]))
		}
	}
	refused := errorsOf(process(t, "", copied...))
	assert.Equal(t, len(refused), 4)
	for range copied { // the order of the items does not matter
		copied = append(copied[1:], copied[0])
		assert.DeepEqual(t, errorsOf(process(t, "", copied...)), refused)
	}
}

// TestCallsOfKpt checks that what kpt was seen to hand over is right as it is, however it gives the options: a check
// finds nothing, and a run changes nothing. testdata/clients records these lists.
func TestCallsOfKpt(t *testing.T) {
	lists, err := filepath.Glob("../testdata/clients/testdata/kpt/*.yaml")
	assert.NilError(t, err)
	assert.Equal(t, len(lists), 12)
	for _, file := range lists {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		var out, errs strings.Builder
		assert.Equal(t, RunWith(nil, bytes.NewReader(text), &out, &errs), 0, "%s: %s%s", file, out.String(), errs.String())
		answer := read(t, out.String())
		assert.Equal(t, len(answer.Results), 0, file)
		assert.DeepEqual(t, files(answer), files(read(t, string(text))))
	}
}

// TestPackageOfAConfig checks that the one application of a validator, whose package kpt does not tell, is that of the
// package above all others.
func TestPackageOfAConfig(t *testing.T) {
	root, sub := in("/p", "app.yaml", app), in("/p/sub", "app.yaml", app)
	for _, items := range [][]string{{root, sub}, {sub, root}, {sub, in("/p", "Kptfile", "kind: Kptfile"), root}} {
		rl := settled(t, app, items...)
		assert.Assert(t, slices.Contains(files(rl), "Kustomization /p/"+hubPath), "%v", files(rl))
		assert.Assert(t, !slices.Contains(files(rl), "Kustomization /p/sub/"+hubPath), "%v", files(rl))
	}
}

// TestPackageOfAList checks that the list of a cluster that documents of several packages write for is in the first
// of these packages.
func TestPackageOfAList(t *testing.T) {
	for _, name := range []string{"blog", "zoo"} {
		other := strings.ReplaceAll(standalone, "name: shop", "name: "+name)
		rl := process(t, "", in("/p", "apps/shop.yaml", standalone), in("/p/apps", "other.yaml", other))
		assert.DeepEqual(t, errorsOf(rl), []string(nil))
		lists := 0
		for _, item := range rl.Items {
			if at := placeIn(values(item)); path.Base(at.Path) == "kustomization.yaml" {
				lists++
				assert.Equal(t, at.Package, "/p")
				assert.Equal(t, path.Dir(path.Dir(at.Path)), "apps")
			}
		}
		assert.Equal(t, lists, 2)
	}
}

// TestWhatAnAPIServerTellsApart checks that an object that fluxapp did not make is in the way of one of its group,
// kind, namespace and name, whatever the version, and of no other.
func TestWhatAnAPIServerTellsApart(t *testing.T) {
	_, hub, _ := earlier(t)
	byHand := at(strings.Replace(hub, "    fluxapp.dev/rendered-from: apps/hello\n", "", 1), "path=mine.yaml")
	for _, c := range []struct {
		old, new string
		refused  int
	}{
		{"/v1", "/v1beta2", 1},
		{"kustomize.toolkit", "kustomise.toolkit", 0},
		{"kind: Kustomization", "kind: Customization", 0},
		{"namespace: apps", "namespace: other", 0},
		{"name: hello-hello", "name: hello", 0},
	} {
		assert.Assert(t, strings.Contains(byHand, c.old), byHand)
		other := strings.Replace(byHand, c.old, c.new, 1)
		for _, items := range [][]string{{inFile, other}, {other, inFile}} {
			rl := process(t, "", items...)
			assert.Equal(t, len(errorsOf(rl)), c.refused, "%s: %v", c.new, said(rl))
		}
	}
}

// TestNamesakeOfAnotherPackage checks that an object that fluxapp did not make is in the way of one of its package,
// and of no other.
func TestNamesakeOfAnotherPackage(t *testing.T) {
	_, hub, _ := earlier(t)
	byHand := strings.Replace(hub, "    fluxapp.dev/rendered-from: apps/hello\n", "", 1)
	for pkg, refused := range map[string]int{"/p": 1, "/q": 0, "/p/sub": 0, "/": 0} {
		rl := process(t, "", in("/p", "app.yaml", app), in(pkg, "mine.yaml", byHand))
		assert.Equal(t, len(errorsOf(rl)), refused, "%s: %v", pkg, said(rl))
	}
}
