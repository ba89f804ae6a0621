package resource

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// Same reports whether a resource that was read is what a rendered object is printed as. Comments, style and the
// annotations of clients do not count. Where it cannot be sure, for example because of a number in another form, it
// is false.
func Same(read, rendered tree.Node) bool { return sameNode(read, rendered, rendered.KeepsNulls(), 0) }

// How far below the root the annotations of a resource are on the way that sameFields takes.
const annotationsDepth = 2

// sameNode compares two values. Nulls of the rendered one that are not kept are not printed. Depth is how many steps
// of the way to the annotations have led here; below zero elsewhere.
func sameNode(read, rendered tree.Node, keep bool, depth int) bool {
	switch kind := rendered.Kind(); {
	case read.Kind() != kind:
		return false
	case kind == tree.Map:
		return sameFields(read, rendered, keep, depth)
	case kind == tree.List:
		return sameItems(read, rendered, keep)
	}
	return read.Text() == rendered.Text()
}

func sameItems(read, rendered tree.Node, keep bool) bool {
	a, b := read.First(), rendered.First()
	for a.Exists() && b.Exists() {
		if !sameNode(a, b, keep || b.KeepsNulls(), -1) {
			return false
		}
		a, b = a.Next(), b.Next()
	}
	return !a.Exists() && !b.Exists()
}

func sameFields(read, rendered tree.Node, keep bool, depth int) bool {
	ofClient := func(n tree.Node) bool { return depth == annotationsDepth && n.Exists() && IsOfClient(n.Key()) }
	a, b := read.First(), rendered.First()
	for {
		for ofClient(a) {
			a = a.Next()
		}
		for !keep && b.Kind() == tree.Null || ofClient(b) {
			b = b.Next()
		}
		switch {
		case !a.Exists() || !b.Exists():
			return !a.Exists() && !b.Exists()
		case a.Key() != b.Key() || !sameNode(a, b, keep || b.KeepsNulls(), below(depth, a.Key())):
			return false
		}
		a, b = a.Next(), b.Next()
	}
}

// below returns the depth below a field.
func below(depth int, key string) int {
	if depth >= 0 && depth < annotationsDepth && key == [annotationsDepth]string{"metadata", "annotations"}[depth] {
		return depth + 1
	}
	return -1
}
