package promote

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checkScalar refuses a value that is not the scalar of one place in one line. Value is what to write there instead.
func (p *promotion) checkScalar(n tree.Node, f Field, value string) []finding.Problem {
	switch n.Kind() {
	case tree.List:
		return []finding.Problem{
			p.problem(finding.CodeNotPromoted, n, "is a list, and only scalars are promoted; edit it by hand")}
	case tree.Map:
		detail := "is a map, and only scalars are promoted; edit it by hand"
		if below := scalarBelow(n, f); below != nil {
			detail = fmt.Sprintf("is a map, and only scalars are promoted; name one below it, for example --field %s", below)
		}
		return []finding.Problem{p.problem(finding.CodeNotPromoted, n, detail)}
	}
	if n.Spelling() == "" {
		return []finding.Problem{p.problem(finding.CodeNotPromoted, n,
			fmt.Sprintf("%s, and only a value in one piece of one line is promoted; write %s", pieces(n), value))}
	}
	return nil
}

// scalarBelow returns the path of the first scalar in a map; nil when it has none.
func scalarBelow(n tree.Node, f Field) Field {
	for child := range n.Children() {
		below := append(f[:len(f):len(f)], child.Key())
		switch {
		case child.Kind() == tree.Map:
			if found := scalarBelow(child, below); found != nil {
				return found
			}
		case child.Kind() != tree.List && child.Kind() != tree.Null:
			return below
		}
	}
	return nil
}

// pieces tells how a scalar is written that has no spelling of its own.
func pieces(n tree.Node) string {
	switch firstByte(n) {
	case '*':
		return "is an alias, which has the value of its anchor"
	case '&':
		return "has an anchor, so other places may have its value too"
	case '!':
		return "has a tag"
	case '|', '>':
		return "is a block of lines"
	}
	return "is written over several lines"
}
