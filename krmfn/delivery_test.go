package krmfn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// fleet is a RenderConfig with fields of delivery, in the file of a package.
func fleet(delivery string, annotations ...string) string {
	spec := "{}"
	if delivery != "" {
		spec = "{delivery: {" + delivery + "}}"
	}
	return at("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: fleet, namespace: flux-system}\n"+
		"spec: "+spec+"\n", annotations...)
}

const (
	groupsSource = "sourceRef: {kind: GitRepository, name: fleet}, path: ./apps"
	twoGroups    = groupsSource + ", groups: 2" // member1 is in group-2
)

// settled runs the function, which must find no error and change nothing when it runs again.
func settled(t *testing.T, config string, items ...string) nodeList {
	t.Helper()
	rl := process(t, config, items...)
	assert.DeepEqual(t, errorsOf(rl), []string(nil))
	again := process(t, config, printed(t, rl)...)
	assert.DeepEqual(t, errorsOf(again), []string(nil))
	assert.DeepEqual(t, printed(t, again), printed(t, rl))
	return rl
}

// TestDeliveryFiles checks where the function writes the objects of groups and what delivers them.
func TestDeliveryFiles(t *testing.T) {
	doc := at(app, "path=app.yaml", "index=0")
	other := at(strings.ReplaceAll(strings.Replace(app, "member1", "member2", 1), "name: hello", "name: other"),
		"path=sub/other.yaml", "index=0")
	delivering := []string{
		"Kustomization delivery/kustomization-fleet-group-1.yaml", "Kustomization delivery/kustomization-fleet-group-2.yaml",
		"Kustomization delivery/kustomization-fleet-hub.yaml",
	}
	for kind, objects := range map[string][]string{
		"object": {
			"Kustomization group-1/sub/other/member2/kustomization-other-member2-hello.yaml",
			"Kustomization group-2/hello/member1/kustomization-hello-member1-hello.yaml",
			"Kustomization hub/hello/hub/kustomization-hello-hello.yaml",
			"Kustomization hub/sub/other/hub/kustomization-other-hello.yaml",
		},
		"application": {
			"Kustomization group-1/sub/other/objects.yaml", "Kustomization group-2/hello/objects.yaml",
			"Kustomization hub/hello/objects.yaml", "Kustomization hub/sub/other/objects.yaml",
		},
	} {
		rl := settled(t, fleet(twoGroups+", files: "+kind), doc, other)
		want := slices.Concat([]string{"FluxApplication app.yaml", "FluxApplication sub/other.yaml"}, delivering, objects,
			[]string{"Kustomization kustomization.yaml"})
		assert.DeepEqual(t, files(rl), slices.Sorted(slices.Values(want)))

		empty := settled(t, fleet(twoGroups+", files: "+kind), doc)
		assert.Assert(t, slices.Contains(files(empty), "Kustomization group-1/kustomization.yaml"), "%v", files(empty))
		filled := settled(t, fleet(twoGroups+", files: "+kind), append(printed(t, empty), other)...)
		assert.DeepEqual(t, files(filled), files(rl))
		gone := settled(t, fleet(twoGroups+", files: "+kind+"}, pruneOrphans: true, limits: {maxDeleted: 100%"),
			slices.DeleteFunc(printed(t, rl), func(item string) bool {
				return strings.Contains(item, "kind: FluxApplication") && strings.Contains(item, "name: other")
			})...)
		assert.DeepEqual(t, files(gone), files(empty))
	}
}

