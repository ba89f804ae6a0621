package main

import (
	"fmt"
	"strings"
)

// The documents of a larger fleet. The application web goes to the six clusters of the stage prod, in two files, and
// db to every cluster.
const (
	fleetWeb = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: web
  namespace: apps
spec:
  bases: [common]
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    helmRelease:
      chart: {chart: web, version: 1.2.3}
      deploy:
      - destination:
          clusterSelector: {matchLabels: {stage: prod}}
          targetNamespace: web
`
	fleetBase = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplicationBase
metadata: {name: common, namespace: apps}
spec:
  config:
    defaults: {interval: 10m}
`
)

var fleetDB = strings.NewReplacer("name: web", "name: db", "matchLabels: {stage: prod}", "").Replace(webYAML)

// clusterDocuments returns documents of clusters of the stage prod.
func clusterDocuments(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "---\napiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\n"+
			"metadata: {name: %s, labels: {stage: prod}}\n", name)
	}
	return strings.TrimPrefix(b.String(), "---\n")
}

func largeFleetIn(w workspace) {
	w.put("web.yaml", fleetWeb)
	w.put("db.yaml", fleetDB)
	w.put("common.yaml", fleetBase)
	w.put("fleet.yaml", clusterDocuments("berlin", "lima", "oslo", "rome", "tokyo"))
	w.put("paris.yaml", clusterDocuments("paris"))
}

// exceeds is the outcome of a run that exceeds a limit.
var exceeds = outcome{refused: "FA601", reported: "this change deletes workloads"}

// releases are the files of the HelmReleases of an application.
func releases(application string, clusters ...string) (files []string) {
	for _, cluster := range clusters {
		files = append(files, fmt.Sprintf("%s/%s/helmrelease-%[1]s-%[2]s-web.yaml", application, cluster))
	}
	return files
}

// everywhere replaces a text in all places of a document.
func everywhere(name, old, new string) func(workspace) {
	return func(w workspace) {
		file := w.documents + "/" + name
		put(w.t, file, strings.ReplaceAll(read(w.t, file), old, new))
	}
}

// commented makes comments of all lines of a document.
func commented(name string) func(workspace) {
	return func(w workspace) {
		file := w.documents + "/" + name
		put(w.t, file, "# "+strings.ReplaceAll(strings.TrimSpace(read(w.t, file)), "\n", "\n# ")+"\n")
	}
}

const pruning = renderConfig + "  pruneOrphans: true\n"

// withoutNamespaces removes the namespace of the documents.
func withoutNamespaces(w workspace) {
	for _, name := range []string{"web.yaml", "db.yaml"} {
		w.edit(name, "  namespace: apps\n", "")
	}
	w.edit("common.yaml", ", namespace: apps", "")
}

// pruned asks for the removal of orphans.
var pruned = again{flags: []string{"--prune-orphans"}, config: pruning}

