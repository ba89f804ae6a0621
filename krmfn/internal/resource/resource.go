// Package resource reads the fields and kinds of a ResourceList's resources, and the annotations about their files.
package resource

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Annotations of the clients, of which kyaml has names for some: its packages are too large for the page.
const (
	Path      = "internal.config.kubernetes.io/path"
	Index     = "internal.config.kubernetes.io/index"
	SeqIndent = "internal.config.kubernetes.io/seqindent"
	ID        = "internal.config.kubernetes.io/id"
	Package   = "internal.config.kubernetes.io/package-path"
	Local     = "config.kubernetes.io/local-config"
	Kustomize = "kustomize.config.k8s.io/id"
	// kpt numbers the items of a selection with one of these.
	ResourceID    = "internal.config.kubernetes.io/kpt-resource-id"
	OldResourceID = "internal.config.k8s.io/kpt-resource-id"
	// kpt pkg get and kpt pkg update write it into the files of a package.
	Upstream = "internal.kpt.dev/upstream-identifier"
)

// ClientAnnotations are those by which a client finds a resource again, with its file, its place and its comments.
var ClientAnnotations = []string{Index, Path, SeqIndent, ID, Package, ResourceID, OldResourceID, Upstream}

// Legacy has the names of annotations in older clients.
var Legacy = map[string]string{Path: "config.kubernetes.io/path", Index: "config.kubernetes.io/index",
	ID: "config.k8s.io/id"}

// IsOfClient reports whether an annotation is one that a client sets on any resource.
func IsOfClient(name string) bool {
	return strings.HasPrefix(name, "internal.config.kubernetes.io/") ||
		strings.HasPrefix(name, "internal.config.k8s.io/") ||
		name == Upstream || name == Kustomize || name == Legacy[Path] || name == Legacy[Index] || name == Legacy[ID]
}

// WithoutClient returns a resource without the annotations of clients. The remaining fields are not copied.
func WithoutClient(n tree.Node) tree.Node {
	annotations := n.At("metadata", "annotations")
	if annotations.Kind() != tree.Map {
		return n
	}
	own := slices.DeleteFunc(annotations.Fields(), func(f tree.Field) bool { return IsOfClient(f.Key) })
	b := tree.NewBuilder()
	return With(b, n, b.Map(annotations, own...), "metadata", "annotations")
}

// With returns a map with a value at a path, in the place of what is there; a new field is behind the others.
func With(b *tree.Builder, n, value tree.Node, path ...string) tree.Node {
	if len(path) == 0 {
		return value
	}
	below := With(b, n.Get(path[0]), value, path[1:]...)
	return b.Map(n, append(n.Fields(), tree.Field{Key: path[0], Value: below})...)
}

// Text returns the scalar at a path as it was written; empty when there is none, and for a null.
func Text(n tree.Node, path ...string) string {
	if n = n.At(path...); n.Kind() == tree.Null {
		return ""
	}
	return n.Written()
}

// Annotation returns the annotation of a client under its name of today or an older one. A path has slashes on Windows.
func Annotation(n tree.Node, key string) string {
	annotations := n.At("metadata", "annotations")
	value := annotations.Get(key).Written()
	if older, found := Legacy[key]; found && value == "" {
		value = annotations.Get(older).Written()
	}
	if key == Path {
		value = strings.ReplaceAll(value, `\`, "/")
	}
	return value
}

// Kind returns the kind of a resource if it has one of some roles, whatever its version; nil when it has none.
func Kind(n tree.Node, roles kinds.Role) *kinds.Kind {
	return kinds.Find(roles, kinds.GroupOf(Text(n, "apiVersion")), Text(n, "kind"))
}

// Same reports whether a resource that was read is what a rendered object is printed as. Comments, style and the
// annotations of clients do not count. It is false where it cannot be sure, as for a number in another form.
func Same(read, rendered tree.Node) bool {
	return tree.Comparison{Before: tree.AllNulls, Skip: IsAtClient}.Equal(read, rendered)
}

// IsAtClient reports whether an annotation of a client is at a path.
func IsAtClient(at tree.Path) bool {
	return len(at) == 3 && at[0].Key == "metadata" && at[1].Key == "annotations" && IsOfClient(at[2].Key)
}
