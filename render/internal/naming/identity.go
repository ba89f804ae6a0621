package naming

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Part returns a part of what an object's controller knows it by, with its defaults, for a kind, namespace and name.
func Part(k *kinds.Kind, part kinds.Part, read kinds.Reader, namespace, name string) string {
	value := part.At.In(read)
	switch {
	case part.Is == kinds.ReleaseName:
		return Release(value.Text(), k.Part(kinds.TargetNamespace).At.In(read).Text(), name)
	case part.Is == kinds.Folder:
		return path.Clean("/" + value.Text())
	case part.Is == kinds.SourceOf:
		reference, source := k.Source(read)
		if reference == nil {
			return ""
		}
		to := reference.Target(source, namespace, read)
		return strings.Join([]string{to.Kind, to.Namespace, to.Name}, "/")
	case part.OwnNamespace:
		return cmp.Or(value.Text(), namespace)
	}
	return value.Text()
}
