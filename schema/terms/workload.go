package terms

// Workload is what an application's entries become.
type Workload string

// The workloads, by their field in config.
const (
	HelmReleases   Workload = "helmRelease"
	Kustomizations Workload = "kustomization"
	KCLRuns        Workload = "kclRun"
)

// Path returns the fields that lead from config to the list of entries.
func (w Workload) Path() []string {
	if w == HelmReleases {
		return []string{string(w), "deploy"}
	}
	return []string{string(w)}
}

// Workloads are all of them, in the order in which an application is searched for one.
var Workloads = []Workload{HelmReleases, Kustomizations, KCLRuns}
