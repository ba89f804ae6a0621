package main

import "strings"

// applicationYAML is web in the form of KubeSphere.
const applicationYAML = `apiVersion: gitops.kubesphere.io/v1alpha1
kind: Application
metadata:
  name: web
  namespace: apps
spec:
  kind: fluxcd
  fluxApp:
    spec:
      source: {sourceRef: {kind: GitRepository, name: web}}
      config:
        kustomization:
        - destination:
            clusterSelector: {matchLabels: {stage: prod}}
          path: ./deploy
          prune: true
          interval: 10m
`

// webObjects are the objects of web.
var webObjects = []string{"web/berlin", "web/tokyo"}

// documentAccidents are mistakes in the documents of applications.
var documentAccidents = []accident{{
	name: "a kind misspelt",
	slip: editing("web.yaml", "kind: FluxApplication", "kind: FluxAplication"),
	want: outcome{refused: "FA007"},
}, {
	name: "a group misspelt",
	slip: editing("web.yaml", "fluxapp.dev", "fluxap.dev"),
	want: outcome{refused: "FA007"},
}, {
	name: "an unknown version",
	slip: editing("web.yaml", "v1alpha1", "v1alpha2"),
	want: outcome{refused: "FA007"},
}, {
	name: "no apiVersion",
	slip: editing("web.yaml", "apiVersion: fluxapp.dev/v1alpha1\n", ""),
	want: outcome{refused: "FA007"},
}, {
	name: "no kind",
	slip: editing("web.yaml", "kind: FluxApplication\n", ""),
	want: outcome{refused: "FA007"},
}, {
	name: "the key apiVersion misspelt",
	slip: editing("web.yaml", "apiVersion:", "apiversion:"),
	want: outcome{refused: "FA101"},
}, {
	name: "emptied",
	slip: putting("web.yaml", ""),
	want: outcome{reported: "apps/web"},
}, {
	name: "nothing but comments left",
	slip: putting("web.yaml", "# kind: FluxApplication of fluxapp.dev\n"),
	want: outcome{reported: "apps/web"},
}, {
	name: "nothing but separators left",
	slip: putting("web.yaml", "---\n---\n"),
	want: outcome{reported: "apps/web"},
}, {
	name: "removed",
	slip: removing("web.yaml"),
	want: outcome{reported: "apps/web"},
}, {
	name: "renamed to another extension",
	slip: moving("web.yaml", "web.yaml.bak"),
	want: outcome{reported: "apps/web"},
}, {
	name:     "hidden",
	slip:     moving("web.yaml", ".web.yaml"),
	want:     outcome{reported: "apps/web"},
	function: &outcome{}, because: "the client hides nothing",
}, {
	name: "a syntax error in one of three files",
	slip: editing("web.yaml", "prune: true", "prune: true: false"),
	want: outcome{refused: "FA001"}, function: &outcome{refused: "yaml"}, because: "the client reads no such file",
}, {
	name: "moved to another folder",
	slip: moving("web.yaml", "teams/web.yaml"),
	want: outcome{gone: webObjects, made: []string{"teams/web/berlin", "teams/web/tokyo"}},
}, {
	name: "another name",
	slip: editing("web.yaml", "name: web\n", "name: site\n"),
	want: outcome{refused: "FA420"},
}, {
	name: "another namespace",
	slip: editing("web.yaml", "namespace: apps", "namespace: prod"),
	want: outcome{refused: "FA403"},
}, {
	name: "no namespace any more",
	slip: editing("web.yaml", "  namespace: apps\n", ""),
	want: outcome{refused: "FA403"},
}, {
	name: "gone over to Argo CD", before: putting("web.yaml", applicationYAML),
	slip: editing("web.yaml", "kind: fluxcd", "kind: argocd"),
	want: outcome{gone: webObjects},
}, {
	name: "KubeSphere's kind for ours",
	slip: putting("web.yaml", applicationYAML),
	want: outcome{},
}, {
	name: "rendered-from pasted",
	slip: editing("web.yaml", "  namespace: apps\n",
		"  namespace: apps\n  annotations: {fluxapp.dev/rendered-from: apps/web}\n"),
	want: outcome{refused: "FA213"},
}, {
	name: "rendered-from of another application pasted",
	slip: editing("web.yaml", "  namespace: apps\n",
		"  namespace: apps\n  annotations: {fluxapp.dev/rendered-from: apps/db}\n"),
	want: outcome{refused: "FA213"},
}, {
	name: "disabled everywhere",
	slip: editing("web.yaml", "  config:\n", "  config:\n    overrides: [{clusterSelector: {}, disable: true}]\n"),
	want: outcome{gone: webObjects},
}, {
	name: "a cluster disabled",
	slip: editing("web.yaml", "  config:\n", "  config:\n    overrides: [{cluster: tokyo, disable: true}]\n"),
	want: outcome{gone: []string{"web/tokyo"}},
}, {
	name: "an unknown cluster disabled",
	slip: editing("web.yaml", "  config:\n", "  config:\n    overrides: [{cluster: tokio, disable: true}]\n"),
	want: outcome{refused: "FA220", reported: "tokyo"},
}, {
	name: "an override of an unknown cluster",
	slip: editing("web.yaml", "  config:\n", "  config:\n    overrides: [{cluster: berln, suspend: true}]\n"),
	want: outcome{refused: "FA220", reported: "berlin"},
}, {
	name: "a selector emptied",
	slip: editing("web.yaml", "{matchLabels: {stage: prod}}", "{}"),
	want: outcome{made: []string{"web/lab"}},
}, {
	name:     "the labels of a selector emptied",
	slip:     editing("web.yaml", "{matchLabels: {stage: prod}}", "{matchLabels: }"),
	want:     outcome{made: []string{"web/lab"}},
	function: &outcome{refused: "FA103"}, because: "the client prints an empty value in braces as an empty text",
}, {
	name: "a selector that is null",
	slip: editing("web.yaml", "clusterSelector: {matchLabels: {stage: prod}}", "clusterSelector:"),
	want: outcome{gone: webObjects, made: []string{"web/hub/kustomization-web.yaml"}, reported: "FA221"},
}, {
	name: "a selector that is misspelt",
	slip: editing("web.yaml", "clusterSelector:", "clusterSelectors:"),
	want: outcome{refused: "FA101"},
}, {
	name: "a selector that matches nothing",
	slip: editing("web.yaml", "stage: prod", "stage: prdo"),
	want: outcome{refused: "FA221"},
}, {
	name: "a selector that may match nothing",
	slip: editing("web.yaml", "clusterSelector: {matchLabels: {stage: prod}}",
		"allowEmpty: true\n        clusterSelector: {matchLabels: {stage: prdo}}"),
	want: outcome{gone: webObjects},
}, {
	name: "an expression instead of a label",
	slip: editing("web.yaml", "{matchLabels: {stage: prod}}",
		"{matchExpressions: [{key: stage, operator: NotIn, values: [prod]}]}"),
	want: outcome{gone: webObjects, made: []string{"web/lab"}},
}, {
	name: "a cluster instead of a selector",
	slip: editing("web.yaml", "clusterSelector: {matchLabels: {stage: prod}}", "cluster: berlin"),
	want: outcome{gone: []string{"web/tokyo"}},
}, {
	name: "a selector removed, and its entry left",
	slip: editing("web.yaml", "        clusterSelector: {matchLabels: {stage: prod}}\n", ""),
	want: outcome{refused: "FA107"},
}, {
	name: "no entries",
	slip: func(w workspace) { w.put("web.yaml", webYAML[:strings.Index(webYAML, "    - ")]) },
	want: outcome{refused: "FA201"},
}, {
	name: "an empty list of entries",
	slip: func(w workspace) { w.put("web.yaml", strings.Split(webYAML, "\n    - ")[0]+" []\n") },
	want: outcome{refused: "FA202"},
}, {
	name: "no spec",
	slip: func(w workspace) { w.put("web.yaml", webYAML[:strings.Index(webYAML, "spec:")]) },
	want: outcome{refused: "FA107"},
}, {
	name: "spec twice",
	slip: func(w workspace) { w.put("web.yaml", webYAML+"spec: {}\n") },
	want: outcome{refused: "FA002"},
}, {
	name: "an entry twice",
	slip: func(w workspace) { w.put("web.yaml", webYAML+webYAML[strings.Index(webYAML, "    - "):]) },
	want: outcome{refused: "FA302"},
}, {
	name: "a target namespace added",
	slip: editing("web.yaml", "      path:", "        targetNamespace: shop\n      path:"),
	want: outcome{gone: webObjects,
		made: []string{"web/berlin/kustomization-web-berlin-shop.yaml", "web/tokyo/kustomization-web-tokyo-shop.yaml"}},
}, {
	name: "a namespace of objects added",
	slip: editing("web.yaml", "      path:", "      namespace: shop\n      path:"),
	want: outcome{gone: webObjects,
		made: []string{"web/berlin/kustomization-shop_web-berlin.yaml", "web/tokyo/kustomization-shop_web-tokyo.yaml"}},
}, {
	name: "one name for all clusters",
	slip: editing("web.yaml", "      path:", "      name: web\n      path:"),
	want: outcome{refused: "FA302"},
}, {
	name: "copied, and the copy not renamed",
	slip: putting("copy.yaml", webYAML),
	want: outcome{refused: "FA301"},
}, {
	name: "copied into another folder, and the copy not renamed",
	slip: putting("copies/web.yaml", webYAML),
	want: outcome{refused: "FA301"},
}, {
	name: "an Application beside a FluxApplication of one name",
	slip: putting("kubesphere.yaml", applicationYAML),
	want: outcome{refused: "FA301"},
}, {
	name: "the topology changed",
	slip: editing("web.yaml", "spec:\n", "spec:\n  topology: Standalone\n"),
	want: outcome{gone: webObjects,
		made: []string{"berlin/web/kustomization-web-berlin.yaml", "tokyo/web/kustomization-web-tokyo.yaml"}},
}, {
	name: "the topology misspelt",
	slip: editing("web.yaml", "spec:\n", "spec:\n  topology: StandAlone\n"),
	want: outcome{refused: "FA110"},
}, {
	name:   "the topology changed back",
	before: putting("web.yaml", strings.Replace(webYAML, "spec:\n", "spec:\n  topology: Standalone\n", 1)),
	slip:   putting("web.yaml", webYAML),
	want: outcome{made: webObjects,
		gone: []string{"berlin/web/kustomization-web-berlin.yaml", "tokyo/web/kustomization-web-tokyo.yaml"}},
}, {
	name: "a fleet of its own over that of the documents",
	slip: editing("web.yaml", "spec:\n", "spec:\n  clusters: [{name: tokyo, kubeConfig: {secretRef: {name: x}}}]\n"),
	want: outcome{refused: "FA308"},
}, {
	name: "saved with the line ends of Windows",
	slip: putting("web.yaml", crlf(webYAML)),
	want: outcome{},
}, {
	name: "saved with a byte order mark",
	slip: putting("web.yaml", "\ufeff"+webYAML),
	want: outcome{},
}, {
	name:     "saved as UTF-16",
	slip:     putting("web.yaml", utf16(webYAML)),
	want:     outcome{refused: "FA001"},
	function: &outcome{}, because: "the client reads it as the author wrote it",
}, {
	name: "a placeholder of Helm left in",
	slip: editing("web.yaml", "path: ./deploy", "path: {{ .path }}"),
	want: outcome{refused: "FA003"},
}, {
	name: "wrapped into a List",
	slip: func(w workspace) {
		w.put("web.yaml", "apiVersion: v1\nkind: List\nmetadata: {name: all}\nitems:\n- "+
			strings.TrimSpace(strings.ReplaceAll(webYAML, "\n", "\n  "))+"\n")
	},
	want: outcome{},
}, {
	name:     "all removed",
	slip:     removing("web.yaml", "db.yaml"),
	want:     outcome{refused: "FA009"},
	function: &outcome{reported: "FA009"}, because: "a package may have no application",
}}