// TestDeliveryOneFile checks the indexes of the objects in the file of an application, whatever their order was.
func TestDeliveryOneFile(t *testing.T) {
	const more = `    - destination: {kubeConfig: {secretRef: {name: %s-kubeconfig}}, targetNamespace: hello}
      path: ./deploy
      prune: true
      interval: 10m
`
	doc := app
	for _, member := range []string{"b", "c", "d", "e", "f"} {
		doc += fmt.Sprintf(more, member)
	}
	rl := settled(t, fleet(groupsSource+", groups: 1, files: application"), at(doc, "path=app.yaml", "index=0"))
	inFile := func(rl nodeList) (found []string) {
		for _, item := range rl.Items {
			if resource.Annotation(values(item), resource.Path) == "group-1/hello/objects.yaml" {
				found = append(found, resource.Annotation(values(item), resource.Index)+" "+
					resource.Text(values(item), "metadata", "name"))
			}
		}
		return found
	}
	want := []string{"0 hello-b-hello", "1 hello-c-hello", "2 hello-d-hello", "3 hello-e-hello", "4 hello-f-hello",
		"5 hello-member1-hello"}
	assert.DeepEqual(t, inFile(rl), want)
	items := printed(t, rl)
	slices.Reverse(items)
	backwards := process(t, fleet(groupsSource+", groups: 1, files: application"), items...)
	assert.DeepEqual(t, errorsOf(backwards), []string(nil))
	assert.DeepEqual(t, slices.Sorted(slices.Values(inFile(backwards))), want)

	fewer := strings.Replace(doc, fmt.Sprintf(more, "c"), "", 1)
	items = printed(t, rl)
	items[0] = at(fewer, "path=app.yaml", "index=0")
	assert.DeepEqual(t, inFile(settled(t, fleet(groupsSource+", groups: 1, files: application"), items...)), []string{
		"0 hello-b-hello", "2 hello-d-hello", "3 hello-e-hello", "4 hello-f-hello", "5 hello-member1-hello"})
}

// TestDeliveryMoves checks that an object goes to the folder of its group, and back to its own file, each after the
// commit that marks it, and that the user's files stay.
func TestDeliveryMoves(t *testing.T) {
	own := at("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine, annotations: {"+resource.Local+": \"true\"}} "+
		"# mine\n",
		"path=hello/mine.yaml", "index=0")
	flat := settled(t, fleet(""), at(app, "path=app.yaml", "index=0"), own)
	items := printed(t, flat)
	held := errorsOf(process(t, fleet(twoGroups), items...))
	assert.Equal(t, len(held), 1)
	assert.Assert(t, strings.Contains(held[0], "2 objects move to another Kustomization") &&
		strings.Contains(held[0], "write only delivery: {next: {groups: 2}} first"), held[0])

	for _, kind := range []string{"object", "application"} {
		marked := settled(t, fleet("next: {groups: 2}"), items...)
		assert.DeepEqual(t, files(marked), files(flat))
		moved := settled(t, fleet(twoGroups+", files: "+kind), printed(t, marked)...)
		for _, file := range files(moved) {
			assert.Assert(t, !strings.HasPrefix(file, "Kustomization hello/"), file)
		}
		back := settled(t, fleet(twoGroups+", files: "+kind+", next: {groups: 0}"), printed(t, moved)...)
		again := settled(t, fleet(""), printed(t, back)...)
		assert.DeepEqual(t, files(again), files(flat))
	}
}

// TestDeliveryFileIsTaken checks that an object does not go to the file of its group where that is the user's.
func TestDeliveryFileIsTaken(t *testing.T) {
	const file = "group-2/hello/objects.yaml"
	own := at("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n", "path="+file, "index=0")
	flat := settled(t, fleet("next: {groups: 2}"), at(app, "path=app.yaml", "index=0"), own)
	for _, items := range [][]string{printed(t, flat), {at(app, "path=app.yaml", "index=0"), own}} {
		refused := errorsOf(process(t, fleet(twoGroups+", files: application"), items...))
		assert.DeepEqual(t, refused, []string{"app.yaml: the Kustomization apps/hello-member1-hello cannot be written: " +
			file + " holds the ConfigMap mine, and fluxapp did not make it; move that one to another file [FA403]"})
	}
}

