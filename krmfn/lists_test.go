package krmfn

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// standalone is an application apps/shop with a source of its own on the clusters berlin and tokyo.
const standalone = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: shop
  namespace: apps
spec:
  topology: Standalone
  source:
    gitRepository: {url: https://example.com/shop, interval: 1m}
  clusters: [{name: berlin, kubeConfig: {secretRef: {name: berlin}}}, {name: tokyo, kubeConfig: {secretRef: ` +
	`{name: tokyo}}}]
  config:
    kustomization:
    - destination: {clusterSelector: {}}
      name: shop
      path: ./deploy
      prune: true
      interval: 10m
`

// shopFile is standalone as kpt hands it on, and shopItems are what becomes of it, by name.
var (
	shopFile  = at(standalone, "path=apps/shop.yaml", "index=0")
	shopItems = []string{
		"FluxApplication apps/shop apps/shop.yaml#0",
		"GitRepository apps/shop apps/berlin/shop/gitrepository-shop.yaml#0",
		"Kustomization apps/shop apps/berlin/shop/kustomization-shop.yaml#0",
		"GitRepository apps/shop apps/tokyo/shop/gitrepository-shop.yaml#0",
		"Kustomization apps/shop apps/tokyo/shop/kustomization-shop.yaml#0",
		"Kustomization /berlin apps/berlin/kustomization.yaml#0",
		"Kustomization /tokyo apps/tokyo/kustomization.yaml#0",
	}
)

const berlinList = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
metadata:
  name: berlin
  annotations:
    config.kubernetes.io/local-config: "true"
    fluxapp.dev/rendered-from: apps/shop
    internal.config.kubernetes.io/path: 'apps/berlin/kustomization.yaml'
    internal.config.kubernetes.io/index: '0'
resources:
- shop/gitrepository-shop.yaml
- shop/kustomization-shop.yaml
`

// on switches a document over to another topology.
func on(topology, document string) string {
	return strings.Replace(document, "topology: Standalone", "topology: "+topology, 1)
}

// Without its list, the Flux of a cluster applies all files of the folder: a new list must not leave out the files of
// other documents.
func TestListThatWasRemoved(t *testing.T) {
	blog := strings.NewReplacer("name: shop", "name: blog", "/shop", "/blog").Replace(standalone)
	both := process(t, "", shopFile, at(blog, "path=apps/blog.yaml", "index=0"))
	isList := func(item *yaml.RNode) bool {
		return placeIn(values(item)).File() == "apps/berlin/kustomization.yaml"
	}
	i := slices.IndexFunc(both.Items, isList)
	want := &item{root: values(both.Items[i])}
	again := processList(t, nodeList{Items: slices.Delete(slices.Clone(both.Items), i, i+1),
		FunctionConfig: yaml.MustParse(standalone)})
	i = slices.IndexFunc(again.Items, isList)
	found, differs := difference(&item{root: values(again.Items[i])}, want)
	assert.Assert(t, !differs, "%v", found)
}

func TestStandaloneFiles(t *testing.T) {
	once := process(t, "", shopFile)
	assert.DeepEqual(t, names(once), shopItems)
	assert.Equal(t, resource.Annotation(values(once.Items[5]), resource.Package), "")
	list, err := yaml.Parse(berlinList)
	assert.NilError(t, err)
	found, differs := difference(&item{root: values(once.Items[5])}, &item{root: values(list)})
	assert.Assert(t, !differs, "%v", found)

	for _, config := range []*yaml.RNode{nil, yaml.MustParse(standalone)} {
		twice := processList(t, nodeList{Items: once.Items, FunctionConfig: config})
		assert.DeepEqual(t, printed(t, twice), printed(t, once))
		assert.DeepEqual(t, errorsOf(twice), []string(nil))
	}
	check := processList(t, nodeList{Items: once.Items, FunctionConfig: yaml.MustParse(checkConfig)})
	assert.DeepEqual(t, errorsOf(check), []string(nil))
	reversed := slices.Clone(once.Items)
	slices.Reverse(reversed)
	again := names(processList(t, nodeList{Items: reversed}))
	slices.Sort(again)
	assert.DeepEqual(t, again, slices.Sorted(slices.Values(shopItems)))
}

const checkConfig = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: options}\ndata: {check: \"true\"}\n"

// Each cluster has its copy: what of it is missing, moved or changed is made good without a look at the others.
func TestStandaloneCopies(t *testing.T) {
	items := printed(t, process(t, "", shopFile))
	for name, c := range map[string]struct {
		change func(items []string) []string
		want   []string // of a check
	}{
		"a copy is gone": {
			func(items []string) []string { return slices.Delete(items, 1, 2) },
			[]string{"apps/berlin/shop/gitrepository-shop.yaml: the GitRepository apps/shop is missing; run fluxapp without " +
				"check [FA407]"},
		},
		"a copy was changed": {
			func(items []string) []string {
				items[3] = strings.Replace(items[3], "interval: 1m", "interval: 9m", 1)
				return items
			},
			[]string{"apps/tokyo/shop/gitrepository-shop.yaml: spec.interval: the GitRepository apps/shop is out of date; run " +
				"fluxapp without check [FA408]"},
		},
		"a copy was moved": {
			func(items []string) []string {
				items[1] = at(items[1], "path=apps/elsewhere/shop/gitrepository-shop.yaml")
				return items
			},
			[]string{
				"apps/berlin/shop/gitrepository-shop.yaml: the GitRepository apps/shop is missing; run fluxapp without " +
					"check [FA407]",
				"apps/elsewhere/shop/gitrepository-shop.yaml: is no longer rendered from apps/shop; run fluxapp without check, " +
					"which removes it [FA405]",
			},
		},
		"a list is gone": {
			func(items []string) []string { return items[:6] },
			[]string{"apps/tokyo/kustomization.yaml: the list is missing; run fluxapp without check " +
				"[FA407]"},
		},
		"a list was changed": {
			func(items []string) []string {
				items[5] = strings.Replace(items[5], "- shop/gitrepository-shop.yaml\n", "", 1)
				return items
			},
			[]string{"apps/berlin/kustomization.yaml: resources: the list is out of date; run fluxapp " +
				"without check [FA408]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			changed := c.change(slices.Clone(items))
			assert.DeepEqual(t, errorsOf(process(t, checkConfig, changed...)), c.want)
			good := process(t, "", changed...)
			assert.DeepEqual(t, errorsOf(good), []string(nil))
			assert.DeepEqual(t, names(good), shopItems)
			assert.DeepEqual(t, printed(t, good), items)
		})
	}
}

// What other documents have on the list of a cluster stays, whether or not they are rendered by the run.
func TestStandaloneListOfSeveral(t *testing.T) {
	other := at(strings.NewReplacer("name: shop", "name: mail").Replace(standalone), "path=apps/mail.yaml", "index=0")
	both := process(t, "", shopFile, other)
	assert.Equal(t, len(both.Items), 2+8+2, said(both))
	const owners = "apps/mail, apps/shop"
	list := both.Items[10]
	assert.Equal(t, resource.Text(values(list), "metadata", "annotations", "fluxapp.dev/rendered-from"), owners)

	one := processList(t, nodeList{Items: both.Items, FunctionConfig: yaml.MustParse(standalone)})
	assert.DeepEqual(t, asSet(printed(t, one)), asSet(printed(t, both)))

	left := process(t, "", printed(t, both)[1:]...) // the document of shop
	assert.DeepEqual(t, asSet(printed(t, left)), asSet(printed(t, both)[1:]))
	gone := process(t, pruning, printed(t, both)[1:]...)
	assert.Equal(t, len(gone.Items), 1+4+2, names(gone))
	assert.Equal(t, resource.Text(values(gone.Items[5]), "metadata", "annotations", "fluxapp.dev/rendered-from"),
		"apps/mail")

	none := process(t, "", printed(t, both)[2:]...) // somebody's output
	assert.DeepEqual(t, asSet(printed(t, none)), asSet(printed(t, both)[2:]))
}

func asSet(texts []string) map[string]int {
	set := map[string]int{}
	for _, text := range texts {
		set[text]++
	}
	return set
}

// Switching the topology moves the files, and leaves nothing behind.
func TestStandaloneSwitch(t *testing.T) {
	hub := []string{
		"FluxApplication apps/shop apps/shop.yaml#0", "GitRepository apps/shop apps/shop/gitrepository-shop.yaml#0",
		"Kustomization apps/shop-berlin apps/shop/berlin/kustomization-shop-berlin.yaml#0",
		"Kustomization apps/shop-tokyo apps/shop/tokyo/kustomization-shop-tokyo.yaml#0",
	}
	unnamed := strings.Replace(shopFile, "      name: shop\n", "", 1)
	rl := process(t, "", on("HubAndSpoke", unnamed))
	assert.DeepEqual(t, names(rl), hub)
	members := names(process(t, "", unnamed))
	for range 2 {
		rl = process(t, "", append([]string{unnamed}, printed(t, rl)[1:]...)...)
		assert.DeepEqual(t, names(rl), members)
		rl = process(t, "", append([]string{on("HubAndSpoke", unnamed)}, printed(t, rl)[1:]...)...)
		assert.DeepEqual(t, names(rl), hub)
	}
}

func TestStandaloneInTheWay(t *testing.T) {
	const foreignSource = "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata:\n  name: shop\n" +
		"  namespace: apps\n"
	for name, c := range map[string]struct {
		item string
		want []string
	}{
		"a list of somebody else": {
			at("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata:\n  name: own\n",
				"path=apps/berlin/kustomization.yaml"),
			[]string{"apps/berlin/kustomization.yaml: the list cannot be written: it is there, and fluxapp did not write it; " +
				"give it apiVersion, kind and the annotation fluxapp.dev/rendered-from: apps/shop, and fluxapp adds its entries " +
				"[FA403]"},
		},
		"a list of another name": {
			at("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata:\n  name: own\n",
				"path=apps/berlin/kustomization.yml"),
			[]string{"apps/berlin/kustomization.yaml: the list cannot be written: apps/berlin/kustomization.yml is there, and " +
				"kustomize does not build both; remove it [FA403]"},
		},
		"an object in the folder of the cluster": {
			at(foreignSource, "path=apps/berlin/sources.yaml"),
			[]string{"apps/berlin/kustomization.yaml: the list cannot be written: Flux may apply " +
				"apps/berlin/sources.yaml, and deletes it when a new list leaves it out; write the list first, " +
				"with your files in resources and the annotation fluxapp.dev/rendered-from: apps/shop [FA419]",
				"apps/shop.yaml: the GitRepository apps/shop cannot be written: apps/berlin/sources.yaml has it already, " +
					"and fluxapp did not make it; remove it, or write another name for one of them [FA402]"},
		},
		"a file that the list leaves out": {
			at("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: flux-system\n",
				"path=apps/berlin/flux-system/gotk-components.yaml"),
			[]string{"apps/berlin/kustomization.yaml: the list cannot be written: Flux may apply " +
				"apps/berlin/flux-system/gotk-components.yaml, and deletes it when a new list leaves it out; write the list " +
				"first, with your files in resources and the annotation fluxapp.dev/rendered-from: apps/shop [FA419]"},
		},
		"one for another API server":                            {at(foreignSource, "path=apps/paris/sources.yaml"), nil},
		"one for a cluster whose name begins with that of ours": {at(foreignSource, "path=apps/berlin2/sources.yaml"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			assert.DeepEqual(t, errorsOf(process(t, "", shopFile, c.item)), c.want)
		})
	}
}

// What lies on a cluster is in nobody's way on the hub, and the other way round.
func TestTopologiesSideBySide(t *testing.T) {
	hub := at(strings.NewReplacer("name: shop\n  namespace", "name: hub\n  namespace", "source:\n",
		"source:\n    name: shop\n",
		"clusterSelector: {}", "cluster: berlin").Replace(on("HubAndSpoke", standalone)), "path=apps/hub.yaml", "index=0")
	once := process(t, "", shopFile, hub)
	assert.DeepEqual(t, errorsOf(once), []string(nil))
	assert.Equal(t, len(once.Items), 2+2+4+2, names(once))
	for _, config := range []*yaml.RNode{nil, yaml.MustParse(standalone), yaml.MustParse(hub)} {
		again := processList(t, nodeList{Items: once.Items, FunctionConfig: config})
		assert.DeepEqual(t, errorsOf(again), []string(nil))
		assert.DeepEqual(t, asSet(printed(t, again)), asSet(printed(t, once)))
	}
}

// TestListKeepsItsPlace checks that a list that is edited keeps its index in the file, and the style of its lists.
func TestListKeepsItsPlace(t *testing.T) {
	items := printed(t, process(t, "", shopFile))
	items[5] = at(items[5], "index=1", "seqindent=wide")
	mail := at(strings.ReplaceAll(standalone, "name: shop", "name: mail"), "path=apps/mail.yaml", "index=0")
	rl := process(t, "", append([]string{mail}, items...)...)
	list := rl.Items[len(rl.Items)-2]
	assert.Equal(t, placeIn(values(list)).File(), "apps/berlin/kustomization.yaml")
	assert.Equal(t, resource.Annotation(values(list), resource.Index), "1")
	assert.Equal(t, resource.Annotation(values(list), resource.SeqIndent), "wide")
}

// TestListThatGoesIsNamed checks that the list of a cluster goes with its last object, that the run names it, and
// that a check does.
func TestListThatGoesIsNamed(t *testing.T) {
	items := printed(t, process(t, "", shopFile))
	items[0] = strings.Replace(shopFile, "clusterSelector: {}", "cluster: tokyo", 1)
	rl := process(t, "", items...)
	assert.DeepEqual(t, said(rl), []string{
		"apps/berlin/kustomization.yaml: info: is no longer rendered from apps/shop; removed it [FA405]",
		"apps/berlin/shop/gitrepository-shop.yaml: info: is no longer rendered from apps/shop; removed it [FA405]",
		"apps/berlin/shop/kustomization-shop.yaml: info: is no longer rendered from apps/shop; removed it [FA405]",
		"apps/shop.yaml: info: metadata.namespace: the namespace apps must exist on tokyo; fluxapp does not render it " +
			"there [FA904]",
	})
	assert.DeepEqual(t, names(rl), slices.Concat(shopItems[:1], shopItems[3:5], shopItems[6:]))
	assert.Equal(t, len(errorsOf(process(t, checkConfig, items...))), 3)
	assert.Equal(t, strings.Count(strings.Join(errorsOf(process(t, checkConfig, items...)), "\n"),
		"kustomization.yaml: is no longer rendered from apps/shop; run fluxapp without check"), 1)
}

// A selection of a package does not show what is there: the lists stay as they are.
func TestStandaloneSelection(t *testing.T) {
	rl := process(t, "", shopFile)
	all := printed(t, rl)
	some := []string{numbered(all[0]), numbered(all[5])}
	selected := process(t, "", some...)
	assert.DeepEqual(t, names(selected),
		[]string{shopItems[0], shopItems[5], shopItems[1], shopItems[2], shopItems[3], shopItems[4]})
	assert.Equal(t, printed(t, selected)[1], some[1])
}

// A build keeps no files: the objects of one cluster are as good as any, and the objects of two cannot be told apart.
func TestStandaloneInABuild(t *testing.T) {
	one := strings.Replace(standalone, "clusterSelector: {}", "cluster: berlin", 1)
	want := []string{"FluxApplication apps/shop", "GitRepository apps/shop", "Kustomization apps/shop"}
	rl := process(t, "", one)
	assert.DeepEqual(t, names(rl), want)
	again := process(t, "", printed(t, rl)...)
	assert.DeepEqual(t, names(again), want)
	assert.DeepEqual(t, said(again), said(rl))

	two := process(t, "", standalone)
	assert.DeepEqual(t, errorsOf(two), []string{
		"FluxApplication apps/shop: the GitRepository apps/shop is for the cluster berlin and for the cluster tokyo, which " +
			"have API servers of their own, and this client keeps both in one stream; write folders with fluxapp render -o " +
			"dir=PATH, or render in a package of kpt [FA410]"})
	assert.Equal(t, len(two.Items), 1)
	assert.Equal(t, len(errorsOf(process(t, standalone, standalone))), 1) // a generator

	blog := strings.ReplaceAll(standalone, "name: shop", "name: blog")
	assert.Equal(t, len(errorsOf(process(t, "", standalone, blog))), 2, "an error for each document")
	hub := strings.NewReplacer("name: shop\n  namespace", "name: hub\n  namespace", "source:\n",
		"source:\n    name: shop\n", "clusterSelector: {}", "cluster: berlin").Replace(on("HubAndSpoke", standalone))
	assert.DeepEqual(t, errorsOf(process(t, "", one, hub)), []string{
		"FluxApplication apps/shop: the GitRepository apps/shop is for the hub and for the cluster berlin, which have API " +
			"servers of their own, and this client keeps both in one stream; write folders with fluxapp render -o dir=PATH, " +
			"or render in a package of kpt [FA410]"})
}

// What a user has added to the list of a cluster stays as it is written, and in its place.
func TestStandaloneListOfItsUser(t *testing.T) {
	items := printed(t, process(t, "", shopFile))
	mine := strings.NewReplacer("resources:\n", "resources: # of the shop\n- mine.yaml\n",
		"- shop/kustomization-shop.yaml\n",
		"- shop/kustomization-shop.yaml # keep me\n- ../base\n").Replace(items[5]) + "namePrefix: team-\n# the end\n"
	items[5] = mine
	assert.DeepEqual(t, errorsOf(process(t, checkConfig, items...)), []string(nil))
	once := process(t, "", items...)
	assert.DeepEqual(t, said(once), append([]string{"apps/berlin/kustomization.yaml: warning: namePrefix: kustomize " +
		"changes objects and no reference to them: the Kustomization apps/shop still refers to the GitRepository shop; " +
		"leave it out, or name the references below configurations [FA426]"},
		said(process(t, "", shopFile))...))
	assert.DeepEqual(t, asSet(printed(t, once)), asSet(items))

	mail := at(strings.NewReplacer("name: shop", "name: mail").Replace(standalone), "path=apps/mail.yaml", "index=0")
	both := process(t, "", append([]string{mail}, items...)...)
	added := strings.NewReplacer("- ../base\n",
		"- ../base\n- mail/gitrepository-mail.yaml\n- mail/kustomization-mail.yaml\n",
		"rendered-from: apps/shop", "rendered-from: apps/mail, apps/shop").Replace(mine)
	assert.Equal(t, printed(t, both)[len(both.Items)-2], added)
	less := process(t, pruning, printed(t, both)[1:]...) // the document of mail is gone
	assert.Equal(t, printed(t, less)[len(less.Items)-2], mine)

	gone := strings.Replace(shopFile, "clusterSelector: {}", "cluster: tokyo", 1)
	want := strings.NewReplacer("- shop/gitrepository-shop.yaml\n", "", "- shop/kustomization-shop.yaml # keep me\n",
		"").Replace(mine)
	rl := process(t, "", append([]string{gone}, items[1:]...)...)
	for range 2 {
		assert.Equal(t, printed(t, rl)[len(rl.Items)-2], want)
		rl = process(t, "", printed(t, rl)...)
	}
	checked := process(t, checkConfig, printed(t, rl)...)
	assert.Equal(t, len(errorsOf(checked)), 0, said(checked))
}

// A list without a list of resources is an error, and nothing changes.
func TestStandaloneListThatCannotBeChanged(t *testing.T) {
	const cannot = "apps/berlin/kustomization.yaml: the list cannot be written: its resources are no list; write a list " +
		"of files [FA403]"
	items := printed(t, process(t, "", shopFile))
	head := items[5][:strings.Index(items[5], "resources:")]
	for resources, want := range map[string]string{
		"{a: b}": cannot, "x.yaml": cannot, "[]": "", "null": "", "": "",
	} {
		changed := slices.Clone(items)
		changed[5] = head + "resources: " + resources + "\n"
		for _, config := range []string{"", checkConfig} {
			rl := process(t, config, changed...)
			switch {
			case want != "":
				assert.DeepEqual(t, errorsOf(rl), []string{want})
				assert.DeepEqual(t, asSet(printed(t, rl)), asSet(printed(t, read(t, resourceList("", changed...)))))
			case config == "":
				assert.DeepEqual(t, asSet(printed(t, rl)), asSet(items))
			}
		}
	}
}

// A list that its user has copied to another file is the user's.
func TestStandaloneListCopied(t *testing.T) {
	items := printed(t, process(t, "", shopFile))
	items = append(items, at(items[5], "path=apps/berlin/old.yaml"))
	assert.DeepEqual(t, asSet(printed(t, process(t, "", items...))), asSet(items))
}
