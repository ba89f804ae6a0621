package assembly

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// IsSetter recognizes a setter comment as kyaml does: any number of #, and the JSON of one behind them.
func IsSetter(comment string) bool {
	object, found := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(comment, "#"), " \t"), "{")
	return found && strings.HasPrefix(strings.TrimLeft(object, " \t"), `"$`)
}

// isNearlyMarker recognizes the comment of somebody who means a setter comment of image automation and does not write
// its JSON, for example {$imagepolicy: a:b}, or who has another comment before it. A sentence about such comments is
// none.
func isNearlyMarker(comment string) bool {
	const key = "$imagepolicy"
	begin := strings.TrimLeft(comment, "# \t{\"'`")
	return len(begin) >= len(key) && strings.EqualFold(begin[:len(key)], key) ||
		strings.HasSuffix(comment, `"}`) && strings.Contains(comment, `{"`+key+`"`)
}

// MayBeSetter reports whether Setter does anything with a comment.
func MayBeSetter(comment string) bool {
	return strings.IndexByte(comment, '$') >= 0 && (IsSetter(comment) || isNearlyMarker(comment))
}

// Setter stores the setter comment behind a scalar, and reports one behind a list or map. One behind a null is
// reported too, because most nulls are not printed.
func (a *Assembler) Setter(comment string, at int32) {
	line, _, _ := strings.Cut(comment, "\n") // the library may have joined the comment of another line
	if !IsSetter(line) {
		if isNearlyMarker(line) {
			a.Report(BadMarker, at, line)
		}
		return
	}
	switch a.Doc.Records[at].Kind {
	case scalar.List, scalar.Map:
		a.Report(StraySetter, at, line)
		return
	case scalar.Null:
		a.Report(NullSetter, at, line)
	}
	a.Doc.SetSetter(at, line)
}
