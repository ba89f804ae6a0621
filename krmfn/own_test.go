package krmfn

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// inFile is app as kpt hands it on.
var inFile = at(app, "path=apps/app.yaml", "index=0")

// earlier returns the answer to an earlier run over inFile, whose items a test changes.
func earlier(t *testing.T) (document, hub, member string) {
	t.Helper()
	items := printed(t, process(t, "", inFile))
	assert.Equal(t, len(items), 3)
	return items[0], items[1], items[2]
}

func TestNewObjectsGetFiles(t *testing.T) {
	rl := process(t, "", inFile)
	assert.DeepEqual(t, names(rl),
		[]string{"FluxApplication apps/hello apps/app.yaml#0", hubObject + hubFile, memberObject + memberFile})
	assert.Equal(t, resource.Annotation(values(rl.Items[1]), resource.Package), "")

	rl = process(t, "", at(app, "path=apps/app.yaml", "index=1", "package-path=/p"))
	assert.DeepEqual(t, names(rl)[1:], []string{hubObject + hubFile, memberObject + memberFile})
	assert.Equal(t, resource.Annotation(values(rl.Items[1]), resource.Package), "/p")

	rl = process(t, inFile, at(foreign, "path=x.yaml")) // the document has its file
	assert.DeepEqual(t, names(rl)[1:], []string{hubObject + hubFile, memberObject + memberFile})

	rl = process(t, app, at(foreign, "path=x.yaml")) // the document lies outside of the package
	assert.DeepEqual(t, names(rl)[1:], []string{
		hubObject + " hello/hub/kustomization-hello-hello.yaml#0",
		memberObject + " hello/member1/kustomization-hello-member1-hello.yaml#0"})
}

func TestNoFileOutsideOfThePackage(t *testing.T) {
	for path, folder := range map[string]string{
		"/etc/app.yaml": "/etc/", "../app.yaml": "../", "a/../../app.yaml": "../", "/app.yaml": "/",
		"../../a/app.yaml": "../../a/",
	} {
		document := at(app, "path="+path)
		rl := process(t, "", document)
		assert.DeepEqual(t, said(rl), []string{
			path + ": the " + hubObject + " would be written to " + folder + "hello/hub/kustomization-hello-hello.yaml, " +
				"which is outside the package; move its document into it [FA404]",
			path + ": the " + memberObject + " would be written to " + folder +
				"hello/member1/kustomization-hello-member1-hello.yaml, " +
				"which is outside the package; move its document into it [FA404]",
		})
		assert.DeepEqual(t, printed(t, rl), []string{document})
	}
	rl := process(t, at(app, "path=../app.yaml"), foreign) // a build, which keeps no files
	assert.DeepEqual(t, names(rl), []string{"ConfigMap /settings", hubObject, memberObject})
	rl = process(t, "", at(app, "path=a/../app.yaml")) // which is inside
	assert.Equal(t, resource.Annotation(values(rl.Items[1]), resource.Path), "hello/hub/kustomization-hello-hello.yaml")
}

func TestGeneratedObjectsCarryNothingOfTheDocument(t *testing.T) {
	const function = "config.kubernetes.io/function"
	document := strings.Replace(inFile, "annotations:\n",
		"annotations:\n    "+function+": \"exec: {path: ./fluxapp}\"\n", 1)
	for _, item := range process(t, "", document).Items[1:] {
		annotations := item.GetAnnotations()
		assert.DeepEqual(t, annotations, map[string]string{
			resource.Path: annotations[resource.Path], resource.Index: "0", "fluxapp.dev/rendered-from": "apps/hello",
		})
	}
}

func TestMovedFileStays(t *testing.T) {
	document, hub, member := earlier(t)
	moved := strings.Replace(at(hub, "path=elsewhere/all.yaml", "index=1", "seqindent=wide", "id=7",
		"annotations-migration-resource-id=3"), "interval: 10m", "interval: 99m", 1)
	rl := process(t, "", moved, document, member)
	assert.DeepEqual(t, names(rl), []string{
		"FluxApplication apps/hello apps/app.yaml#0", hubObject + " elsewhere/all.yaml#1", memberObject + memberFile})
	item := rl.Items[1]
	assert.Equal(t, resource.Text(values(item), "spec", "interval"), "10m")
	assert.DeepEqual(t, item.GetAnnotations(), map[string]string{
		resource.Path: "elsewhere/all.yaml", resource.Index: "1", resource.SeqIndent: "wide", resource.ID: "7",
		"fluxapp.dev/rendered-from": "apps/hello",
	})
}

