package change

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checkTaken tells whose objects other documents have now, where their own document is gone. It refuses that where more
// differs than follows from the name of the application: two of them may have one name by mistake.
func (c *checker) checkTaken() {
	taken := map[string][]*Change{}
	for i := range c.changes.List {
		found := &c.changes.List[i]
		if found.Before == nil || found.After == nil || found.Bootstrap || found.Before.ID != found.After.ID {
			continue
		}
		before := found.Before.Application
		if _, stays := c.after.applications[before]; !stays && before != found.Application {
			taken[before+" "+found.Application] = append(taken[before+" "+found.Application], found)
		}
	}
	for _, owners := range slices.Sorted(maps.Keys(taken)) {
		c.reportTaken(taken[owners])
	}
}

func (c *checker) reportTaken(changes []*Change) {
	first := changes[0]
	p := finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeTakenOver}
	if app, found := c.after.applications[first.Application]; found {
		p.Subject = app.Document().Subject()
	}
	p.Detail = fmt.Sprintf("%s takes over %s of %s, which is not among the documents, for example the %s",
		first.Application, names.Counted(len(changes), "object"), first.Before.Application, first.Object)
	differs := slices.IndexFunc(changes, func(found *Change) bool { return found.differsMore() != "" })
	switch {
	case differs < 0:
		p.Detail += "; only the name of the application differs, so that nothing happens to what runs"
	case c.Acknowledge == c.digestOf(true):
		p.Code, p.Detail = finding.CodeAcknowledged, p.Detail+"; this is acknowledged with "+c.digest
	default:
		p.Severity = finding.SeverityError
		p.Detail += fmt.Sprintf("; more than a name differs, as %s of the %s does; write another name if these are two "+
			"applications; %s", changes[differs].differsMore(), changes[differs].Object, acknowledging(c.digest))
	}
	p.Detail = sentence(c.changes.Secrets, p.Detail)
	c.problems = append(c.problems, p)
}

// differsMore returns the first field that does not follow from the name of the document; empty for none. Where the
// change reinstalls or deletes something, none follows.
func (c *Change) differsMore() string {
	for _, f := range c.Fields {
		follows := c.Action.Compare(Renamed) >= 0 && f.Before != "" &&
			withoutName(f.Before, c.Before.Application) == withoutName(f.After, c.Application)
		if !follows && f.Path != "metadata.annotations"+tree.Step(kinds.AnnotationRenderedFrom) {
			return f.Path
		}
	}
	return ""
}

// withoutName returns a value with a mark in the place of each name of an application.
func withoutName(value, application string) string {
	return wording.WithoutOwn(wording.WithoutOwn(value, application), application[strings.IndexByte(application, '/')+1:])
}
