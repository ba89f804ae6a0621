package finding

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// isElsewhere reports whether others with the text of a finding have its cause: information is about the run, and what
// the fleet or a cluster lacks is added once. What has a proposal is corrected at its place, and of what is acknowledged
// each is told.
func (f Finding) isElsewhere() bool {
	lacks := f.Code == "FA220" || f.Code == CodeReference && strings.HasPrefix(f.Detail, "cluster ")
	return f.Line > 0 && f.Proposed == "" && f.Code != CodeAcknowledged && (lacks || f.Severity == SeverityInfo)
}

// together makes one finding of those of one rule and one text that have one cause. The first tells the other places.
func together(list Findings) Findings {
	type cause struct {
		code            Code
		detail, current string
	}
	first, others, kept := map[cause]int{}, map[int][]string{}, make(Findings, 0, len(list))
	for _, f := range list {
		i, known := first[cause{f.Code, f.Detail, f.Current}]
		switch {
		case f.isElsewhere() && known:
			others[i] = append(others[i], fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column))
			continue
		case f.isElsewhere():
			first[cause{f.Code, f.Detail, f.Current}] = len(kept)
		}
		kept = append(kept, f)
	}
	for i, places := range others {
		what, remedy, _ := strings.Cut(kept[i].Detail+"; ", "; ")
		what += " (also at " + names.Sentence(places) + "); " + remedy
		kept[i].Detail = fitting(strings.TrimSuffix(what, "; "), kept[i].room())
	}
	return kept
}