func TestPruning(t *testing.T) {
	document, hub, member := earlier(t)
	fewer := withoutMember(document)
	argo := strings.NewReplacer("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication",
		"apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application", "spec:\n", "spec:\n  kind: argocd\n").
		Replace(document)
	othersOwn := strings.ReplaceAll(member, "rendered-from: apps/hello", "rendered-from: apps/gone")
	otherPackage := at(member, "package-path=/other")
	for name, c := range map[string]struct {
		config string
		items  []string
		want   []string
	}{
		"an entry less":              {"", []string{fewer, hub, member}, []string{hubObject + hubFile}},
		"through the functionConfig": {fewer, []string{fewer, hub, member}, []string{hubObject + hubFile}},
		"the object of a gone document": {"", []string{fewer, hub, othersOwn},
			[]string{memberObject + memberFile, hubObject + hubFile}},
		"that, asked for": {pruning, []string{fewer, hub, othersOwn}, []string{hubObject + hubFile}},
		"that through another document": {fewer, []string{fewer, hub, othersOwn},
			[]string{memberObject + memberFile, hubObject + hubFile}},
		"that in a selection": {"", []string{fewer, hub, numbered(othersOwn)},
			[]string{memberObject + memberFile, hubObject + hubFile}},
		"that in a selection, asked for": {pruning, []string{fewer, hub, numbered(othersOwn)},
			[]string{memberObject + memberFile, hubObject + hubFile}},
		"a document that was renamed": {pruning,
			[]string{fewer, strings.ReplaceAll(at(hub, "path=moved.yaml"), "apps/hello\n", "apps/old\n")},
			[]string{hubObject + " moved.yaml#0"}},
		"gone over to Argo CD":         {"", []string{argo, hub, member}, nil},
		"what lies in another package": {"", []string{fewer, hub, otherPackage}, []string{hubObject + hubFile}},
		"an object that was renamed": {"", []string{fewer, strings.Replace(hub, "name: hello-hello", "name: old", 1)},
			[]string{hubObject + strings.Replace(hubFile, "#0", "#1", 1)}},
	} {
		t.Run(name, func(t *testing.T) {
			rl := process(t, c.config, c.items...)
			assert.Assert(t, !rl.Results.failed(), said(rl))
			assert.DeepEqual(t, names(rl)[1:], append([]string{}, c.want...))
			for _, line := range said(rl) { // what is replaced is not removed
				assert.Assert(t, name != "a document that was renamed" || !strings.Contains(line, "removed"), line)
			}
		})
	}
}

// TestCopyUnderAnotherName checks that a copy of an object under another name, in a file that fluxapp does not name so,
// is refused: nobody knows whether it is its user's.
func TestCopyUnderAnotherName(t *testing.T) {
	document, hub, member := earlier(t)
	renamed := strings.Replace(hub, "name: hello-hello", "name: mine", 1)
	for file, isRefused := range map[string]bool{"mine.yaml": true, "apps/hello/hub/web-mine.yaml": true,
		"my-kustomization-x.yaml": true, "kustomization-mine.yaml": true, "apps/hello/hub/kustomization-mine.yaml": false} {
		mine := at(renamed, "path="+file)
		rl := process(t, "", document, hub, member, mine)
		assert.Equal(t, asSet(printed(t, rl))[mine] == 1, isRefused, file)
		if isRefused {
			assert.DeepEqual(t, errorsOf(rl), []string{file + ": holds the Kustomization apps/mine of apps/hello, " +
				"which writes nothing to this file; take it out here, or take out the annotation " +
				"fluxapp.dev/rendered-from; of a folder that is not fluxapp's, name it in exclude of the " +
				"RenderConfig [FA422]"})
		}
	}
	moved := process(t, "", document, hub, at(member, "path=all.yaml"))
	assert.DeepEqual(t, names(moved)[1:], []string{hubObject + hubFile, memberObject + " all.yaml#0"})
	orphan := strings.Replace(at(renamed, "path=mine.yaml"), "apps/hello\n", "apps/gone\n", 1)
	pruned := process(t, pruning, document, hub, member, orphan)
	assert.DeepEqual(t, asSet(printed(t, pruned)), asSet([]string{document, hub, member}))
}

