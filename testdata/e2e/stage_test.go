package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"
)

// observed has a folder for each situation.
const observed = "../../render/status/testdata/observed"

// kinds are what kubectl is asked for.
const kinds = "helmreleases,kustomizations,gitrepositories,helmrepositories,helmcharts,ocirepositories"

// object is what the tests read of an object of Flux.
type object struct {
	Kind     string
	Metadata struct {
		Namespace, Name, UID, DeletionTimestamp, ResourceVersion string
		Generation                                               int64
		Annotations                                              map[string]string
	}
	Data   map[string]string // of a ConfigMap
	Spec   struct{ Suspend bool }
	Status struct {
		ObservedGeneration                          int64
		UpgradeFailures, Failures                   int
		Conditions                                  []condition
		History                                     []map[string]any
		LastAppliedRevision, LastHandledReconcileAt string
		Artifact                                    struct{ Revision string }
		Inventory                                   struct{ Entries []struct{ ID string } }
	}
}

type condition struct{ Type, Status, Reason, Message, LastTransitionTime string }

func (o object) resource() string { return strings.ToLower(o.Kind) }

func (o object) String() string { return o.resource() + "/" + o.Metadata.Name }

func (o object) condition(name string) condition {
	i := slices.IndexFunc(o.Status.Conditions, func(c condition) bool { return c.Type == name })
	if i < 0 {
		return condition{}
	}
	return o.Status.Conditions[i]
}

// is tells whether a term describes the object: "observed", or a condition as in "Ready=False" or
// "Ready=False/InstallFailed".
func (o object) is(term string) bool {
	if term == "observed" {
		return o.Status.ObservedGeneration == o.Metadata.Generation
	}
	name, want, _ := strings.Cut(term, "=")
	c := o.condition(name)
	return want == c.Status || want == c.Status+"/"+c.Reason
}

func parse(t *testing.T, text []byte) []object {
	t.Helper()
	var list struct{ Items []object }
	assert.NilError(t, yaml.Unmarshal(text, &list))
	return list.Items
}

// stage is where a situation is played.
type stage struct {
	*world
	t       *testing.T
	folder  string
	cluster *Cluster // that the documents are applied to
	text    []byte   // what kubectl printed last
}

// render returns the objects of a document of the situation.
func (s *stage) render(file string) []byte {
	s.t.Helper()
	return run(s.t, filepath.Join(s.programs, "fluxapp"), "render", filepath.Join(s.folder, file))
}

// run returns what a program prints.
func run(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	command := exec.Command(program, args...)
	var told bytes.Buffer
	command.Stderr = &told
	out, err := command.Output()
	assert.NilError(t, err, "%s", told.Bytes())
	return out
}

// apply renders a document and applies its objects.
func (s *stage) apply(file string) {
	s.t.Helper()
	kubectl(s.t, s.cluster, s.render(file), "apply", "--server-side", "--field-manager=fluxapp", "-f", "-")
}

// applyUnchecked does the same with an expression of CEL that the command refuses, and an importer of package render
// need not: another one is rendered in its place.
func (s *stage) applyUnchecked(file, expression string) {
	s.t.Helper()
	const valid = "dep.status.observedGeneration > 0"
	text, err := os.ReadFile(filepath.Join(s.folder, file))
	assert.NilError(s.t, err)
	checked := filepath.Join(s.t.TempDir(), file)
	assert.NilError(s.t, os.WriteFile(checked, bytes.ReplaceAll(text, []byte(expression), []byte(valid)), 0o600))
	objects := run(s.t, filepath.Join(s.programs, "fluxapp"), "render", checked)
	assert.Assert(s.t, bytes.Contains(objects, []byte(valid)))
	kubectl(s.t, s.cluster, bytes.ReplaceAll(objects, []byte(valid), []byte(expression)), "apply", "--server-side",
		"--field-manager=fluxapp", "-f", "-")
}

// patch is what a person does by hand.
func (s *stage) patch(resource, name, patch string) {
	s.t.Helper()
	kubectl(s.t, s.cluster, nil, "patch", resource, "-n", "apps", name, "--type=merge", "-p", patch)
}

