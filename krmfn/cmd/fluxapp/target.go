package main

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// target is an object and its file, named with slashes from the folder that is written. A kustomization.yaml is a target without an
// object.
type target struct {
	path       string
	object     render.Object
	list       []byte // of a kustomization.yaml
	otherShard bool   // the run of another shard writes it
}

// placeFiles returns the file of each object, from the root that the command line names for its document. It refuses one file for
// objects of two roots; Result.CheckPaths has refused it for objects of one root.
func placeFiles(in files, result render.Result) ([]target, error) {
	var targets []target
	var wrong finding.Findings
	seen := map[string]render.Object{}
	for i, o := range slices.Concat(result.Objects, result.Elsewhere()) {
		name, err := fileOf(in, o)
		if err != nil {
			return nil, err
		}
		if !fs.ValidPath(name) {
			wrong = append(wrong, objectError(o, finding.CodeOutside, "would be written to "+name+", which is outside the folder; move its document into it"))
			continue
		}
		if first, ok := seen[name]; ok {
			wrong = append(wrong, objectError(o, finding.CodeDuplicatePath, fmt.Sprintf(
				"would be written to %s, as is the object of %s:%d; render them into two folders",
				name, first.Origin().File, first.Origin().Line)))
		}
		seen[name] = o
		targets = append(targets, target{path: name, object: o, otherShard: i >= len(result.Objects)})
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return targets, nil
}

// fileOf returns the file of an object below the folder that is written.
func fileOf(in files, o render.Object) (string, error) {
	folder, err := filepath.Rel(in.roots[o.Document()], filepath.FromSlash(path.Dir(o.Document().File())))
	if err != nil {
		return "", err
	}
	return o.PathIn(filepath.ToSlash(folder))
}

// objectError returns an error at the origin of an object.
func objectError(o render.Object, code finding.Code, detail string) finding.Finding {
	at := o.Origin()
	return finding.Finding{
		Severity: finding.SeverityError, Code: code, File: at.File, Line: at.Line, Column: at.Column,
		Subject: o.Document().Subject(), Detail: "the " + o.Kind() + " " + o.Name() + " " + detail,
	}
}

// text returns the content of the file.
func (t target) text() []byte {
	if t.list != nil {
		return t.list
	}
	return t.object.YAML()
}

// title returns the name of the target in messages.
func (t target) title() string {
	if t.list != nil {
		return folderlist.Cluster(t.path)
	}
	return t.object.Kind() + " " + t.object.Name()
}