// TestOtherDocumentsOwnNothing checks that a document of another kind with the name of one that is gone keeps nothing
// of its objects.
func TestOtherDocumentsOwnNothing(t *testing.T) {
	_, hub, _ := earlier(t)
	for _, kind := range []string{"source.toolkit.fluxcd.io/v1, kind: HelmChart",
		"cluster.x-k8s.io/v1beta2, kind: Cluster", "v1, kind: ConfigMap"} {
		namesake := "{apiVersion: " + kind + ", metadata: {name: gone, namespace: apps}, spec: {chart: x, interval: 1h, " +
			"sourceRef: {kind: HelmRepository, name: x}}}\n"
		ofGone := at(strings.Replace(hub, "apps/hello\n", "apps/gone\n", 1), "path=gone.yaml")
		rl := process(t, pruning, namesake, inFile, ofGone)
		assert.DeepEqual(t, names(rl)[2:], []string{hubObject + " gone.yaml#0", memberObject + memberFile})
		rl = process(t, "", namesake, ofGone)
		assert.DeepEqual(t, printed(t, rl)[1:], []string{ofGone})
		assert.Assert(t, strings.Contains(strings.Join(said(rl), "\n"), "warning: left the objects of apps/gone, "), said(rl))
		rl = process(t, pruning, namesake, ofGone)
		assert.Equal(t, len(rl.Items), 1, "%v", said(rl))
	}
}

// TestCopiesInOneFile checks that, of copies in the file of an object, one is replaced and the other goes.
func TestCopiesInOneFile(t *testing.T) {
	document, hub, member := earlier(t)
	rl := process(t, "", document, hub, at(hub, "index=1"), member)
	assert.DeepEqual(t, asSet(printed(t, rl)), asSet([]string{document, hub, member}))
}

// TestAloneReadsNoOthers checks what the one application of a functionConfig leaves alone among the items.
func TestAloneReadsNoOthers(t *testing.T) {
	const repository = "apiVersion: devops.kubesphere.io/v1alpha3\nkind: GitRepository\nmetadata:\n  name: repo\n" +
		"  namespace: apps\n" +
		"  labels: {gitops.kubesphere.io/is-artifact-repository: \"true\"}\nspec: {url: \"https://example.com/x\"}\n"
	other := strings.ReplaceAll(app, "name: hello", "name: other")
	list := "apiVersion: v1\nkind: List\nitems:\n- " +
		strings.ReplaceAll(strings.TrimSuffix(other, "\n"), "\n", "\n  ") + "\n"
	rl := process(t, app, repository, list, other)
	assert.DeepEqual(t, said(rl), []string(nil))
	assert.DeepEqual(t, names(rl),
		[]string{"GitRepository apps/repo", "List /", "FluxApplication apps/other", hubObject, memberObject})
}

// numbered is an item of a selection that kpt has made.
func numbered(item string) string { return at(item, "kpt-resource-id=1") }

// pruning is a functionConfig that asks for the removal of orphans.
const pruning = "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: options}\n" +
	"spec: {pruneOrphans: true}\n"

