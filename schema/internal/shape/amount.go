package shape

import (
	"fmt"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// PercentPattern is the pattern of the amounts that are strings.
const PercentPattern = `^(100|[1-9]?[0-9])%$`

var (
	percent      = pattern.Of(PercentPattern)
	largePercent = pattern.Of(`^[1-9][0-9]{2,}%$`)
)

const writeAmount = `write a number, for example 3, or a percentage, for example "10%"`

func (c *checker) amount(n tree.Node, s *Shape) {
	text := n.Text()
	if n.Kind() == tree.Number {
		if c.integer(n, s); len(text) > 1 && text[0] == '-' {
			c.report(finding.Problem{Code: check.CodeRange, Node: n, Current: text,
				Detail: fmt.Sprintf("%s is negative; write 0 or more", n.Written())})
		}
		return
	}
	p := finding.Problem{Code: codes.Type, Node: n, Current: text}
	count, wrong := strconv.ParseUint(text, 10, s.Bits-1)
	switch {
	case percent().MatchString(text):
		return
	case !c.final && (names.IsReference(n) || names.IsRemoval(n)): // rules about references report it
		return
	case names.Placeholder(text):
		p.Code, p.Detail = check.CodePlaceholder,
			fmt.Sprintf("fluxapp needs the limit before %s is replaced; write it", text)
	case wrong == nil:
		p.Proposed = strconv.FormatUint(count, 10)
		p.Detail = fmt.Sprintf("%q is a string, and neither a number nor a percentage; write %[2]s, or \"%[2]s%%\" for a "+
			"part of the clusters", text, p.Proposed)
	case largePercent().MatchString(text):
		p.Code, p.Detail = check.CodeRange,
			fmt.Sprintf("%q is more than all of the clusters; write at most \"100%%\"", text)
	default:
		p.Detail = fmt.Sprintf("%q is neither a number nor a percentage; %s", text, writeAmount)
	}
	c.report(p)
}
