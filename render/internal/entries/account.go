package entries

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// accountField is the field of an entry with the ServiceAccount that Flux uses for it.
const accountField = "serviceAccountName"

// accountLayer returns the lowest layer of entries, which has the ServiceAccount of tenancy; absent without one.
func accountLayer(b *tree.Builder, app *inventory.Application) tree.Node {
	account := app.Account()
	if account.Text() == "" {
		return tree.Node{}
	}
	return b.Map(account, tree.Field{Key: accountField, Value: account})
}

// accountFilledIn tells that entries have the ServiceAccount of tenancy.
func accountFilledIn(app *inventory.Application) finding.Problem {
	account := app.Account()
	return finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeServiceAccount, Node: account,
		Current: account.Text(), Detail: fmt.Sprintf(
			"each entry without a serviceAccountName has %s: %s; a layer with null leaves it out", accountField, account.Text())}
}
