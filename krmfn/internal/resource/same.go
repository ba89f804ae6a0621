package resource

import (
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/tree/compare"
)

// Same reports whether a resource that was read is what a rendered object is printed as: nulls that the object does
// not keep are not printed. Comments, style and the annotations of clients do not count. Where it cannot be sure, for
// example because of a number in another form, it is false.
func Same(read, rendered tree.Node) bool {
	return compare.Rules{Before: compare.All, Skip: IsAtClient}.Equal(read, rendered)
}

// IsAtClient reports whether an annotation of a client is at a path.
func IsAtClient(at compare.Path) bool {
	return len(at) == 3 && at[0].Key == "metadata" && at[1].Key == "annotations" && IsOfClient(at[2].Key)
}
