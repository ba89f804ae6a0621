package entries

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// accountField is the field of an entry with the ServiceAccount that Flux uses for it.
const accountField = "serviceAccountName"

// accountLayer returns the lowest layer of entries, which has the ServiceAccount of tenancy; absent without one.
func (m *merger) accountLayer() tree.Node {
	account := m.app.Account()
	if account.Text() == "" {
		return tree.Node{}
	}
	return m.inv.Build.Map(account, tree.Field{Key: accountField, Value: account})
}

// HasAccount reports whether the entry has the ServiceAccount of tenancy from there, and not from a layer above.
func (t *Template) HasAccount() bool {
	account := t.App.Account()
	return account.Text() != "" && t.Fields.Get(accountField).Same(account)
}

// reportAccount tells once for the application that entries have the ServiceAccount of tenancy.
func (m *merger) reportAccount() {
	account := m.app.Account()
	m.reportIn(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeServiceAccount, Node: account, Current: account.Text(), Detail: fmt.Sprintf(
		"each entry without a serviceAccountName has %s: %s; a layer with null leaves it out", accountField, account.Text())})
}