// TestDeliveryHides checks that the list of what delivers leaves out no file of the user that Flux has applied.
func TestDeliveryHides(t *testing.T) {
	const object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n"
	items := []string{at(app, "path=app.yaml", "index=0"), at(object, "path=hub/mine.yaml", "index=0"),
		at(object, "path=hello/mine.yaml", "index=0")}
	assert.DeepEqual(t, errorsOf(process(t, fleet(twoGroups), items...)), []string{"kustomization.yaml: the list " +
		"cannot be written: Flux may apply hello/mine.yaml, and deletes it when a new list leaves it out; write " +
		"the list first, with your files in resources and the annotation fluxapp.dev/rendered-from: " +
		"flux-system/fleet [FA419]"})
	assert.DeepEqual(t, errorsOf(process(t, fleet(twoGroups), items[:2]...)), []string(nil))
}

// TestDeliveryPackage checks that groups are in the package of the functionConfig, for documents of all packages.
func TestDeliveryPackage(t *testing.T) {
	other := strings.ReplaceAll(app, "name: hello", "name: other")
	config := fleet(twoGroups, "package-path=/p", "path=fleet.yaml")
	rl := settled(t, config, in("/p", "app.yaml", app), in("/p/sub", "x/other.yaml", other))
	assert.DeepEqual(t, files(rl), []string{
		"FluxApplication /p/app.yaml", "FluxApplication /p/sub/x/other.yaml",
		"Kustomization /p/delivery/kustomization-fleet-group-1.yaml",
		"Kustomization /p/delivery/kustomization-fleet-group-2.yaml",
		"Kustomization /p/delivery/kustomization-fleet-hub.yaml",
		"Kustomization /p/group-1/kustomization.yaml",
		"Kustomization /p/group-2/hello/member1/kustomization-hello-member1-hello.yaml",
		"Kustomization /p/group-2/x/other/member1/kustomization-other-member1-hello.yaml",
		"Kustomization /p/hub/hello/hub/kustomization-hello-hello.yaml",
		"Kustomization /p/hub/x/other/hub/kustomization-other-hello.yaml",
		"Kustomization /p/kustomization.yaml",
	})
}

// TestDeliveryInData checks that a ConfigMap has delivery as YAML in a text.
func TestDeliveryInData(t *testing.T) {
	doc := at(app, "path=app.yaml", "index=0")
	config := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fleet, namespace: flux-system}\ndata:\n  delivery: |\n" +
		"    sourceRef: {kind: GitRepository, name: fleet}\n    path: ./apps\n    groups: 2\n"
	assert.DeepEqual(t, asSet(printed(t, settled(t, config, doc))), asSet(printed(t, settled(t, fleet(twoGroups), doc))))
	wrong := errorsOf(process(t, strings.Replace(config, "groups: 2", "groups: two", 1), doc))
	assert.Equal(t, len(wrong), 1)
	assert.Assert(t, strings.Contains(wrong[0], "delivery.groups"), wrong[0])
	wrong = errorsOf(process(t, strings.Replace(config, "groups: 2", "groups: [", 1), doc))
	assert.Assert(t, len(wrong) > 0 && strings.Contains(wrong[0], "is no YAML"), "%v", wrong)
}

// TestDeliveryOfAnotherConfig checks that the Kustomizations of another RenderConfig are in the way, and are replaced
// on request.
func TestDeliveryOfAnotherConfig(t *testing.T) {
	rl := settled(t, fleet(twoGroups+", next: {groups: 0}"), at(app, "path=app.yaml", "index=0"))
	other := strings.Replace(fleet(twoGroups+", next: {groups: 0}"), "name: fleet, namespace", "name: other, namespace", 1)
	refused := errorsOf(process(t, other, printed(t, rl)...))
	assert.Equal(t, len(refused), 3)
	assert.Assert(t, strings.Contains(refused[0], "the Kustomization flux-system/other-group-1 cannot be written: "+
		"delivery/kustomization-fleet-group-1.yaml of flux-system/fleet, which is not among the items, applies group-1 too, "+
		"and two Kustomizations take objects from each other; give the RenderConfig the name fleet again; pruneOrphans: "+
		"true in the functionConfig replaces that one [FA402]"), refused[0])
	pruned := strings.Replace(other, "spec: {", "spec: {pruneOrphans: true, ", 1)
	replaced := settled(t, pruned, printed(t, rl)...)
	assert.Assert(t, !slices.Contains(files(replaced), "Kustomization delivery/kustomization-fleet-hub.yaml"))
	assert.Assert(t, slices.Contains(files(replaced), "Kustomization delivery/kustomization-other-hub.yaml"))
}