// Whoever has moved or lost a document keeps its objects, unless they are to go.
func TestOrphansStay(t *testing.T) {
	document, hub, member := earlier(t)
	gone := strings.NewReplacer("rendered-from: apps/hello", "rendered-from: apps/gone", "name: hello-member1-hello",
		"name: gone", "kustomization-hello-member1-hello", "gone", "path: ./deploy", "path: ./gone").Replace(member)
	const left = "warning: left the objects of apps/%s, which is not among the items: %s; pruneOrphans: true in the " +
		"functionConfig removes them [FA405]"
	saysLeft := func(name, count string) string {
		return strings.Replace(strings.Replace(left, "%s", name, 1), "%s", count, 1)
	}
	const none = "info: there is no application among the items [FA009]"
	const wrong = ": is no longer rendered from apps/gone; run fluxapp without check, which removes it [FA405]"
	const goneFile = "apps/hello/member1/gone.yaml"
	onlySelection := "warning: " + selection(listOf(t, resourceList("", numbered(document))))[0].Message + " [FA409]"
	for name, c := range map[string]struct {
		items        []string
		said, check  []string // without and with a check
		pruned       []string // with pruneOrphans
		prunedErrors []string // of a check with pruneOrphans
	}{
		"nothing": {[]string{document, hub, member}, nil, nil, nil, nil},
		"beside a document": {
			[]string{document, hub, member, gone}, []string{saysLeft("gone", "1")}, []string{saysLeft("gone", "1")},
			[]string{"info: apps/gone is not among the items; removed its objects: 1 [FA405]",
				goneFile + ": info: is no longer rendered from apps/gone; removed it [FA405]"},
			[]string{goneFile + wrong},
		},
		"without a document": {
			[]string{foreign, hub, member}, []string{saysLeft("hello", "2"), none}, []string{saysLeft("hello", "2"), none},
			[]string{"info: apps/hello is not among the items; removed its objects: 2 [FA405]", none,
				hubFile[1:len(hubFile)-2] + ": info: is no longer rendered from apps/hello; removed it [FA405]",
				memberFile[1:len(memberFile)-2] + ": info: is no longer rendered from apps/hello; removed it [FA405]"},
			[]string{
				hubFile[1:len(hubFile)-2] + ": is no longer rendered from apps/hello; run fluxapp without check, which removes " +
					"it [FA405]",
				memberFile[1:len(memberFile)-2] + ": is no longer rendered from apps/hello; run fluxapp without check, which " +
					"removes it [FA405]"},
		},
		"in a selection": {
			[]string{document, hub, member, numbered(gone)}, []string{onlySelection}, []string{onlySelection},
			[]string{onlySelection}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			rl := process(t, "", c.items...)
			assert.DeepEqual(t, asSet(said(rl)), asSet(c.said))
			assert.DeepEqual(t, asSet(printed(t, rl)), asSet(c.items))
			assert.DeepEqual(t, asSet(said(process(t, checkConfig, c.items...))), asSet(c.check))
			for _, config := range []string{pruning, configs("", `{pruneOrphans: "true"}`)[1]} {
				assert.DeepEqual(t, asSet(said(process(t, config, c.items...))), asSet(c.pruned))
			}
			checked := process(t, configs("", `{pruneOrphans: "true", check: "true"}`)[1], c.items...)
			assert.DeepEqual(t, errorsOf(checked), c.prunedErrors)
			for _, r := range checked.Results {
				assert.Assert(t, r.Tags["code"] != string(output.CodeOrphan) || r.Severity == finding.SeverityError,
					"a check removes nothing: %s", r)
			}
			assert.DeepEqual(t, printed(t, checked), c.items)
		})
	}
	rl := process(t, document, document, hub, member, gone) // one application says nothing of others
	assert.DeepEqual(t, said(rl), []string(nil))
	assert.DeepEqual(t, asSet(printed(t, rl)), asSet([]string{document, hub, member, gone}))
}

// A document that moves to another namespace finds its old objects in its way: pruneOrphans replaces them.
func TestAnotherNamespace(t *testing.T) {
	_, hub, member := earlier(t)
	moved := func(text string) string { return strings.ReplaceAll(text, "namespace: apps", "namespace: shop") }
	for name, c := range map[string]struct{ document, want string }{
		"another namespace": {moved(inFile), "apps/app.yaml: the Kustomization shop/hello-hello cannot be written: " +
			"apps/hello/hub/kustomization-hello-hello.yaml holds the Kustomization apps/hello-hello, rendered from " +
			"apps/hello, which is not among the items; write another name for one of them, or pruneOrphans: true in the " +
			"functionConfig to replace it [FA403]"},
	} {
		t.Run(name, func(t *testing.T) {
			rl := process(t, "", c.document, hub, member)
			assert.Equal(t, errorsOf(rl)[0], c.want)
			assert.DeepEqual(t, printed(t, rl), []string{c.document, hub, member})
			rl = process(t, pruning, c.document, hub, member)
			assert.DeepEqual(t, errorsOf(rl), []string(nil))
			assert.Equal(t, len(rl.Items), 3)
			assert.DeepEqual(t, said(process(t, "", printed(t, rl)...)), []string(nil))
		})
	}
}

// TestTakenOver holds that an object goes over to another document of its identity, in a stream and in files.
func TestTakenOver(t *testing.T) {
	document, hub, member := earlier(t)
	for _, file := range []string{"moved.yaml", ""} {
		hub := strings.Replace(hub, "apps/hello\n", "apps/gone\n", 1)
		items := []string{document, at(hub, "path="+file), member}
		if file == "" {
			items = printed(t, process(t, "", app))
			items[1] = strings.Replace(items[1], "apps/hello\n", "apps/gone\n", 1)
		}
		rl := process(t, "", items...)
		assert.Assert(t, !rl.Results.failed(), "%v", said(rl))
		assert.Assert(t, strings.Contains(strings.Join(said(rl), "\n"), "apps/hello takes over 1 object of apps/gone"))
		assert.Equal(t, len(rl.Items), 3)
		assert.DeepEqual(t, said(process(t, "", printed(t, rl)...)), []string(nil))
		assert.Assert(t, process(t, checkConfig, items...).Results.failed(), file)
	}
}

