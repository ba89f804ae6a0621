package main

import (
	"os"
	"path"
	"strings"

	"gotest.tools/v3/assert"
)

const (
	webBerlin = "web/berlin/kustomization-web-berlin.yaml"
	webTokyo  = "web/tokyo/kustomization-web-tokyo.yaml"
	pasted    = "metadata: {name: mine, annotations: {fluxapp.dev/rendered-from: apps/web}}\n"
)

// objectAccidents are mistakes with rendered files, or with files beside them.
var objectAccidents = []accident{{
	name: "edited by hand",
	slip: editingObject(webBerlin, "interval: 10m", "interval: 99m"),
	want: outcome{},
}, {
	name: "removed by hand",
	slip: func(w workspace) { assert.NilError(w.t, os.Remove(w.t.path(path.Join(w.objects, webBerlin)))) },
	want: outcome{made: []string{"web/berlin"}},
}, {
	name:     "emptied",
	slip:     puttingObject(webBerlin, ""),
	want:     outcome{refused: "FA403"},
	function: &outcome{made: []string{"web/berlin"}}, because: "the client reads no empty file",
}, {
	name: "a conflict of a merge left in",
	slip: editingObject(webBerlin, "  interval: 10m\n", "<<<<<<< HEAD\n  interval: 10m\n=======\n  interval: 20m\n"+
		">>>>>>> other\n"),
	want:     outcome{refused: "FA418"},
	function: &outcome{refused: "yaml"}, because: "the client reads no such file",
}, {
	name:     "renamed",
	slip:     movingObject(webBerlin, "web/berlin/mine.yaml"),
	want:     outcome{refused: "FA422", reported: webBerlin},
	function: &outcome{}, because: "an object stays in a file that its user has named",
}, {
	name: "moved to the folder of another cluster",
	slip: movingObject(webBerlin, "web/tokyo/kustomization-web-berlin.yaml"),
	want: outcome{gone: []string{"web/tokyo/kustomization-web-berlin.yaml"}, made: []string{"web/berlin"}},
}, {
	name: "emptied, and its cluster goes",
	slip: steps(removing("tokyo.yaml"), puttingObject(webTokyo, "")),
	want: outcome{gone: []string{"db/tokyo"}},
}, {
	name: "a conflict of a merge left in, and its cluster goes",
	slip: steps(removing("tokyo.yaml"), editingObject(webTokyo, "  interval: 10m\n", "<<<<<<< HEAD\n  interval: 10m\n"+
		"=======\n  interval: 20m\n>>>>>>> other\n")),
	want:     outcome{refused: "FA418"},
	function: &outcome{refused: "yaml"}, because: "the client reads no such file",
}, {
	name: "no text any more, and its cluster goes", only: "command",
	slip: steps(removing("tokyo.yaml"), puttingObject(webTokyo, "\x00\x01\xff")),
	want: outcome{gone: []string{"db/tokyo"}},
}, {
	name: "cut off in its name, and its cluster goes", only: "command",
	slip: steps(removing("tokyo.yaml"), editingObject(webTokyo, "name: web-tokyo", "name: web-")),
	want: outcome{refused: "FA422"},
}, {
	name: "cut off before its name, and its cluster goes", only: "command",
	slip: func(w workspace) {
		removing("tokyo.yaml")(w)
		start, _, _ := strings.Cut(read(w.t, path.Join(w.objects, webTokyo)), "  annotations:")
		puttingObject(webTokyo, start)(w)
	},
	want: outcome{gone: []string{"db/tokyo"}},
}, {
	name: "a kustomization of the user's beside objects", only: "command",
	slip: puttingObject("web/berlin/kustomization-mine.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\n"+
		"kind: Kustomization\nresources: []\n"),
	want: outcome{},
}, {
	name: "replaced by the pointer of Git LFS, and its cluster goes", only: "command",
	slip: steps(removing("tokyo.yaml"), puttingObject(webTokyo, "version https://git-lfs.github.com/spec/v1\n")),
	want: outcome{gone: []string{"db/tokyo"}},
}, {
	name: "written twice, and its cluster goes", only: "command",
	slip: func(w workspace) {
		removing("tokyo.yaml")(w)
		text := read(w.t, path.Join(w.objects, webTokyo))
		puttingObject(webTokyo, text+"---\n"+text)(w)
	},
	want: outcome{gone: []string{"db/tokyo", "web/tokyo"}},
}, {
	name: "a template of Helm, and an empty file in another folder", only: "command",
	slip: steps(puttingObject("chart/templates/helmrelease-x.yaml", "{{ if x }}\na: b\n{{ end }}\n"),
		puttingObject("other/folder/namespace-x.yaml", "")),
	want: outcome{},
}, {
	name: "copied",
	slip: func(w workspace) {
		puttingObject("web/berlin/copy.yaml", read(w.t, path.Join(w.objects, webBerlin)))(w)
	},
	want: outcome{refused: "FA422", reported: "web/berlin/copy.yaml: holds"},
}, {
	name: "two objects in one file",
	slip: func(w workspace) {
		puttingObject("web/berlin/both.yaml", read(w.t, path.Join(w.objects, webBerlin))+"---\n"+
			read(w.t, path.Join(w.objects, webTokyo)))(w)
	},
	want: outcome{refused: "FA422"},
}, {
	name: "the annotation removed",
	slip: editingObject(webBerlin, "    fluxapp.dev/rendered-from: apps/web\n", ""),
	want: outcome{refused: "FA40"},
}, {
	name: "the annotation changed to another document",
	slip: editingObject(webBerlin, "rendered-from: apps/web", "rendered-from: apps/gone"),
	want: outcome{reported: "apps/web takes over 1 object of apps/gone"},
}, {
	name: "the kind changed by hand",
	slip: editingObject(webBerlin, "kind: Kustomization", "kind: Kustomisation"),
	want: outcome{refused: "FA40"},
}, {
	name: "a ConfigMap with the annotation",
	slip: puttingObject("web/mine.yaml", "apiVersion: v1\nkind: ConfigMap\n"+pasted),
	want: outcome{},
}, {
	name: "a Deployment with the annotation",
	slip: puttingObject("mine.yaml", "apiVersion: apps/v1\nkind: Deployment\n"+pasted),
	want: outcome{},
}, {
	name: "a HelmRelease of the user's with the annotation of a known document",
	slip: puttingObject("mine.yaml", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n"+pasted),
	want: outcome{refused: "FA422", reported: "which writes nothing to this file"},
}, {
	name:     "a document with the annotation among the objects",
	slip:     puttingObject("mine.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+pasted),
	want:     outcome{},
	function: &outcome{refused: "FA213"}, because: "in a package it is a document",
}, {
	name: "a file of the user's at the path of a new object",
	slip: steps(editing("web.yaml", "{matchLabels: {stage: prod}}", "{}"),
		puttingObject("web/lab/kustomization-web-lab.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n")),
	want: outcome{refused: "FA403"},
}, {
	name: "a link for the folder of a cluster", only: "command",
	slip: func(w workspace) {
		assert.NilError(w.t, os.Rename(w.t.path("out/web/berlin"), w.t.path("elsewhere")))
		assert.NilError(w.t, os.Symlink("../../elsewhere", w.t.path("out/web/berlin")))
	},
	want: outcome{refused: "FA403"},
}, {
	name: "a file of the user's beside the objects of a cluster that goes",
	slip: steps(removing("tokyo.yaml"),
		puttingObject("web/tokyo/mine.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n")),
	want: outcome{gone: []string{"db/tokyo", "web/tokyo"}},
}}