// TestDeliveryOfChosenApplications checks that a run over some applications changes nothing of what delivers the
// others, in a package too.
func TestDeliveryOfChosenApplications(t *testing.T) {
	other := strings.ReplaceAll(app, "name: hello", "name: other")
	for _, pkg := range []string{"package-path=", "package-path=/p"} {
		config := func(delivery, applications string) string {
			return strings.Replace(fleet(delivery, "path=fleet.yaml", pkg), "spec: {", "spec: {applications: ["+applications+
				"], ", 1)
		}
		rl := settled(t, config(twoGroups+", artifacts: true, next: {groups: 0}", ""),
			at(app, "path=app.yaml", "index=0", pkg), at(other, "path=other.yaml", "index=0", pkg))
		settled(t, config(twoGroups+", artifacts: true", "hello"), printed(t, rl)...)
		one := strings.Replace(twoGroups, "groups: 2", "groups: 1, artifacts: true", 1)
		refused := errorsOf(process(t, config(one, "hello"), printed(t, rl)...))
		assert.Equal(t, len(refused), 1, "%v", refused)
		assert.Assert(t, strings.Contains(refused[0], "delivery/kustomization-fleet-group-2.yaml would change, and what "+
			"delivers "), refused[0])
		assert.Assert(t, strings.Contains(refused[0], "of apps/other with it; render all applications in one run, without "+
			"applications in the RenderConfig [FA240]"), refused[0])
		settled(t, config(one, ""), printed(t, rl)...)
	}
}

// TestDeliveryBesideAList checks that a kustomization.yaml of the user's in a group is in the way: Flux would apply its
// entries only.
func TestDeliveryBesideAList(t *testing.T) {
	rl := settled(t, fleet(twoGroups), at(app, "path=app.yaml", "index=0"))
	list := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [mine.yaml]\n"
	for file, want := range map[string]string{
		"group-2/kustomization.yaml": "group-2/kustomization.yaml: the list cannot be written: Flux would apply " +
			"the entries of group-2/kustomization.yaml only, and not the files of the group",
		"group-2/Kustomization":    "Flux would apply the entries of group-2/Kustomization only",
		"kustomization.yml":        "kustomization.yaml: the list cannot be written: kustomization.yml is there, and",
		"hello/kustomization.yaml": "",
	} {
		found := strings.Join(errorsOf(process(t, fleet(twoGroups), append(printed(t, rl), at(list, "path="+file))...)), "\n")
		assert.Assert(t, strings.Contains(found, want) && (want == "") == (found == ""), "%s: %s", file, found)
	}
}

// TestDeliveryStandalone checks that the folder of each cluster with a Flux of its own is a group, and that its
// document is at the top of the package.
func TestDeliveryStandalone(t *testing.T) {
	rl := settled(t, fleet(groupsSource), at(standalone, "path=shop.yaml", "index=0"))
	for _, cluster := range []string{"berlin", "tokyo"} {
		for _, file := range []string{"/delivery/kustomization-fleet.yaml", "/kustomization.yaml"} {
			assert.Assert(t, slices.Contains(files(rl), "Kustomization "+cluster+file), "%v", files(rl))
		}
	}
	refused := errorsOf(process(t, fleet(groupsSource), at(standalone, "path=apps/shop.yaml", "index=0")))
	assert.Assert(t, len(refused) > 0)
	assert.Assert(t, strings.Contains(refused[0], "and delivery applies only the folder berlin to its cluster; move its "+
		"document to the top of the package [FA240]"), refused[0])
}