// What goes from Git, Flux uninstalls: each object that goes is named, and what stays is not.
func TestEachRemovedObjectIsNamed(t *testing.T) {
	document, hub, member := earlier(t)
	assert.DeepEqual(t, said(process(t, "", withoutMember(document), hub, member)), []string{
		"apps/hello/member1/kustomization-hello-member1-hello.yaml: info: is no longer rendered from apps/hello; removed " +
			"it [FA405]"})
	assert.Equal(t, len(process(t, "", document, hub, member).Results), 0)
}

// TestAllAtOnce checks that a run reports all problems of one sort, and not the first or the last.
func TestAllAtOnce(t *testing.T) {
	document, hub, member := earlier(t)
	list := func(cluster, more string) string {
		return at("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata:\n  name: own\n",
			"path=apps/"+cluster+"/kustomization.yaml") + more
	}
	for code, c := range map[string]struct {
		config string
		items  []string
	}{
		"FA407": {checkConfig, []string{document}},
		"FA408": {checkConfig, []string{document, strings.Replace(hub, "10m", "9m", 1),
			strings.Replace(member, "10m", "9m", 1)}},
		"FA402": {"", []string{document, strings.Replace(hub, "rendered-from", "made-from", 1),
			strings.Replace(member, "rendered-from", "made-from", 1)}},
		"FA403": {"", []string{shopFile, list("berlin", ""), list("tokyo", "")}},
		"FA422": {"", []string{document, at(hub, "path=a.yaml"), at(hub, "path=b.yaml"), at(member, "path=c.yaml"),
			at(member, "path=d.yaml")}},
	} {
		rl := process(t, c.config, c.items...)
		found := 0
		for _, r := range rl.Results {
			if r.Tags["code"] == code {
				found++
			}
		}
		assert.Equal(t, found, 2, "%s: %v", code, said(rl))
	}
	rl := process(t, "", inFile, at(foreign, "path=x.yaml"), at(foreign, "path=x.yaml"), at(foreign, "path=y.yaml"),
		at(foreign, "path=y.yaml"))
	assert.Equal(t, len(rl.Results), 2, "%v", said(rl))
}

// TestHomelessDocumentsOwnTheirObjects checks that a document whose namespace the options give keeps and loses its
// objects like any other.
func TestHomelessDocumentsOwnTheirObjects(t *testing.T) {
	homeless := strings.Replace(inFile, "  namespace: apps\n", "", 1)
	for _, config := range configs("{namespace: apps}", "{namespace: apps}") {
		items := printed(t, process(t, config, homeless))
		again := process(t, config, items...)
		assert.DeepEqual(t, said(again), []string(nil))
		assert.DeepEqual(t, printed(t, again), items)
		fewer := process(t, config, withoutMember(homeless), items[1], items[2])
		assert.DeepEqual(t, names(fewer), []string{"FluxApplication /hello apps/app.yaml#0", hubObject + hubFile})
	}
}

// TestPrunedInTheWay checks that an object which pruning replaces can still be in the file of a new one: there is no
// more to prune.
func TestPrunedInTheWay(t *testing.T) {
	document, hub, _ := earlier(t)
	ofGone := at(strings.Replace(hub, "apps/hello\n", "apps/gone\n", 1), "path="+strings.Split(memberFile[1:], "#")[0])
	rl := process(t, pruning, document, ofGone)
	assert.Equal(t, len(errorsOf(rl)), 1)
	assert.Assert(t, strings.HasSuffix(errorsOf(rl)[0],
		"holds the Kustomization apps/hello-hello; move that one to another file [FA403]"), said(rl))
	assert.DeepEqual(t, printed(t, rl), []string{document, ofGone})
}

