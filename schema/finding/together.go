package finding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// isElsewhere reports whether others with the text of a finding have its cause: information is about the run, and what
// the fleet or a cluster lacks is added once. What has a proposal is corrected at its place, and of what is
// acknowledged each is told.
func (f Finding) isElsewhere() bool {
	lacks := f.Code == "FA220" || f.Code == CodeReference && strings.HasPrefix(f.Detail, "cluster ")
	return f.Line > 0 && f.Proposed == "" && f.Code != CodeAcknowledged && (lacks || f.Severity == SeverityInfo)
}

// dedupe drops repeated findings: anchors and merge keys bring one field to several paths. Of those of one rule and one
// text that have one cause it keeps the first, which tells the other places.
func dedupe(list Findings) (kept Findings) {
	type place struct {
		text         *tree.Tree // nil of a text that cannot be read
		file         string
		code         Code
		line, column int
		path, detail string
	}
	first, places := map[place]int{}, map[place][]string{}
	for _, f := range list {
		at := place{f.node.Source(), f.File, f.Code, f.Line, f.Column, f.Path, f.Detail}
		if f.Line > 0 {
			at.path = f.Path[strings.LastIndexAny(f.Path, ".[")+1:]
		}
		if f.isElsewhere() {
			at = place{code: f.Code, path: f.Current, detail: f.Detail}
			places[at] = append(places[at], fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column))
		}
		if _, repeated := first[at]; !repeated {
			first[at], kept = len(kept), append(kept, f)
		}
	}
	for at, all := range places {
		if all = slices.Compact(all); len(all) > 1 {
			f := &kept[first[at]]
			what, remedy, _ := strings.Cut(f.Detail+"; ", "; ")
			f.Detail = f.fitting(strings.TrimSuffix(what+" (also at "+names.Sentence(all[1:])+"); "+remedy, "; "))
		}
	}
	return kept
}
