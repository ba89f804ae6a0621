package kinds

import "fmt"

// Gate is a feature gate of controllers that is off by default, also in Flux 2.10. The zero Gate is none.
type Gate struct {
	// Name is what the flag --feature-gates of a controller calls it.
	Name string
	// Component is what turns it on: --components-extra=Component of flux install and flux bootstrap, since Flux 2.7.
	Component string
}

// Refused names the controller that refuses a workload with a reference to an object of this kind, and the way to run it
// without that; empty where none refuses it.
func (k *Kind) Refused(workload *Kind) string {
	if k.Gate == (Gate{}) || workload.Program == "" {
		return ""
	}
	return fmt.Sprintf("%s refuses an %s by default (AccessDenied); run it with --feature-gates=%s=true, as flux install "+
		"--components-extra=%s does", workload.Program, k.Name, k.Gate.Name, k.Gate.Component)
}