// TestDamagedOutputIsReplaced checks that what was made of an object by hand is no finding, and is replaced: nobody
// reads it.
func TestDamagedOutputIsReplaced(t *testing.T) {
	document, hub, member := earlier(t)
	for old, damaged := range map[string]string{
		"  interval: 10m\n": "  interval: 10m\n  interval: 9m\n", "spec:\n": "spec: x\nspek:\n", "  path:": "  pathh:",
		"kustomize.toolkit.fluxcd.io/v1\n": "kustomize.toolkit.fluxcd.io/v7\n",
	} {
		assert.Assert(t, strings.Contains(hub, old))
		rl := process(t, "", document, strings.Replace(hub, old, damaged, 1), member)
		assert.DeepEqual(t, said(rl), []string(nil))
		assert.DeepEqual(t, asSet(printed(t, rl)), asSet([]string{document, hub, member}))
	}
}

// TestClientAnnotations checks, for each annotation in which a client keeps where an item is from, that it is no
// difference to a check, that an object which is rendered again keeps it if its client reads it back, and that older
// names are read.
func TestClientAnnotations(t *testing.T) {
	document, hub, member := earlier(t)
	const internal, legacy = "internal.config.kubernetes.io/", "config.kubernetes.io/"
	for name, kept := range map[string]string{ // under which name it is kept
		internal + "path":                              internal + "path",
		internal + "index":                             internal + "index",
		internal + "seqindent":                         internal + "seqindent",
		internal + "id":                                internal + "id",
		internal + "kpt-resource-id":                   internal + "kpt-resource-id",
		"internal.config.k8s.io/kpt-resource-id":       "internal.config.k8s.io/kpt-resource-id",
		legacy + "path":                                internal + "path",
		legacy + "index":                               internal + "index",
		"config.k8s.io/id":                             internal + "id",
		internal + "annotations-migration-resource-id": "",
		"internal.kpt.dev/upstream-identifier":         "internal.kpt.dev/upstream-identifier",
	} {
		t.Run(name, func(t *testing.T) {
			object := parsed(t, hub)
			assert.NilError(t, object.PipeE(yaml.ClearAnnotation(kept)))
			assert.NilError(t, object.PipeE(yaml.SetAnnotation(name, "7")))
			marked := object.MustString()
			assert.DeepEqual(t, errorsOf(process(t, checkConfig, document, marked, member)), []string(nil))
			rl := process(t, "", document, strings.Replace(marked, "10m", "9m", 1), member)
			annotations := rl.Items[1].GetAnnotations()
			if kept != "" {
				assert.Equal(t, annotations[kept], "7")
			}
			if name != kept {
				_, there := annotations[name]
				assert.Assert(t, !there, annotations)
			}
		})
	}
	old := strings.NewReplacer(internal+"path", legacy+"path", internal+"index: '0'", legacy+"index: '3'").
		Replace(document)
	rl := process(t, "", strings.Replace(old, "prune:", "prun:", 1))
	assert.DeepEqual(t, rl.Results[0].File, resultFile{"apps/app.yaml", 3})
}

// withoutMember drops the entry for member1 from app.
func withoutMember(document string) string {
	entry := strings.Index(document, "    - destination: {kubeConfig")
	return document[:entry]
}

// KubeSphere's users give the repository the name of the application; the one must not prune what is the other's.
func TestRepositoryOfTheSameName(t *testing.T) {
	const repository = `apiVersion: devops.kubesphere.io/v1alpha3
kind: GitRepository
metadata: {name: hello, namespace: apps, labels: {gitops.kubesphere.io/is-artifact-repository: "true"}}
spec: {url: "https://example.com/hello"}
`
	all := process(t, "", inFile, at(repository, "path=apps/repo.yaml"))
	want := []string{"FluxApplication apps/hello apps/app.yaml#0", "GitRepository apps/hello apps/repo.yaml#",
		"GitRepository apps/fluxcd-hello apps/gitrepository-fluxcd-hello.yaml#0", hubObject + hubFile,
		memberObject + memberFile}
	assert.DeepEqual(t, names(all), want)
	assert.DeepEqual(t, names(processList(t, nodeList{Items: all.Items, FunctionConfig: yaml.MustParse(app)})), want)
	assert.DeepEqual(t, names(processList(t, nodeList{Items: all.Items})), want)

	items := printed(t, all)
	items[1] = strings.Replace(items[1], `"true"`, `"false"`, 1)
	assert.DeepEqual(t, names(process(t, "", items...)), slices.Delete(want, 2, 3))
}

