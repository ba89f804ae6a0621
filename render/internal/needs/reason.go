package needs

import "github.com/fluxapp-dev/fluxapp/schema/kinds"

// The reasons that no field of the table has. All others are in the table of kinds.
const (
	Objects  kinds.Reason = "objects are in it"
	Storage  kinds.Reason = "Helm stores its releases in it"
	Target   kinds.Reason = "Flux deploys into it"
	Accounts kinds.Reason = "a ServiceAccount that Flux impersonates is in it"
	// Bound is the reason on a member: the hub's controllers ask for no ServiceAccount there, but act as its user.
	Bound kinds.Reason = "Flux impersonates it; bind its role to it there"
	// Template is the reason of a HelmChart that the application names as its template.
	Template kinds.Reason = "it is the template of the releases"
)
