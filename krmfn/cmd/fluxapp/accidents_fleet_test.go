package main

// fleetAccidents are mistakes in the documents of clusters.
var fleetAccidents = []accident{{
	name: "a label twice, of which one is right",
	slip: editing("tokyo.yaml", "    stage: prod\n", "    stage: prod\n    stage: test\n"),
	want: outcome{refused: "FA002"},
}, {
	name: "the name twice",
	slip: editing("tokyo.yaml", "  name: tokyo\n", "  name: tokyo\n  name: lab\n"),
	want: outcome{refused: "FA002"},
}, {
	name: "metadata in the wrong case",
	slip: editing("tokyo.yaml", "metadata:", "Metadata:"),
	want: outcome{refused: "FA101"},
}, {
	name: "metadata misspelt",
	slip: editing("tokyo.yaml", "metadata:", "metdata:"),
	want: outcome{refused: "FA101"},
}, {
	name: "labels in the wrong case",
	slip: editing("tokyo.yaml", "labels:", "Labels:"),
	want: outcome{refused: "FA101"},
}, {
	name: "labels misspelt",
	slip: editing("tokyo.yaml", "labels:", "lables:"),
	want: outcome{refused: "FA101"},
}, {
	name: "labels beside metadata",
	slip: editing("tokyo.yaml", "  labels:\n    stage: prod", "labels:\n  stage: prod"),
	want: outcome{refused: "FA102"},
}, {
	name: "no name",
	slip: editing("tokyo.yaml", "  name: tokyo\n", ""),
	want: outcome{refused: "FA107"},
}, {
	name: "a name that is null",
	slip: editing("tokyo.yaml", "  name: tokyo\n", "  name:\n"),
	want: outcome{refused: "FA107"},
}, {
	name:     "metadata that is a list",
	slip:     putting("tokyo.yaml", "apiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\nmetadata: [a]\n"),
	want:     outcome{refused: "FA103"},
	function: &outcome{refused: "wrong node kind"}, because: "the client reads no such document",
}, {
	name: "labels that are a list",
	slip: editing("tokyo.yaml", "    stage: prod\n", "    - stage: prod\n"),
	want: outcome{refused: "FA103"},
}, {
	name: "labels that are a text",
	slip: editing("tokyo.yaml", "\n    stage: prod\n", " stage=prod\n"),
	want: outcome{refused: "FA103"},
}, {
	name: "a nested label",
	slip: editing("tokyo.yaml", "stage: prod", "stage: {is: prod}"),
	want: outcome{refused: "FA103"},
}, {
	name: "a label that is a boolean",
	slip: editing("tokyo.yaml", "stage: prod", "stage: true"),
	want: outcome{refused: "FA104"},
}, {
	name: "a label that is no label",
	slip: editing("tokyo.yaml", "stage: prod", "stage: prod!"),
	want: outcome{refused: "FA212"},
}, {
	name: "a value of a label misspelt",
	slip: editing("tokyo.yaml", "stage: prod", "stage: prdo"),
	want: outcome{gone: []string{"web/tokyo"}},
}, {
	name: "the key of a label misspelt",
	slip: editing("tokyo.yaml", "stage: prod", "stgae: prod"),
	want: outcome{gone: []string{"web/tokyo"}},
}, {
	name: "a label commented out",
	slip: editing("tokyo.yaml", "    stage: prod", "    # stage: prod"),
	want: outcome{gone: []string{"web/tokyo"}},
}, {
	name: "a cluster renamed",
	slip: editing("tokyo.yaml", "name: tokyo", "name: tokio"),
	want: outcome{gone: []string{"db/tokyo", "web/tokyo"}, made: []string{"db/tokio", "web/tokio"}},
}, {
	name: "a cluster removed",
	slip: removing("tokyo.yaml"),
	want: outcome{gone: []string{"db/tokyo", "web/tokyo"}},
}, {
	name: "the file of a cluster emptied",
	slip: putting("tokyo.yaml", ""),
	want: outcome{gone: []string{"db/tokyo", "web/tokyo"}},
}, {
	name: "a file renamed to another extension",
	slip: moving("tokyo.yaml", "tokyo.txt"),
	want: outcome{gone: []string{"db/tokyo", "web/tokyo"}},
}, {
	name: "the whole fleet removed",
	slip: removing("tokyo.yaml", "fleet.yaml"),
	want: outcome{refused: "FA221"},
}, {
	name:     "a cluster behind a line that ends the documents",
	slip:     editing("fleet.yaml", "---\n", "...\n"),
	want:     outcome{refused: "FA001"},
	function: &outcome{gone: []string{"db/lab"}}, because: "the client drops what is behind that line",
}, {
	name: "the line between two clusters forgotten",
	slip: editing("fleet.yaml", "---\n", ""),
	want: outcome{refused: "FA002"},
}, {
	name:     "the line between two clusters mistyped",
	slip:     editing("fleet.yaml", "---\n", "--\n"),
	want:     outcome{refused: "FA001"},
	function: &outcome{refused: "yaml"}, because: "the client reads no such file",
}, {
	name: "a kind misspelt",
	slip: editing("tokyo.yaml", "kind: Cluster", "kind: Clutser"),
	want: outcome{refused: "FA007"},
}, {
	name: "a kind in lower case",
	slip: editing("tokyo.yaml", "kind: Cluster", "kind: cluster"),
	want: outcome{refused: "FA007"},
}, {
	name: "a kind in the plural",
	slip: editing("tokyo.yaml", "kind: Cluster", "kind: Clusters"),
	want: outcome{refused: "FA007"},
}, {
	name: "a group misspelt",
	slip: editing("tokyo.yaml", "cluster.kubesphere.io", "cluster.kubesfere.io"),
	want: outcome{refused: "FA007"},
}, {
	name: "a group with one letter less",
	slip: editing("tokyo.yaml", "cluster.kubesphere.io", "cluster.kubespher.io"),
	want: outcome{refused: "FA007"},
}, {
	name: "a group in upper case",
	slip: editing("tokyo.yaml", "cluster.kubesphere.io", "Cluster.KubeSphere.io"),
	want: outcome{refused: "FA007"},
}, {
	name: "a group of Cluster API misspelt",
	slip: editing("tokyo.yaml", "cluster.kubesphere.io", "cluster.x-k8.io"),
	want: outcome{refused: "FA007"},
}, {
	name: "no apiVersion",
	slip: editing("tokyo.yaml", "apiVersion: cluster.kubesphere.io/v1alpha1\n", ""),
	want: outcome{refused: "FA007"},
}, {
	name: "an apiVersion without a version",
	slip: editing("tokyo.yaml", "/v1alpha1", ""),
	want: outcome{refused: "FA007"},
}, {
	name: "the key kind misspelt",
	slip: editing("tokyo.yaml", "kind: Cluster", "knid: Cluster"),
	want: outcome{refused: "FA101"},
}, {
	name: "a namespace that leads out of the folder",
	slip: editing("tokyo.yaml", "  name: tokyo\n", "  name: tokyo\n  namespace: ../../../q\n"),
	want: outcome{refused: "FA211"},
}, {
	name: "a namespace with an underscore",
	slip: editing("tokyo.yaml", "  name: tokyo\n", "  name: tokyo\n  namespace: Prod_Ns\n"),
	want: outcome{refused: "FA211"},
}, {
	name: "a namespace that is a number",
	slip: editing("tokyo.yaml", "  name: tokyo\n", "  name: tokyo\n  namespace: 5\n"),
	want: outcome{refused: "FA104"},
}, {
	name: "a name that leads out of the folder",
	slip: editing("tokyo.yaml", "name: tokyo", "name: ../tokyo"),
	want: outcome{refused: "FA210"},
}, {
	name: "a namespace added to a cluster",
	slip: editing("tokyo.yaml", "  name: tokyo\n", "  name: tokyo\n  namespace: fleet\n"),
	want: outcome{
		gone: []string{"db/tokyo", "web/tokyo"},
		made: []string{"db/tokyo/kustomization-fleet_db-tokyo.yaml", "web/tokyo/kustomization-fleet_web-tokyo.yaml"},
	},
}, {
	name: "a cluster marked as the hub",
	slip: editing("tokyo.yaml", "    stage: prod\n", "    stage: prod\n    cluster-role.kubesphere.io/host: \"\"\n"),
	want: outcome{gone: []string{"db/tokyo", "web/tokyo"},
		made: []string{"db/hub/kustomization-db.yaml", "web/hub/kustomization-web.yaml"}},
}, {
	name: "a cluster copied, and the copy not renamed",
	slip: func(w workspace) { w.put("osaka.yaml", tokyoYAML) },
	want: outcome{refused: "FA308"},
}, {
	name: "an empty key of a kubeconfig",
	slip: editing("tokyo.yaml", "  labels:", "  annotations: {fluxapp.dev/kubeconfig-secret: tokyo/}\n  labels:"),
	want: outcome{refused: "FA210"},
}, {
	name: "the annotation of a kubeconfig misspelt",
	slip: editing("tokyo.yaml", "  labels:", "  annotations: {fluxapp.dev/kubeconfig-secert: other}\n  labels:"),
	want: outcome{refused: "FA101"},
}, {
	name: "the label of the hub misspelt",
	slip: editing("tokyo.yaml", "    stage: prod\n", "    stage: prod\n    cluster-role.kubesphere.io/hosts: \"\"\n"),
	want: outcome{refused: "FA101"},
}, {
	name: "rendered-from pasted on a cluster",
	slip: editing("tokyo.yaml", "  labels:", "  annotations: {fluxapp.dev/rendered-from: apps/web}\n  labels:"),
	want: outcome{},
}, {
	name:     "a syntax error",
	slip:     editing("tokyo.yaml", "  labels:", "  labels: {"),
	want:     outcome{refused: "FA001"},
	function: &outcome{refused: "yaml"}, because: "the client reads no such file",
}, {
	name:     "a syntax error beside braces of a template",
	slip:     editing("tokyo.yaml", "  labels:", "  annotations: {owner: {{ team }}\n  labels:"),
	want:     outcome{gone: []string{"db/tokyo", "web/tokyo"}, reported: "in/tokyo.yaml: warning: a template of Helm"},
	function: &outcome{refused: "yaml"}, because: "the client reads no such file",
}, {
	name: "a conflict of a merge left in",
	slip: editing("tokyo.yaml", "    stage: prod\n", "<<<<<<< HEAD\n    stage: prod\n=======\n    stage: test\n"+
		">>>>>>> other\n"),
	want:     outcome{refused: "FA001"},
	function: &outcome{refused: "yaml"}, because: "the client reads no such file",
}, {
	name: "the clusters as a list of their own kind, as the API gives it",
	slip: putting("tokyo.yaml", "apiVersion: cluster.kubesphere.io/v1alpha1\nkind: ClusterList\nmetadata: {name: x}\n"+
		"items:\n- metadata: {name: tokyo, labels: {stage: prod}}\n"),
	want: outcome{refused: "FA007"},
}, {
	name: "the kind of a list for one cluster",
	slip: editing("tokyo.yaml", "kind: Cluster", "kind: ClusterList"),
	want: outcome{refused: "FA007"},
}, {
	name: "the line between a cluster and a document of others forgotten",
	slip: func(w workspace) {
		w.put("tokyo.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"+tokyoYAML)
	},
	want: outcome{refused: "FA002"},
}, {
	name: "the clusters as a List",
	slip: putting("tokyo.yaml", "apiVersion: v1\nkind: List\nmetadata: {name: x}\nitems:\n"+
		"- apiVersion: cluster.kubesphere.io/v1alpha1\n"+
		"  kind: Cluster\n  metadata: {name: tokyo, labels: {stage: prod}}\n"),
	want: outcome{},
}, {
	name: "a slip in a List of clusters",
	slip: putting("tokyo.yaml", "apiVersion: v1\nkind: List\nmetadata: {name: x}\nitems:\n"+
		"- apiVersion: cluster.kubesphere.io/v1alpha1\n"+
		"  kind: Clustre\n  metadata: {name: tokyo, labels: {stage: prod}}\n"),
	want: outcome{refused: "FA007"},
}, {
	name:     "saved as UTF-16",
	slip:     putting("tokyo.yaml", utf16(tokyoYAML)),
	want:     outcome{refused: "FA001"},
	function: &outcome{}, because: "the client reads it as the author wrote it",
}, {
	name: "saved with a byte order mark",
	slip: putting("tokyo.yaml", "\ufeff"+tokyoYAML),
	want: outcome{},
}, {
	name: "saved with the line ends of Windows",
	slip: putting("tokyo.yaml", crlf(tokyoYAML)),
	want: outcome{},
}, {
	name:     "tabs for spaces",
	slip:     editing("tokyo.yaml", "    stage: prod", "\tstage: prod"),
	want:     outcome{refused: "FA001"},
	function: &outcome{refused: "yaml"}, because: "the client reads no such file",
}, {
	name: "an anchor redefined",
	before: putting("tokyo.yaml", "apiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\n"+
		"metadata: {name: &n tokyo, annotations: {x: &s prod, for: *n}, labels: {stage: *s}}\n"),
	slip: editing("tokyo.yaml", "for: *n", "for: &s test"),
	want: outcome{gone: []string{"web/tokyo"}},
}}
