package change

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// helmRelease is what helm-controller knows the Helm release of an object by, on a cluster. Where one of these changes, it uninstalls the
// release and installs it anew (helm-controller internal/action/verify.go, ReleaseTargetChanged).
type helmRelease struct{ name, storage, target string }

// releaseOf returns the Helm release of an object, with the defaults of helm-controller.
func releaseOf(id ID, object tree.Node) helmRelease {
	spec := object.Get("spec")
	target := spec.Get("targetNamespace").Text()
	return helmRelease{
		name:    naming.Release(spec.Get("releaseName").Text(), target, id.Name),
		storage: cmp.Or(spec.Get("storageNamespace").Text(), id.Namespace),
		target:  cmp.Or(target, id.Namespace),
	}
}

// release returns what a change of a HelmRelease does to its Helm release. What Flux does was measured with helm-controller 1.6.
func (p *pair) release() []outcome {
	before, after := releaseOf(p.was.ID, p.before.Node), releaseOf(p.is.ID, p.after.Node)
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
		return []outcome{{Reinstalled, p.delayed(newInstallation + ", because " + joinedWithAnd(because) + stays)}}
	case chart != "":
		return []outcome{{Changed, p.delayed(chart)}}
	}
	return nil
}

// joinedWithAnd joins the parts of a sentence.
func joinedWithAnd(parts []string) string {
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}
