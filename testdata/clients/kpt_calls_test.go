package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// recorder is a function that changes nothing: it keeps what kpt hands over.
const recorder = "#!/bin/sh\nn=$(ls \"$RECORDED\" | wc -l)\ntee \"$RECORDED/$n\"\n"

const groupsOfCalls = "{sourceRef: {kind: GitRepository, name: fleet}, namespace: flux-system, groups: 2}"

// callOptions are the ways in which a Kptfile gives the options of a run. Each has the folder of delivery, and CHECK.
var callOptions = map[string]struct{ step, file string }{
	"config-path": {"    configPath: fleet.yaml\n", "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata:\n" +
		"  name: fleet\n  namespace: flux-system\n  annotations:\n    config.kubernetes.io/local-config: \"true\"\n" +
		"spec:\n  check: CHECK\n  delivery: " + groupsOfCalls + "\n"},
	"config-map": {"    configMap:\n      check: \"CHECK\"\n      delivery: \"" + groupsOfCalls + "\"\n", ""},
}

// TestKptCalls records what kpt hands to a mutator, to a validator and to a function of fn eval, and compares it with
// files, so that what the function knows of kpt stays true. For each, what the mutator has rendered is right:
// a run changes nothing, and a check finds nothing. A package above another one has delivery too.
func TestKptCalls(t *testing.T) {
	need(t, "kpt")
	stub := t.TempDir()
	put(t, stub, "record", recorder)
	assert.NilError(t, os.Chmod(filepath.Join(stub, "record"), 0o755))
	t.Setenv("PATH", stub+string(os.PathListSeparator)+os.Getenv("PATH"))
	for name, options := range callOptions {
		for _, below := range []string{"", "-below"} {
			t.Run(name+below, func(t *testing.T) {
				dir := pack(t, map[string]string{"app.yaml": fleet("shop", 1, 2)})
				if below != "" {
					put(t, dir, "below/Kptfile", strings.Replace(kptfile(""), "name: package", "name: below", 1))
					put(t, dir, "below/note.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: note\n  annotations:\n"+
						"    config.kubernetes.io/local-config: \"true\"\n")
				}
				if options.file != "" {
					put(t, dir, "fleet.yaml", strings.Replace(options.file, "CHECK", "false", 1))
					put(t, dir, "check.yaml", strings.Replace(options.file, "CHECK", "true", 1))
				}
				mutate := strings.Replace(options.step, "CHECK", "false", 1)
				check := strings.NewReplacer("CHECK", "true", "fleet.yaml", "check.yaml").Replace(options.step)
				pipeline := "  mutators:\n  - exec: fluxapp\n" + mutate + "  validators:\n  - exec: fluxapp\n" + check
				put(t, dir, "Kptfile", kptfile(pipeline))
				_, first := render(t, dir)
				assert.Assert(t, first["delivery/kustomization-fleet-hub.yaml"]+
					first["delivery/kustomization-function-input-hub.yaml"] != "", "%v", first)
				_, again := render(t, dir)
				assert.DeepEqual(t, changed(first, again), []string(nil))

				recorded := t.TempDir()
				t.Setenv("RECORDED", recorded)
				put(t, dir, "Kptfile", kptfile(strings.ReplaceAll(pipeline, "exec: fluxapp", "exec: record")))
				render(t, dir)
				put(t, dir, "Kptfile", kptfile(pipeline))
				eval := []string{"fn", "eval", ".", "--exec", filepath.Join(stub, "record"), "--fn-config", "check.yaml"}
				if options.file == "" {
					eval = append(eval[:5], "--", "check=true", "delivery="+groupsOfCalls)
				}
				mustRun(t, dir, "kpt", eval...)
				for i, call := range []string{"mutator", "validator", "eval"} {
					text := readIfThere(t, filepath.Join(recorded, fmt.Sprint(i)))
					put(t, recorded, "call", text)
					out, errs, err := run(t, recorded, "sh", "-c", "fluxapp < call")
					assert.NilError(t, err, "%s: %s", call, out+errs)
					assert.Assert(t, !strings.Contains(out, "\nresults:"), "%s: %s", call, out)
					assert.DeepEqual(t, linesOf(out), linesOf(text))
					text = randomOrder.ReplaceAllString(strings.ReplaceAll(text, dir, "/package"), "data: {$2, $1}")
					golden.Assert(t, text, "kpt/"+name+below+"-"+call+".yaml")
				}
			})
		}
	}
}

// randomOrder is a configMap as kpt prints it about every second time.
var randomOrder = regexp.MustCompile(`data: \{(delivery: '.*'), (check: "\w+")\}`)

// linesOf returns the lines of a list, sorted, without the annotations that kpt adds anew.
func linesOf(list string) []string {
	again := regexp.MustCompile(`^ +(config\.k8s\.io/|config\.kubernetes\.io/(index|path)|\S*/annotations-migration)`)
	return slices.DeleteFunc(slices.Sorted(strings.SplitSeq(strings.TrimSpace(list), "\n")), again.MatchString)
}
