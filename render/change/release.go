package change

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func (o *Object) part(part kinds.Part) string {
	return naming.Part(o.Row, part, o.value, o.Namespace, o.Name)
}

// changedPart returns a part of the identity on both sides, and whether it differs. It is looked at only if a field
// differs whose change has the same effect: one part can stand in for another.
func (p *pair) changedPart(part kinds.Part) (before, after string, changes bool) {
	isTouched := func(other kinds.Part) bool { return other.Change == part.Change && p.changes(other.At) }
	if !slices.ContainsFunc(p.after.Row.Identity, isTouched) {
		return "", "", false
	}
	before, after = p.before.part(part), p.after.part(part)
	return before, after, before != after
}

// release returns what a change of a HelmRelease does to its Helm release. If its identity changes, helm-controller
// uninstalls the release and installs it anew (helm-controller internal/action/verify.go, ReleaseTargetChanged).
func (p *pair) release() []outcome {
	replaced, chart := p.chartChange()
	var because []string
	stays := ""
	for _, part := range p.after.Row.Identity {
		before, after, changes := p.changedPart(part)
		switch {
		case part.Change != kinds.Reinstall:
		case part.Is == kinds.ChartName: // which may be in another object
			if replaced {
				because = append(because, chart)
			}
		case changes:
			because = append(because, "its "+string(part.Is)+" changes from "+before+" to "+after)
			if part.LeavesBehind {
				stays = "; objects of the chart that name no namespace stay in " + before + " without an owner"
			}
		}
	}
	switch {
	case len(because) > 0:
		return []outcome{{Reinstalled, p.delayed(newInstallation + ", because " + names.And(because) + stays)}}
	case chart != "":
		return []outcome{{Changed, p.delayed(chart)}}
	}
	return nil
}