// vanishAccidents are all ways in which most clusters of an application could vanish.
var vanishAccidents = []accident{{
	name: "the inventory emptied", slip: putting("fleet.yaml", ""),
	want: exceeds,
}, {
	name: "the inventory removed", slip: removing("fleet.yaml"),
	want: exceeds,
}, {
	name: "the inventory commented out", slip: commented("fleet.yaml"),
	want: exceeds,
}, {
	name: "the inventory of another kind",
	slip: everywhere("fleet.yaml", "apiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster",
		"apiVersion: v1\nkind: ConfigMap"),
	want: exceeds,
}, {
	name: "the inventory with a kind misspelt", slip: everywhere("fleet.yaml", "kind: Cluster", "kind: Clutser"),
	want: outcome{refused: "FA007"},
}, {
	name: "the inventory moved out of the folder", slip: moving("fleet.yaml", "../fleet.yaml"),
	want: exceeds,
}, {
	name: "the inventory renamed to another extension", slip: moving("fleet.yaml", "fleet.yaml.bak"),
	want: exceeds,
}, {
	name: "both inventories removed", slip: removing("fleet.yaml", "paris.yaml"),
	want: outcome{refused: "FA221"},
}, {
	name: "every cluster renamed", slip: everywhere("fleet.yaml", "{name: ", "{name: eu-"),
	want: exceeds,
}, {
	name: "a label renamed in the inventory", slip: everywhere("fleet.yaml", "stage: prod", "tier: prod"),
	want: exceeds,
}, {
	name: "a label renamed everywhere", slip: steps(everywhere("fleet.yaml", "stage: prod", "tier: prod"),
		everywhere("paris.yaml", "stage: prod", "tier: prod")),
	want: outcome{refused: "FA221"},
}, {
	name: "a selector changed",
	slip: steps(everywhere("paris.yaml", "stage: prod", "stage: lab"), editing("web.yaml", "stage: prod", "stage: lab")),
	want: exceeds,
}, {
	name: "a cluster instead of a selector",
	slip: editing("web.yaml", "clusterSelector: {matchLabels: {stage: prod}}", "cluster: paris"),
	want: exceeds,
}, {
	name: "a selector that may match nothing", slip: editing("web.yaml", "clusterSelector: {matchLabels: {stage: prod}}",
		"allowEmpty: true\n          clusterSelector: {matchLabels: {stage: prdo}}"),
	want: exceeds,
}, {
	name: "the list of entries emptied",
	slip: func(w workspace) { w.put("web.yaml", strings.Split(fleetWeb, "\n      - ")[0]+" []\n") },
	want: outcome{refused: "FA202"},
}, {
	name: "a Kustomization emptied",
	slip: func(w workspace) { w.put("db.yaml", strings.Split(fleetDB, "\n    - ")[0]+" []\n") },
	want: outcome{refused: "FA202"},
}, {
	name:     "disabled for all",
	slip:     editing("web.yaml", "  config:\n", "  config:\n    overrides: [{clusterSelector: {}, disable: true}]\n"),
	want:     exceeds,
	function: new(exceeds),
	because:  "lines of a package are not those of its files",
}, {
	name:     "a base that disables all",
	slip:     editing("common.yaml", "  config:\n", "  config:\n    overrides: [{clusterSelector: {}, disable: true}]\n"),
	want:     exceeds,
	function: new(exceeds),
	because:  "lines of a package are not those of its files",
}, {
	name: "a base that changes the topology", slip: editing("common.yaml", "spec:\n", "spec:\n  topology: Standalone\n"),
	want: exceeds,
}, {
	name: "the application renamed", slip: editing("web.yaml", "name: web\n  namespace", "name: site\n  namespace"),
	want: outcome{reported: "apps/web", made: releases("site", "berlin", "lima", "oslo", "paris", "rome", "tokyo")},
}, {
	name: "the application renamed, and orphans pruned",
	slip: editing("web.yaml", "name: web\n  namespace", "name: site\n  namespace"), again: pruned,
	want: exceeds,
}, {
	name: "the application emptied, and orphans pruned", slip: putting("web.yaml", ""), again: pruned,
	want: exceeds,
}, {
	name: "the application commented out, and orphans pruned", slip: commented("web.yaml"), again: pruned,
	want: exceeds,
}, {
	name: "the application removed, and orphans pruned", slip: removing("web.yaml"), again: pruned,
	want: exceeds,
}, {
	name: "the application moved out of the folder, and orphans pruned", slip: moving("web.yaml", "../web.yaml"),
	again: pruned,
	want:  exceeds,
}, {
	name: "the application moved to another file", slip: moving("web.yaml", "site.yaml"),
	want: outcome{},
}, {
	name: "the application in another namespace",
	slip: editing("web.yaml", "name: web\n  namespace: apps", "name: web\n  namespace: shop"),
	want: outcome{refused: "FA"},
}, {
	name: "the application with a kind misspelt, and orphans pruned",
	slip: editing("web.yaml", "kind: FluxApplication\n", "kind: FluxAplication\n"), again: pruned,
	want: outcome{refused: "FA007"},
}, {
	name: "the application with a group misspelt, and orphans pruned",
	slip: editing("web.yaml", "fluxapp.dev", "fluxap.dev"), again: pruned,
	want: outcome{refused: "FA007"},
}, {
	name: "the application of another kind, and orphans pruned",
	slip: putting("web.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, namespace: apps}\n"), again: pruned,
	want: exceeds,
}, {
	name: "two documents of one name", slip: putting("copy.yaml", fleetWeb),
	want: outcome{refused: "FA301"},
}, {
	name: "the topology changed", slip: editing("web.yaml", "spec:\n", "spec:\n  topology: Standalone\n"),
	want: exceeds,
}, {
	name: "no application left", slip: removing("web.yaml", "db.yaml"),
	want:     outcome{refused: "FA009"},
	function: &outcome{reported: "FA009"}, because: "a package may have no application",
}, {
	name: "no application left, and orphans pruned", slip: removing("web.yaml", "db.yaml"), again: pruned,
	want: exceeds,
}, {
	name: "the folder mistyped", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "inn"}},
	want:  outcome{refused: "there is no file, folder or command inn"},
}, {
	name: "an empty folder", slip: putting("../none/README.md", ""), only: "command",
	again: again{args: []string{"-o", "dir=out", "none"}},
	want:  outcome{refused: "FA009"},
}, {
	name:  "another folder of documents, and orphans pruned",
	slip:  steps(putting("../other/db.yaml", fleetDB), putting("../other/paris.yaml", clusterDocuments("paris"))),
	only:  "command",
	again: again{args: []string{"-o", "dir=out", "other", "--prune-orphans"}},
	want:  exceeds,
}, {
	name:  "another folder of documents",
	slip:  steps(putting("../other/db.yaml", fleetDB), putting("../other/paris.yaml", clusterDocuments("paris"))),
	only:  "command",
	again: again{args: []string{"-o", "dir=out", "other"}},
	want:  exceeds,
}, {
	name: "one inventory on the command line", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "in/web.yaml", "in/db.yaml", "in/common.yaml", "in/paris.yaml"}},
	want:  exceeds,
}, {
	name: "stdin is empty", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "-"}},
	want:  outcome{refused: "FA009"},
}, {
	name: "stdin is empty, and orphans pruned", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "--prune-orphans", "-"}},
	want:  outcome{refused: "FA009"},
}, {
	name: "an override that disables, without a selector",
	slip: editing("web.yaml", "  config:\n", "  config:\n    overrides: [{disable: true}]\n"),
	want: outcome{refused: "FA"},
}, {
	name: "a selector that is null",
	slip: editing("web.yaml", "clusterSelector: {matchLabels: {stage: prod}}", "clusterSelector:"),
	want: exceeds,
}, {
	name: "another target namespace", slip: editing("web.yaml", "targetNamespace: web", "targetNamespace: site"),
	want: exceeds,
}, {
	name: "another namespace of the objects",
	slip: editing("db.yaml", "      path:", "      namespace: shop\n      path:"),
	want: exceeds,
}, {
	name: "another kind of workload", slip: putting("web.yaml", strings.ReplaceAll(fleetDB, "name: db", "name: web")),
	want: exceeds,
}, {
	name: "gone over to Argo CD", before: putting("web.yaml", applicationYAML),
	slip: editing("web.yaml", "kind: fluxcd", "kind: argocd"),
	want: exceeds,
}, {
	name:   "the inventory of a fleet with a Flux of its own emptied",
	before: editing("web.yaml", "spec:\n", "spec:\n  topology: Standalone\n"), slip: putting("fleet.yaml", ""),
	want: exceeds,
}, {
	name:  "one application chosen, and the inventory emptied",
	slip:  steps(putting("fleet.yaml", ""), putting("../run.yaml", renderConfig+"  applications: [apps/web]\n")),
	again: again{flags: []string{"--config", "run.yaml"}, config: renderConfig + "  applications: [apps/web]\n"},
	want:  exceeds,
}, {
	name: "the other application chosen", slip: putting("../run.yaml", renderConfig+"  applications: [apps/db]\n"),
	again: again{flags: []string{"--config", "run.yaml"}, config: renderConfig + "  applications: [apps/db]\n"},
	want:  outcome{},
}, {
	name: "the other application chosen, and orphans pruned",
	slip: putting("../run.yaml", renderConfig+"  applications: [apps/db]\n  pruneOrphans: true\n"),
	again: again{flags: []string{"--config", "run.yaml"}, config: renderConfig + "  applications: [apps/db]\n" +
		"  pruneOrphans: true\n"},
	want: outcome{},
}, {
	name: "another namespace given", before: withoutNamespaces, slip: nothing, again: again{
		firstFlags: []string{"--namespace", "apps"}, firstConfig: renderConfig + "  namespace: apps\n",
		flags: []string{"--namespace", "prod"}, config: renderConfig + "  namespace: prod\n"},
	want: outcome{refused: "FA403"},
}, {
	name: "another namespace given, and orphans pruned", before: withoutNamespaces, slip: nothing, again: again{
		firstFlags: []string{"--namespace", "apps"}, firstConfig: renderConfig + "  namespace: apps\n",
		flags: []string{"--namespace", "prod", "--prune-orphans"}, config: pruning + "  namespace: prod\n"},
	want: exceeds,
}, {
	name: "the options of another stage, and orphans pruned", before: withoutNamespaces, only: "command",
	slip:  putting("../prod.yaml", pruning+"  namespace: prod\n"),
	again: again{firstFlags: []string{"--namespace", "apps"}, flags: []string{"--config", "prod.yaml"}},
	want:  exceeds,
}, {
	name: "a selection of the package without the application", slip: removing("web.yaml"), only: "function",
	again: again{selected: true, config: pruning},
	want:  outcome{reported: "FA409"},
}, {
	name: "a selection of the package without the inventory", slip: removing("fleet.yaml"), only: "function",
	again: again{selected: true},
	want:  exceeds,
}, {
	name: "one document as functionConfig, and the inventory emptied", slip: putting("fleet.yaml", ""), only: "function",
	again: again{config: fleetWeb},
	want:  exceeds,
}, {
	name: "one of six clusters removed", slip: removing("paris.yaml"),
	want: outcome{gone: append([]string{"db/paris"}, releases("web", "paris")...)},
}, {
	name: "half of the clusters removed", slip: putting("fleet.yaml", clusterDocuments("berlin", "lima")),
	want: outcome{gone: append([]string{"db/oslo", "db/rome", "db/tokyo"}, releases("web", "oslo", "rome", "tokyo")...)},
}}