// behind is an application of one HelmRelease on member1, which may wait for the application hello.
func behind(waits bool) string {
	text := strings.ReplaceAll(app[:strings.Index(app, "  source:")], "name: hello", "name: chart") +
		"  source: {sourceRef: {kind: HelmRepository, name: charts}}\n  config:\n    helmRelease:\n" +
		"      chart: {chart: web, version: 1.0.0}\n      deploy:\n" +
		"      - destination: {kubeConfig: {secretRef: {name: member1-kubeconfig}}, targetNamespace: hello}\n" +
		"        interval: 1h\n"
	if waits {
		text += "        dependsOn: [{application: hello}]\n"
	}
	return at(text, "path=sub/chart.yaml", "index=0")
}

// TestDeliveryOrdered checks that objects move to the folders of an order, and back, each in two commits, and that a
// run of one application changes nothing of the other one.
func TestDeliveryOrdered(t *testing.T) {
	doc := at(app, "path=app.yaml", "index=0")
	with := func(rl nodeList, waits bool) []string {
		items := printed(t, rl)
		for i, item := range items {
			if strings.Contains(item, "kind: FluxApplication") && strings.Contains(item, "name: chart") {
				items[i] = behind(waits)
			}
		}
		return items
	}
	for kind, objects := range map[string][]string{
		"object": {
			"HelmRelease ordered/apps/chart/member1/helmrelease-chart-member1-hello.yaml",
			"Kustomization ordered/apps/hello/hub/kustomization-hello-hello.yaml",
			"Kustomization ordered/apps/hello/member1/kustomization-hello-member1-hello.yaml",
		},
		"application": {
			"HelmRelease ordered/apps/chart/member1/objects.yaml", "Kustomization ordered/apps/hello/hub/objects.yaml",
			"Kustomization ordered/apps/hello/member1/objects.yaml",
		},
	} {
		delivery := twoGroups + ", files: " + kind
		plain := settled(t, fleet(delivery), doc, behind(false))
		held := errorsOf(process(t, fleet(delivery), with(plain, true)...))
		assert.Equal(t, len(held), 1)
		assert.Assert(t, strings.Contains(held[0], "3 objects move to another Kustomization"), held[0])
		marked := settled(t, fleet(delivery+", next: {applications: [hello, apps/chart]}"), printed(t, plain)...)
		assert.DeepEqual(t, files(marked), files(plain))
		ordered := settled(t, fleet(delivery), with(marked, true)...)
		for _, object := range append(objects, "Kustomization delivery/kustomization-fleet-apps-chart-member1.yaml",
			"Kustomization delivery/kustomization-fleet-apps-hello-hub.yaml",
			"Kustomization delivery/kustomization-fleet-apps-hello-member1.yaml") {
			assert.Assert(t, slices.Contains(files(ordered), object), "%s: %v", object, files(ordered))
		}
		for _, name := range []string{"hello", "chart"} {
			selected := strings.Replace(fleet(delivery), "spec: {", "spec: {applications: ["+name+"], ", 1)
			some := settled(t, selected, printed(t, ordered)...)
			assert.DeepEqual(t, asSet(printed(t, some)), asSet(printed(t, ordered)))
		}
		marked = settled(t, fleet(delivery+", next: {applications: [hello, chart]}"), printed(t, ordered)...)
		back := settled(t, fleet(delivery), with(marked, false)...)
		assert.DeepEqual(t, asSet(printed(t, back)), asSet(printed(t, plain)))
	}
}

// TestDeliveryOrderedPackage checks that what is ordered is in the package of the functionConfig.
func TestDeliveryOrderedPackage(t *testing.T) {
	rl := settled(t, fleet(twoGroups, "package-path=/p", "path=fleet.yaml"), in("/p", "app.yaml", app),
		in("/p/sub", "chart.yaml", strings.Replace(behind(true), "index: \"0\"", "", 1)))
	for _, file := range []string{"/p/delivery/kustomization-fleet-apps-chart-member1.yaml",
		"/p/ordered/apps/hello/member1/kustomization-hello-member1-hello.yaml"} {
		assert.Assert(t, slices.Contains(files(rl), "Kustomization "+file), "%v", files(rl))
	}
	assert.Assert(t, slices.Contains(files(rl), "HelmRelease /p/ordered/apps/chart/member1/"+
		"helmrelease-chart-member1-hello.yaml"), "%v", files(rl))
}
