package limits

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// amount is how many clusters a limit allows.
type amount struct {
	number  int
	percent bool
}

// amountOf reads the value of a limit. Render has refused one that is none.
func amountOf(n tree.Node) amount {
	digits, percent := strings.CutSuffix(n.Text(), "%")
	number, _ := strconv.Atoi(digits)
	return amount{number, percent}
}

// allows reports whether a change may be on so many clusters of all. Percentages are not rounded: 50% of 3 allow 1.
func (a amount) allows(clusters, all int) bool {
	if a.percent {
		return clusters*100 <= a.number*all
	}
	return clusters <= a.number
}

// words tells how many clusters of all the limit allows, for a message.
func (a amount) words(all int) string {
	most := names.Number(a.number)
	if a.percent {
		most = names.Number(a.number * all / 100)
	}
	if most == "0" {
		most = "none"
	}
	if a.percent {
		return fmt.Sprintf("%d%% allows %s", a.number, most)
	}
	return "the limit allows " + most
}
