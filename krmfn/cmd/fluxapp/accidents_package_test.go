package main

import (
	"os"
	"path"

	"gotest.tools/v3/assert"
)

const kptfile = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: team}\n"

// packageAccidents are mistakes with packages of kpt, and with the kustomization.yaml of a cluster.
var packageAccidents = []accident{{
	name: "a document moved into a subpackage", only: "function",
	slip: steps(putting("team/Kptfile", kptfile), moving("web.yaml", "team/web.yaml")),
	want: outcome{gone: webObjects, made: []string{"team/web/berlin", "team/web/tokyo"}},
}, {
	name: "a document and its objects moved into a subpackage", only: "function",
	slip: steps(putting("team/Kptfile", kptfile), moving("web.yaml", "team/web.yaml"), func(w workspace) {
		assert.NilError(w.t, os.Rename(w.t.path("pkg/web"), w.t.path("pkg/team/web")))
	}),
	want: outcome{},
}, {
	name: "an object moved into a subpackage", only: "function",
	slip: steps(putting("team/Kptfile", kptfile), movingObject(webBerlin, "team/kustomization-web-berlin.yaml")),
	want: outcome{},
}, {
	name: "a document copied into a subpackage", only: "function",
	slip: steps(putting("team/Kptfile", kptfile), putting("team/web.yaml", webYAML)),
	want: outcome{refused: "FA301"},
}, {
	name: "a selection of the package", only: "function",
	slip:  removing("web.yaml"),
	again: again{selected: true},
	want:  outcome{reported: "FA409"},
}, {
	name: "a selection that leaves the fleet out in part", only: "function",
	slip:  removing("tokyo.yaml"),
	again: again{selected: true},
	want:  outcome{gone: []string{"db/tokyo", "web/tokyo"}},
}, {
	name: "a kustomization.yaml with a patch of the user's",
	before: steps(removing("db.yaml"),
		func(w workspace) { w.edit("web.yaml", "spec:\n", "spec:\n  topology: Standalone\n") }),
	slip: steps(func(w workspace) {
		file := path.Join(w.objects, "tokyo/kustomization.yaml")
		put(w.t, file, read(w.t, file)+"patches:\n- path: mine.yaml\n")
	}, removing("tokyo.yaml")),
	want: outcome{gone: []string{"tokyo/web/kustomization-web-tokyo.yaml"}},
}}
