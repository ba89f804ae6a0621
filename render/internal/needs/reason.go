package needs

// Reason is why an object needs a thing, as the list prints it: it is about the thing.
type Reason string

// The reasons. Each thing has at least one.
const (
	Objects     Reason = "objects are in it"
	Storage     Reason = "Helm stores its releases in it"
	Target      Reason = "Flux deploys into it"
	Accounts    Reason = "a ServiceAccount that Flux impersonates is in it"
	Impersonate Reason = "Flux impersonates it"
	// Bound is the reason on a member: the hub's controllers ask for no ServiceAccount there, but act as its user.
	Bound     Reason = "Flux impersonates it; bind its role to it there"
	Prunes    Reason = "Flux impersonates it when it deletes what a Kustomization applied"
	Decrypts  Reason = "Flux decrypts manifests with it"
	LogsIn    Reason = "Flux logs in with it"
	Connects  Reason = "Flux reaches the cluster with it"
	ReadBy    Reason = "Flux reads values from it"
	Variables Reason = "Flux substitutes variables from it"
	Arguments Reason = "Flux reads arguments from it"
	// Credentials and the reasons behind it are those of Secrets of sources.
	Credentials  Reason = "it has the credentials"
	Certificates Reason = "it has the certificates"
	Proxy        Reason = "it has the address of the proxy"
	Verifies     Reason = "it has the keys that verify signatures"
	// Chart and the reasons behind it are those of sources.
	Chart     Reason = "Flux takes the chart from it"
	Manifests Reason = "Flux takes manifests from it"
	Files     Reason = "Flux copies files from it"
	// Template is the reason of a HelmChart that the application names as its template.
	Template  Reason = "it is the template of the releases"
	DependsOn Reason = "objects wait for it"
	// Sends and the reasons behind it are those of objects around the workload.
	Sends   Reason = "Alerts send messages through it"
	Scans   Reason = "ImagePolicies choose one of its tags"
	Commits Reason = "Flux commits new tags to its repository"
	Signs   Reason = "Flux signs commits with it"
	Binds   Reason = "RoleBindings refer to it"
)
