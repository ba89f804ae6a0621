package change

import (
	"cmp"
	"path"
	"strconv"
	"strings"
)

// filesOf returns the files of an object before and after, where a document says one; empty where they are the same.
// One that was read may be in a folder above the files that documents say.
func filesOf(before, after *Object) (from, to string) {
	if after.read || !after.rendered.HasFile() && !before.rendered.HasFile() && before.said == "" {
		return "", ""
	}
	from, to = before.rendered.Path(), after.rendered.Path()
	if before.read {
		from = cmp.Or(before.said, before.at.File)
	}
	if from == to || before.said == "" && before.read && strings.HasSuffix(from, "/"+to) {
		return "", ""
	}
	return from, to
}

// addFile adds, in front of the fields that differ, where the object lies.
func (p *pair) addFile() {
	from, to := filesOf(p.before.Object, p.after.Object)
	if from == "" {
		return
	}
	f := Field{Path: "file", Before: strconv.Quote(from), After: strconv.Quote(to)}
	if !p.after.read {
		f.Set = p.explainer.Field(f.Path).Setting
	}
	p.fields = append([]Field{f}, p.fields...)
}

// otherFile returns what happens when the object lies in another file: who applies the old one deletes it, if it does
// not apply the new one too. One folder has one Kustomization.
func (p *pair) otherFile() []outcome {
	from, to := filesOf(p.before.Object, p.after.Object)
	deletion, stays := Removed(p.before.Row, p.before.value)
	action := Reinstalled
	switch {
	case from == "":
		return nil
	case path.Dir(from) == path.Dir(to):
		return []outcome{{Moved, "the Kustomization that reads its folder finds it in " + path.Base(to)}}
	case stays || !p.after.IsWorkload():
		action = Moved
	}
	return []outcome{{action, "unless one Kustomization reads both places, the one that reads " + from + " deletes the " +
		"object (" + deletion + "), and the one that reads " + to + " applies it again"}}
}
