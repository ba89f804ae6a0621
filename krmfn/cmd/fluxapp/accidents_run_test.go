package main

import (
	"os"
	"path"
	"strings"

	"gotest.tools/v3/assert"
)

const renderConfig = "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: run}\nspec:\n"

var everything = []string{"db/berlin", "db/lab", "db/tokyo", "web/berlin", "web/tokyo"}

func nothing(workspace) {}

// nameless removes the namespace of the documents.
func nameless(w workspace) {
	w.put("web.yaml", strings.Replace(webYAML, "  namespace: apps\n", "", 1))
	w.put("db.yaml", strings.Replace(dbYAML, "  namespace: apps\n", "", 1))
}

// runAccidents are mistakes in the command line or the functionConfig, and failures of the machine.
var runAccidents = []accident{{
	name: "the folder mistyped", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "inn"}},
	want:  outcome{refused: "there is no file, folder or command inn"},
}, {
	name: "one document instead of the folder", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "in/web.yaml"}},
	want:  outcome{refused: "FA221"},
}, {
	name: "the fleet forgotten", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "in/web.yaml", "in/db.yaml", "in/fleet.yaml"}},
	want:  outcome{gone: []string{"db/tokyo", "web/tokyo"}},
}, {
	name: "an application forgotten", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "in/web.yaml", "in/fleet.yaml", "in/tokyo.yaml"}},
	want:  outcome{reported: "apps/db"},
}, {
	name: "an application forgotten, and --prune-orphans", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out", "--prune-orphans", "in/web.yaml", "in/fleet.yaml", "in/tokyo.yaml"}},
	want:  exceeds,
}, {
	name: "the folder one step too deep", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=out/web", "in"}},
	want:  outcome{refused: "FA422"},
}, {
	name: "the folder one step too high", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=.", "in"}},
	want:  outcome{gone: everything},
}, {
	name: "the folder of the documents", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=in", "in"}},
	want:  outcome{},
}, {
	name: "another folder", slip: nothing, only: "command",
	again: again{args: []string{"-o", "dir=elsewhere", "in"}},
	want:  outcome{},
}, {
	name: "the namespace forgotten", before: nameless, slip: nothing,
	again: again{
		firstFlags: []string{"--namespace", "apps"}, firstConfig: renderConfig + "  namespace: apps\n"},
	want: outcome{refused: "FA403"},
}, {
	name: "another namespace given", before: nameless, slip: nothing,
	again: again{
		firstFlags: []string{"--namespace", "apps"}, firstConfig: renderConfig + "  namespace: apps\n",
		flags: []string{"--namespace", "prod"}, config: renderConfig + "  namespace: prod\n"},
	want: outcome{refused: "FA403"},
}, {
	name: "strict, with a warning", slip: steps(editing("web.yaml", "      interval: 10m\n", ""), removing("tokyo.yaml")),
	again: again{flags: []string{"--strict"}, config: renderConfig + "  strict: true\n"},
	want:  outcome{refused: "FA504"},
}, {
	name: "one application chosen", slip: putting("../run.yaml", renderConfig+"  applications: [apps/web]\n"),
	again: again{flags: []string{"--config", "run.yaml"}, config: renderConfig + "  applications: [apps/web]\n"},
	want:  outcome{},
}, {
	name:  "an application chosen that is not there",
	slip:  putting("../run.yaml", renderConfig+"  applications: [apps/wbe]\n"),
	again: again{flags: []string{"--config", "run.yaml"}, config: renderConfig + "  applications: [apps/wbe]\n"},
	want:  outcome{refused: "FA307"},
}, {
	name: "one document as functionConfig", slip: removing("db.yaml", "tokyo.yaml"), only: "function",
	again: again{config: webYAML},
	want:  outcome{gone: []string{"web/tokyo"}},
}, {
	name: "a functionConfig that nobody reads", slip: nothing, only: "function",
	again: again{config: "apiVersion: v1\nkind: Secret\nmetadata: {name: run}\n"},
	want:  outcome{refused: "FA401"},
}, {
	name: "a key of the functionConfig misspelt", slip: nothing, only: "function",
	again: again{config: renderConfig + "  pruneOrphan: true\n"},
	want:  outcome{refused: "FA101"},
}, {
	name: "orphans pruned, and a document forgotten", slip: removing("web.yaml"), only: "function",
	again: again{config: renderConfig + "  pruneOrphans: true\n"},
	want:  outcome{gone: webObjects},
}, {
	name: "a check", slip: removing("tokyo.yaml"), only: "function",
	again: again{config: renderConfig + "  check: true\n"},
	want:  outcome{refused: "FA405"},
}, {
	name: "another run is writing", slip: steps(removing("tokyo.yaml"), puttingObject(staging+"/old-0", "x")),
	only: "command",
	want: outcome{refused: staging},
}, {
	name: "a folder that cannot be written", only: "command",
	slip: steps(removing("tokyo.yaml"), editing("fleet.yaml", "name: lab", "name: laboratory"), func(w workspace) {
		readOnly(w.t, path.Join(w.objects, "web/tokyo")) // of which an object goes, behind one of db
	}),
	again: again{unwritable: true},
	want:  outcome{refused: "permission denied"},
}, {
	name: "a document that cannot be read", only: "command",
	slip: func(w workspace) {
		if os.Getuid() == 0 {
			w.t.Skip("root reads anything")
		}
		assert.NilError(w.t, os.Chmod(w.t.path(path.Join(w.documents, "tokyo.yaml")), 0))
	},
	want: outcome{refused: "permission denied"},
}, {
	name: "a document that is a link to nothing", only: "command",
	slip: steps(removing("tokyo.yaml"), func(w workspace) {
		assert.NilError(w.t, os.Symlink("../gone.yaml", w.t.path(path.Join(w.documents, "tokyo.yaml"))))
	}),
	want: outcome{gone: []string{"db/tokyo", "web/tokyo"}, reported: "in/tokyo.yaml: warning"},
}}
