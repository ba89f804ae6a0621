package change

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// helmRelease is what helm-controller knows the Helm release of an object by, on a cluster. Where one of these
// changes, it uninstalls the release and installs it anew (helm-controller internal/action/verify.go,
// ReleaseTargetChanged).
type helmRelease struct{ name, storage, target string }

// release returns the Helm release of the object, with the defaults of helm-controller.
func (o *Object) release() helmRelease {
	target := o.value("targetNamespace").Text()
	return helmRelease{
		name:    naming.Release(o.value("releaseName").Text(), target, o.Name),
		storage: cmp.Or(o.value("storageNamespace").Text(), o.Namespace),
		target:  cmp.Or(target, o.Namespace),
	}
}

// release returns what a change of a HelmRelease does to its Helm release. What Flux does was measured with
// helm-controller 1.6.
func (p *pair) release() []outcome {
	var before, after helmRelease
	if p.changes("spec.releaseName") || p.changes("spec.targetNamespace") || p.changes("spec.storageNamespace") {
		before, after = p.before.release(), p.after.release()
	}
	replaced, chart := p.chartChange()
	var because []string
	if before.name != after.name {
		because = append(because, "its release name changes from "+before.name+" to "+after.name)
	}
	if before.storage != after.storage {
		because = append(because, "its storage namespace changes from "+before.storage+" to "+after.storage)
	}
	if replaced {
		because = append(because, chart)
	}
	stays := ""
	if before.target != after.target {
		because = append(because, "its target namespace changes from "+before.target+" to "+after.target)
		stays = "; objects of the chart that name no namespace stay in " + before.target + " without an owner"
	}
	switch {
	case len(because) > 0:
		return []outcome{{Reinstalled, p.delayed(newInstallation + ", because " + names.And(because) + stays)}}
	case chart != "":
		return []outcome{{Changed, p.delayed(chart)}}
	}
	return nil
}
