package output

import (
	"path"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Place is where an object or a document is kept.
type Place struct {
	// Package is the package of a ResourceList; empty in a folder.
	Package string
	// Path is the file in the package; empty when the client keeps no files.
	Path string
}

// File returns the file from the root of all packages, to compare it with others; empty when the client keeps no files.
func (p Place) File() string {
	switch {
	case p.Path == "":
		return ""
	case p.Package == "":
		return path.Clean(p.Path)
	}
	return path.Clean(p.Package + "/" + p.Path)
}

// Object is an object of the run, and where it is written.
type Object struct {
	Place
	Rendered render.Object
}

// key is what the run knows a document or an object by.
type key struct {
	file     string
	identity identity.Key
}

// Equals reports whether an object is written once with another one: several clusters have it in one file.
func (o Object) Equals(other Object) bool { return o.key() == other.key() }

func (o Object) key() key {
	r := o.Rendered
	return key{o.File(), identity.Named(kinds.GroupOf(r.APIVersion()), r.Kind(), r.Namespace(), r.Name())}
}

// delivers returns the folder that an object of delivery is for, from the root of all packages; empty for any other.
func (o Object) delivers() string {
	if folder, delivers := o.Rendered.Delivers(); delivers {
		return Place{o.Package, folder}.File()
	}
	return ""
}

// list returns the folder whose list has the file of an object: of the topology Standalone the cluster's, and of what
// delivers on the hub the folder above; empty for none, and where a document says the file.
func (o Object) list() string {
	_, ordered := o.Rendered.Ordered()
	_, delivers := o.Rendered.Delivers()
	if o.Path == "" || ordered || o.Rendered.HasFile() || o.Rendered.Standalone() == delivers {
		return ""
	}
	return path.Dir(path.Dir(o.File()))
}
