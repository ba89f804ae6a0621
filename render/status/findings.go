package status

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// findings tells what of the observed texts does not fit the run.
func (s *summarizer) findings() (all finding.Findings) {
	used, extra := map[string]bool{}, map[string]bool{}
	for id := range s.rendered {
		used[id.Server] = true
	}
	for id, n := range s.observed.objects {
		extra[id.Server] = extra[id.Server] || s.groups[ownerOf(n)] != nil
	}
	servers := slices.Sorted(maps.Keys(used))
	for _, server := range slices.Sorted(maps.Keys(s.observed.kinds)) {
		if f := unusedServer(server, servers, extra[server]); !used[server] && (f.Proposed != "" || !extra[server]) {
			all = append(all, f)
		}
	}
	return append(all, s.unreadKinds()...)
}

// unusedServer warns of objects of a server that the run has nothing to do with.
func unusedServer(server string, used []string, isExtra bool) finding.Finding {
	f := finding.Finding{Severity: finding.SeverityWarning, Code: finding.CodeObservedServer, Current: server}
	f.Detail = "no application of the run has an object on " + people(server)
	if isExtra {
		f.Detail += ", so what is there is extra"
	}
	if f.Proposed = names.Nearest(server, used); f.Proposed != "" {
		f.Detail += "; did you mean " + f.Proposed + "?"
		return f
	}
	f.Detail += "; name the cluster of the text, or leave the text out"
	return f
}

// unreadKinds tells which kinds of objects beside the workloads nobody read.
func (s *summarizer) unreadKinds() finding.Findings {
	unread := map[string]bool{}
	for _, id := range s.unread {
		unread[id.Kind] = true
	}
	if len(unread) == 0 {
		return nil
	}
	kinds := slices.Sorted(maps.Keys(unread))
	return finding.Findings{{Severity: finding.SeverityInfo, Code: finding.CodeObservedKinds, Detail: "the states of some objects are not known, because no " +
		strings.Join(kinds, ", ") + " was read; " + kubectl(kinds...) + " prints them"}}
}
