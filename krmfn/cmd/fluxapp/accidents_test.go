package main

import (
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The documents that are rendered before each accident. The application web goes to berlin and tokyo, db to lab too.
const (
	webYAML = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: web
  namespace: apps
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
	fleetYAML = `apiVersion: cluster.kubesphere.io/v1alpha1
kind: Cluster
metadata:
  name: berlin
  labels: {stage: prod}
---
apiVersion: cluster.kubesphere.io/v1alpha1
kind: Cluster
metadata:
  name: lab
  labels: {stage: test}
`
	tokyoYAML = `apiVersion: cluster.kubesphere.io/v1alpha1
kind: Cluster
metadata:
  name: tokyo
  labels:
    stage: prod
`
)

var dbYAML = strings.NewReplacer("name: web", "name: db", "matchLabels: {stage: prod}", "").Replace(webYAML)

// outcome is what a run does.
type outcome struct {
	// refused is a part of the error, mostly its code. The run has changed nothing then.
	refused string
	// gone and made are the files of objects that the run deletes and adds, or the folders of these files.
	gone, made []string
	// reported is a part of what the run prints, besides the names of deleted files.
	reported string
}

// accident is a mistake of a user, a tool or a pipeline after a folder was rendered, and the outcome of the next run.
type accident struct {
	name   string
	fleet  bool              // of the large fleet
	before func(w workspace) // changes the documents before the first run
	slip   func(w workspace) // the mistake
	again  again
	want   outcome
	// function is the outcome of the function where it differs from the command, and because is the reason.
	function *outcome
	because  string
	// only is the one door that the mistake can be made with; empty for both.
	only string
}

// workspace is the folder of a test, and the door that it uses.
type workspace struct {
	t testFolder
	door
}

func (w workspace) put(name, content string) { put(w.t, path.Join(w.documents, name), content) }

func (w workspace) edit(name, old, new string) { w.editFile(path.Join(w.documents, name), old, new) }

func (w workspace) editFile(file, old, new string) {
	w.t.Helper()
	text := read(w.t, file)
	assert.Equal(w.t, strings.Count(text, old), 1, "%q in %s", old, text)
	put(w.t, file, strings.Replace(text, old, new, 1))
}

// editing replaces a text of a document.
func editing(name, old, new string) func(workspace) {
	return func(w workspace) { w.edit(name, old, new) }
}

func putting(name, content string) func(workspace) {
	return func(w workspace) { w.put(name, content) }
}

func removing(names ...string) func(workspace) {
	return func(w workspace) {
		for _, name := range names {
			assert.NilError(w.t, os.RemoveAll(w.t.path(path.Join(w.documents, name))))
		}
	}
}

func moving(from, to string) func(workspace) {
	return func(w workspace) {
		w.put(to, read(w.t, path.Join(w.documents, from)))
		removing(from)(w)
	}
}

func steps(all ...func(workspace)) func(workspace) {
	return func(w workspace) {
		for _, step := range all {
			step(w)
		}
	}
}

// editingObject replaces a text in the file of an object.
func editingObject(name, old, new string) func(workspace) {
	return func(w workspace) { w.editFile(path.Join(w.objects, name), old, new) }
}

func puttingObject(name, content string) func(workspace) {
	return func(w workspace) { put(w.t, path.Join(w.objects, name), content) }
}

func movingObject(from, to string) func(workspace) {
	return func(w workspace) {
		puttingObject(to, read(w.t, path.Join(w.objects, from)))(w)
		assert.NilError(w.t, os.Remove(w.t.path(path.Join(w.objects, from))))
	}
}

// TestAccidents makes each mistake of the table through the command and through the function. A run either refuses
// and changes nothing, or names the file of each object that it deletes. With -short each is made through one of them.
func TestAccidents(t *testing.T) {
	t.Parallel()
	for group, accidents := range map[string][]accident{
		"fleet": fleetAccidents, "document": documentAccidents, "run": runAccidents, "object": objectAccidents,
		"package": packageAccidents, "vanish": vanishAccidents,
	} {
		for i, a := range accidents {
			a.fleet = group == "vanish"
			for at, d := range doors {
				isLeftOut := testing.Short() && at != i%len(doors)
				if a.only == d.name || a.only == "" && !isLeftOut {
					t.Run(group+"/"+a.name+"/"+d.name, func(test *testing.T) {
						test.Parallel()
						a.happens(inFolder(test), d)
					})
				}
			}
		}
	}
}

func (a accident) happens(t testFolder, d door) {
	assert.Equal(t, a.function != nil, a.because != "", "doors that differ need a reason")
	w := workspace{t, d}
	if a.fleet {
		largeFleetIn(w)
	} else {
		smallFleetIn(w)
	}
	if a.before != nil {
		a.before(w)
	}
	reports, refused := d.render(t, again{flags: a.again.firstFlags, config: a.again.firstConfig})
	assert.Assert(t, !refused, "%q", reports)
	a.slip(w)
	before, files := objectsIn(t, d.objects), snapshot(t, ".")
	reports, refused = d.render(t, a.again)
	a.wanted(d).check(t, reports, refused, before, objectsIn(t, d.objects))
	if refused {
		assert.Equal(t, snapshot(t, "."), files)
		a.assertDiffRefuses(t, d)
		return
	}
	files = snapshot(t, ".")
	d.render(t, a.again)
	assert.Equal(t, snapshot(t, "."), files, "the same run once more changes files")
}

// assertDiffRefuses checks that a diff with the folder tells of the limit what the command does.
func (a accident) assertDiffRefuses(t testFolder, d door) {
	if want := a.wanted(d); d.name == "command" && a.again.args == nil && strings.HasPrefix(want.refused, "FA60") {
		out, errs, code := fluxapp(t, "", slices.Concat([]string{"diff", "--rendered", "out", "in"}, a.again.flags)...)
		assert.Equal(t, code, exitCommand, errs)
		assert.Assert(t, strings.Contains(out+errs, want.refused), "%s%s", out, errs)
		assert.Assert(t, strings.Contains(out+errs, want.reported), "%s%s", out, errs)
	}
}

func smallFleetIn(w workspace) {
	for name, text := range map[string]string{"web.yaml": webYAML, "db.yaml": dbYAML, "fleet.yaml": fleetYAML,
		"tokyo.yaml": tokyoYAML} {
		w.put(name, text)
	}
}

// wanted returns the outcome by a door.
func (a accident) wanted(d door) outcome {
	if d.name == "function" && a.function != nil {
		return *a.function
	}
	return a.want
}

// check compares the outcome with what a run tells, and with the objects before and after it.
func (o outcome) check(t testFolder, reports []string, refused bool, before, after map[string]bool) {
	t.Helper()
	assert.Equal(t, refused, o.refused != "", "%q", reports)
	all := strings.Join(reports, "\n")
	assert.Assert(t, strings.Contains(all, o.refused) && strings.Contains(all, o.reported), "%q", reports)
	gone := missing(before, after)
	assert.DeepEqual(t, gone, filesOf(o.gone))
	assert.DeepEqual(t, missing(after, before), filesOf(o.made))
	for _, file := range gone {
		assert.Assert(t, namesFile(reports, file), "%s is deleted, and no line names it: %q", file, reports)
	}
}

// missing returns the files in one set that are not in another.
func missing[T any](some, others map[string]T) []string {
	files := []string{}
	for _, file := range slices.Sorted(maps.Keys(some)) {
		if _, there := others[file]; !there {
			files = append(files, file)
		}
	}
	return files
}

// filesOf returns the files of objects. A row gives only the folder where the name of the file follows from it.
func filesOf(folders []string) []string {
	files := []string{}
	for _, folder := range folders {
		if !strings.HasSuffix(folder, ".yaml") {
			app, cluster := path.Base(path.Dir(folder)), path.Base(folder)
			folder += "/kustomization-" + app + "-" + cluster + ".yaml"
		}
		files = append(files, folder)
	}
	return files
}

// namesFile reports whether one of the lines names a file.
func namesFile(lines []string, file string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, file) })
}