// A FluxApplication may label its objects as KubeSphere labels the objects of a devops GitRepository.
func TestInlineSourceWithTheLabelOfRepositories(t *testing.T) {
	const labelled = "spec:\n  commonMetadata: {labels: {app.kubernetes.io/managed-by: gitops.kubesphere.io}}\n"
	for name, source := range map[string]string{
		"called as the application": "gitRepository: {url: https://example.com/hello, interval: 1m}",
		"called as a repository":    "{name: fluxcd-hello, gitRepository: {url: https://example.com/hello, interval: 1m}}",
	} {
		t.Run(name, func(t *testing.T) {
			document := strings.Replace(inFile, "spec:\n", labelled, 1)
			document = strings.Replace(document, "sourceRef: {kind: GitRepository, name: hello}", source, 1)
			if strings.HasPrefix(source, "{") {
				document = strings.Replace(document, "source:\n    ", "source: ", 1)
			}
			once := process(t, "", document)
			assert.Equal(t, len(once.Items), 4, said(once))
			twice := processList(t, nodeList{Items: once.Items})
			assert.DeepEqual(t, said(twice), []string(nil))
			assert.DeepEqual(t, names(twice), names(once))
		})
	}
}

func TestErrorsLeaveItemsUnchanged(t *testing.T) {
	document, hub, member := earlier(t)
	byHand := strings.Replace(hub, "    fluxapp.dev/rendered-from: apps/hello\n", "", 1)
	ofOther := strings.Replace(hub, "rendered-from: apps/hello", "rendered-from: apps/gone", 1)
	inline := strings.Replace(document, "sourceRef: {kind: GitRepository, name: hello}",
		"gitRepository: {url: https://example.com/hello, interval: 1m}", 1)
	source := at(strings.NewReplacer("apps/hello", "apps/gone", "name: hello", "name: gone").Replace(
		printed(t, process(t, "", inline))[1]), "path=source.yaml")
	for name, c := range map[string]struct {
		items []string
		want  []string
	}{
		"a misspelt field": {
			[]string{strings.Replace(document, "    - destination", "    - prun: true\n      destination", 1), hub},
			[]string{`apps/app.yaml: spec.config.kustomization[0].prun: unknown field; did you mean "prune"? [FA101]`},
		},
		"a kind that is nearly ours": {
			[]string{strings.Replace(document, "kind: FluxApplication", "kind: FluxAplication", 1)},
			[]string{"apps/app.yaml: kind: there is no kind FluxAplication in fluxapp.dev; did you mean FluxApplication? " +
				"[FA007]"},
		},
		"an object that fluxapp did not make": {
			[]string{document, byHand},
			[]string{"apps/app.yaml: the Kustomization apps/hello-hello cannot be written: " +
				"apps/hello/hub/kustomization-hello-hello.yaml has it already, and fluxapp did not make it; remove it, or write " +
				"another name for one of them [FA402]"},
		},
		"an object of a document that is gone, and more than its owner differs": {
			[]string{document, at(strings.Replace(ofOther, "path: ./deploy", "path: ./other", 1), "path=moved.yaml")},
			[]string{"apps/app.yaml: apps/hello takes over 1 object of apps/gone, which is not among the documents, for " +
				"example the Kustomization apps/hello-hello; more than a name differs, as spec.path of the Kustomization " +
				"apps/hello-hello does; write another name if these are two applications; if intended, write --acknowledge " +
				"7e94f09e605d3182, or acknowledge in a RenderConfig [FA421]"},
		},
		"the manifests of a document that is gone": {
			[]string{document, at(strings.Replace(ofOther, "name: hello-hello", "name: old", 1), "path=moved.yaml")},
			[]string{"apps/app.yaml: the Kustomization apps/hello-hello cannot be written: moved.yaml holds the Kustomization " +
				"old of apps/gone, which is not among the items, with the same manifests; write name: old into the entry, and " +
				"fluxapp takes that object over [FA420]"},
		},
		"the manifests of a document that is gone, with an inline source": {
			[]string{inline, at(strings.NewReplacer("rendered-from: apps/hello", "rendered-from: apps/gone",
				"name: hello-hello", "name: old", "name: hello\n", "name: gone\n").Replace(hub), "path=moved.yaml"), source},
			[]string{"apps/app.yaml: the Kustomization apps/hello-hello cannot be written: moved.yaml holds the Kustomization " +
				"old of apps/gone, which is not among the items, with the same manifests; write name: old into the entry, and " +
				"fluxapp takes that object over [FA420]"},
		},
		"an object of another document": {
			[]string{document, numbered(ofOther)},
			[]string{"apps/app.yaml: the Kustomization apps/hello-hello cannot be written: " +
				"apps/hello/hub/kustomization-hello-hello.yaml has it already, rendered from apps/gone, which this run does not " +
				"render; write another name for one of them [FA402]"},
		},
		"a file that holds something else": {
			[]string{document, at(foreign, "path=apps/hello/hub/kustomization-hello-hello.yaml")},
			[]string{"apps/app.yaml: the Kustomization apps/hello-hello cannot be written: " +
				"apps/hello/hub/kustomization-hello-hello.yaml holds the ConfigMap settings, and fluxapp did not make it; move " +
				"that one to another file [FA403]"},
		},
		"the same document twice": {
			[]string{document, at(document, "path=copy.yaml"), member},
			[]string{"copy.yaml: metadata.name: the application apps/hello is already at apps/app.yaml; write another name " +
				"for one of them [FA301]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			rl := process(t, "", c.items...)
			assert.DeepEqual(t, errorsOf(rl), c.want)
			assert.DeepEqual(t, printed(t, rl), printed(t, read(t, resourceList("", c.items...))))
		})
	}
}

