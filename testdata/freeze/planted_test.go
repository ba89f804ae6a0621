package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var planted = flag.Bool("planted", false, "plant each bug, which takes minutes")

// bugs are planted in the old code, which never changes: a file, and what in it becomes what.
var bugs = []struct{ name, file, from, to string }{
	{"merge: maps replace", "render/layer.go", "value = merge(b, base.Get(child.Key()), child)", "value = child"},
	{"merge: an override by name reaches every cluster", "render/override.go", `o.cluster != "" && o.cluster == name`,
		`o.cluster != "" && name != ""`},
	{"names: one character too long", "render/name.go", "size > schema.MaxName {", "size > schema.MaxName+1 {"},
	{"findings: what follows from a misspelt field", "schema/follow.go",
		`s.meant[strangeField{p.Document, above, ""}] = true`, `s.meant[strangeField{p.Document, above, ""}] = false`},
	{"folder: what the documents no longer render stays", "krmfn/cmd/fluxapp/prune.go",
		"case owners.rendered[owner] || pruneOrphans:", "case pruneOrphans:"},
	{"function: objects of others are removed", "krmfn/own.go", "case whose.claim == orphan && !owners.prune:",
		"case whose.claim == orphan && owners.prune:"},
	{"waves: a suspended wave is awaited", "render/wave.go", "return p.suspended })",
		"return p.suspended && p.wave > 0 })"},
	{"namespaces: install differs between entries that are alike", "render/twin.go", `"upgrade", "rollback"`,
		`"install", "upgrade", "rollback"`},
	{"selectors: labels without their lengths", "schema/label_class.go", "binary.AppendUvarint(c.key, uint64(len(text)))",
		"binary.AppendUvarint(c.key, 0)[:len(c.key)]"},
	{"fleet: another cluster is called hub", "schema/check_cluster.go", "!plainName(n) || n.Text() == hubFolder",
		"!plainName(n)"},
	{"references: a map in a text", "render/slot.go", "p.text && value.Kind() != tree.String || ", ""},
	{"clashes: one Secret, and two spellings of its key", "render/cluster.go", `key != "value.yaml"`, `key != "no.yaml"`},
}

// TestFindsPlantedBugs plants each bug in the old code, and compares that with the old code. Generated documents
// alone must show most of them.
func TestFindsPlantedBugs(t *testing.T) {
	if !*planted {
		t.Skip("NOTHING WAS TESTED: without -planted")
	}
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "source")
	if err := extract(root, oldCode, source); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(dir, "old")
	if err := buildServed(source, old, nil); err != nil {
		t.Fatal(err)
	}
	for _, bug := range bugs {
		t.Run(bug.name, func(t *testing.T) {
			name := filepath.Join(source, bug.file)
			data, err := os.ReadFile(name)
			if err != nil || strings.Count(string(data), bug.from) != 1 {
				t.Fatalf("%s has no %q, or several: %v", bug.file, bug.from, err)
			}
			binary := filepath.Join(dir, "planted")
			changed := map[string]string{name: strings.Replace(string(data), bug.from, bug.to, 1)}
			if err := buildServed(source, binary, changed); err != nil {
				t.Fatal(err)
			}
			for _, o := range []options{{generated: 4000, only: "^generated"}, {only: "^[^g]"}} {
				if d := firstFound(t, root, o, binaries{old: old, new: binary}); d != nil {
					t.Logf("found by %s: %s\n%s", d.job.Name, d.run(), clipped(diff(d.before, d.after), 12))
					return
				}
				t.Logf("inputs %s do not show it", o.only)
			}
			t.Error("nothing differs")
		})
	}
}

// firstFound returns the first difference; nil when there is none.
func firstFound(t *testing.T, root string, o options, b binaries) *difference {
	all, err := inputs(root, o, func(text string) { t.Log(text) })
	if err != nil {
		t.Fatal(err)
	}
	p := newPair(b, t.TempDir())
	defer p.stop()
	c := &comparison{}
	for j := range all {
		if !strings.HasPrefix(j.Name, "generated") != (o.only == "^[^g]") {
			continue
		}
		if before, after, err := p.ask(j); err != nil {
			t.Fatal(err)
		} else if strings.Join(before, "") != strings.Join(after, "") {
			d, err := c.firstDifference(p, j)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	return nil
}