// reconcile asks Flux to look at an object now.
func (s *stage) reconcile(resource string, names ...string) {
	s.t.Helper()
	for _, name := range names {
		kubectl(s.t, s.cluster, nil, "annotate", "--overwrite", resource, "-n", "apps", name,
			"reconcile.fluxcd.io/requestedAt="+time.Now().Format(time.RFC3339Nano))
	}
}

// patience is how long a test waits for what it wants to see. A run of CI has other work on the same cores.
const patience = 3 * time.Minute

// until waits until each line describes its object, for example "helmrelease/shop-berlin-shop Ready=True observed".
func (s *stage) until(lines ...string) {
	s.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(200 * time.Millisecond) {
		s.text = kubectl(s.t, s.cluster, nil, "get", kinds, "-A", "-o", "yaml")
		missed := misses(parse(s.t, s.text), lines)
		if len(missed) == 0 {
			return
		}
		if time.Now().After(end) {
			s.t.Fatalf("never seen: %q in\n%s", missed, s.text)
		}
	}
}

func misses(objects []object, lines []string) []string {
	var missed []string
	for _, line := range lines {
		terms := strings.Fields(line)
		i := slices.IndexFunc(objects, func(o object) bool { return o.String() == terms[0] })
		if i < 0 || slices.ContainsFunc(terms[1:], func(term string) bool { return !objects[i].is(term) }) {
			missed = append(missed, line)
		}
	}
	return missed
}

// settle waits until nothing has changed for some seconds: for situations in which Flux does nothing.
func (s *stage) settle() {
	s.t.Helper()
	versions := func() string {
		s.text = kubectl(s.t, s.cluster, nil, "get", kinds, "-A", "-o", "yaml")
		var all []string
		for _, o := range parse(s.t, s.text) {
			all = append(all, o.Metadata.UID+o.Metadata.ResourceVersion)
		}
		return strings.Join(all, " ")
	}
	for last := ""; ; {
		now := versions()
		if now == last {
			return
		}
		last = now
		time.Sleep(3 * time.Second)
	}
}

// outline is what must not change from run to run: of each object whether Flux has seen its spec, and what its
// conditions tell.
func outline(objects []object) string {
	var out strings.Builder
	for _, o := range objects {
		fmt.Fprintf(&out, "%s/%s observed=%t deleted=%t", o.Metadata.Namespace, o, o.is("observed"),
			o.Metadata.DeletionTimestamp != "")
		for _, name := range []string{"Ready", "Stalled"} {
			if c := o.condition(name); c.Type != "" {
				fmt.Fprintf(&out, " %s=%s/%s", name, c.Status, c.Reason)
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// record writes what kubectl printed last, or compares it with the recording. The hub has some seconds to get there:
// a line of a situation can be true a moment before all of it is.
func (s *stage) record(file string) {
	s.t.Helper()
	if golden.FlagUpdate() {
		s.write(file, s.text)
		return
	}
	want := s.recorded(file)
	for end := time.Now().Add(20 * time.Second); outline(parse(s.t, s.text)) != want &&
		time.Now().Before(end); time.Sleep(time.Second) {
		s.text = kubectl(s.t, s.cluster, nil, "get", kinds, "-A", "-o", "yaml")
	}
	assert.Equal(s.t, outline(parse(s.t, s.text)), want)
}

// recordJSON does the same with what kubectl prints as JSON.
func (s *stage) recordJSON(file string) {
	s.t.Helper()
	text := kubectl(s.t, s.cluster, nil, "get", kinds, "-A", "-o", "json")
	if golden.FlagUpdate() {
		s.write(file, text)
		return
	}
	assert.Equal(s.t, outline(parse(s.t, text)), s.recorded(file))
}

// write writes a recording, with the folder for temporary files that controllers have in their images.
func (s *stage) write(file string, text []byte) {
	s.t.Helper()
	text = bytes.ReplaceAll(text, []byte(s.cluster.tmp()), []byte("/tmp"))
	assert.NilError(s.t, os.WriteFile(filepath.Join(s.folder, file), text, 0o644))
}

func (s *stage) recorded(file string) string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.folder, file))
	assert.NilError(s.t, err)
	return outline(parse(s.t, text))
}