func TestSameDocumentTwiceUnderFunctionConfig(t *testing.T) {
	twice := []string{at(app, "path=a/app.yaml", "package-path=/a"), at(app, "path=b/app.yaml", "package-path=/b")}
	assert.DeepEqual(t, errorsOf(process(t, app, twice...)), []string{
		"b/app.yaml: metadata.name: the application apps/hello is already at a/app.yaml; write another name for one of " +
			"them [FA301]"})

	rl := process(t, twice[1], twice...) // one of each package is no second one
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	assert.Equal(t, resource.Annotation(values(rl.Items[2]), resource.Path), "b/hello/hub/kustomization-hello-hello.yaml")
	assert.Equal(t, resource.Annotation(values(rl.Items[2]), resource.Package), "/b")
}

func errorsOf(rl nodeList) (lines []string) {
	for _, r := range rl.Results {
		if r.Severity == "error" {
			lines = append(lines, r.String())
		}
	}
	return lines
}

// TestConflictsOfABuild checks which objects of a build, which has no files, are in each other's way: the objects of
// one identity.
func TestConflictsOfABuild(t *testing.T) {
	byHand := strings.Replace(printed(t, process(t, "", app))[1], "    fluxapp.dev/rendered-from: apps/hello\n", "", 1)
	byHand = strings.Replace(byHand, "  annotations:\n", "", 1)
	assert.DeepEqual(t, errorsOf(process(t, "", app, byHand)), []string{
		"FluxApplication apps/hello: the Kustomization apps/hello-hello cannot be written: it exists already, and fluxapp " +
			"did not make it; remove it, or write another name for one of them [FA402]"})

	const source = "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata:\n  name: shop\n" +
		"  namespace: apps\n"
	one := strings.Replace(standalone, "clusterSelector: {}", "cluster: berlin", 1)
	assert.Equal(t, len(errorsOf(process(t, "", one, source))), 1)

	elsewhere := strings.Replace(app, "namespace: apps", "namespace: other", 1) // whose files would have the same names
	rl := process(t, "", app, elsewhere)
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	assert.Equal(t, len(rl.Items), 6)
}

// TestStrictReachesEachWarning holds that strict makes errors of the warnings about items too, and that no item
// changes.
func TestStrictReachesEachWarning(t *testing.T) {
	document, hub, member := earlier(t)
	gone := strings.NewReplacer("rendered-from: apps/hello", "rendered-from: apps/gone", "name: hello-member1-hello",
		"name: gone", "path: ./deploy", "path: ./gone").Replace(at(member, "path=gone.yaml"))
	for _, spec := range []string{"{strict: true}", "{strict: true, check: true}", "{strict: true, ignore: [FA405]}"} {
		config := strings.Replace(pruning, "{pruneOrphans: true}", spec, 1)
		rl := process(t, config, document, hub, member, gone)
		ignores := strings.Contains(spec, "ignore")
		assert.Equal(t, rl.Results.failed(), !ignores, "%s: %v", spec, said(rl))
		assert.DeepEqual(t, asSet(printed(t, rl)), asSet([]string{document, hub, member, gone}))
	}
}
