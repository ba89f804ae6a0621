package status

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (s *summarizer) findings() (all finding.Findings) {
	used, known, read := map[string]int{}, map[string]bool{}, map[string]int{}
	type kindOn struct{ server, kind string }
	wanted := map[kindOn]bool{}
	for id := range s.rendered {
		used[id.Server]++
		wanted[kindOn{id.Server, id.Kind}] = true
	}
	for id, n := range s.observed.objects {
		if wanted[kindOn{id.Server, id.Kind}] {
			read[id.Server]++
		}
		known[id.Server] = known[id.Server] || s.rendered[id] || s.groups[ownerOf(n)] != nil
	}
	for v := range s.placeholders { // any object may have the name
		known[v.server] = true
	}
	servers := slices.Sorted(maps.Keys(used))
	for _, server := range slices.Sorted(maps.Keys(s.observed.kinds)) {
		if used[server] == 0 {
			if f := unusedServer(server, servers, known[server]); f.Proposed != "" || !known[server] {
				all = append(all, f)
			}
		} else if read[server] > 0 && !known[server] {
			all = append(all, s.otherServer(server, used[server], read[server]))
		}
	}
	return slices.Concat(all, s.outdated(), s.failingSources(), s.unreadKinds())
}

// outdated tells of objects that are not as rendered, at the first of them: what was read can be older than the run.
func (s *summarizer) outdated() finding.Findings {
	if len(s.stale) == 0 {
		return nil
	}
	return finding.Findings{atFirst(s.stale, finding.Finding{
		Severity: finding.SeverityInfo, Code: wording.CodeObservedOlder,
		Detail: "the observed state differs from the rendered objects in " + names.Counted(len(s.stale), "object") +
			", of which this is the first; if it was read before the documents were applied, read it once more"})}
}

// failingSources warns of sources that fail while workloads are ready: those of one kind and message at the first.
func (s *summarizer) failingSources() (all finding.Findings) {
	alike, workloads := map[[2]string][]*source{}, map[[2]string]int{}
	for _, id := range slices.SortedFunc(maps.Keys(s.sources), render.ID.Compare) {
		if f := s.sources[id]; f.staying > 0 {
			key := [2]string{id.Kind, f.Message}
			alike[key], workloads[key] = append(alike[key], f), workloads[key]+f.staying
		}
	}
	for key, sources := range alike {
		which := sources[0].ID.String()
		if len(sources) > 1 {
			which += " and " + names.Number(len(sources)-1) + " more"
		}
		all = append(all, atFirst([]tree.Node{sources[0].observed}, finding.Finding{
			Severity: finding.SeverityWarning, Code: wording.CodeSourceFails,
			Detail: fmt.Sprintf("the %s cannot fetch, so that %s can only keep the last "+
				"artifact: %s; correct that, or nothing new arrives", which, names.Counted(workloads[key], "workload"), key[1])}))
	}
	slices.SortFunc(all, func(a, b finding.Finding) int { return cmp.Compare(a.String(), b.String()) })
	return all
}

func atFirst(objects []tree.Node, f finding.Finding) finding.Finding {
	first := slices.MinFunc(objects, func(a, b tree.Node) int { return a.Position().Compare(b.Position()) }).Position()
	f.File, f.Line, f.Column = first.File, first.Line, first.Column
	return f
}

// otherServer warns of a text with none of the objects of the run, at the first one of its objects.
func (s *summarizer) otherServer(server string, used, read int) finding.Finding {
	var of []tree.Node
	for id, n := range s.observed.objects {
		if id.Server == server {
			of = append(of, n)
		}
	}
	detail := fmt.Sprintf("none of the objects of the run (%s) is among those that were read of %s (%s); if these are of "+
		"another server, read this one", names.Number(used), people(server), names.Number(read))
	return atFirst(of,
		finding.Finding{Severity: finding.SeverityWarning, Code: wording.CodeObservedOther, Detail: detail})
}

func unusedServer(server string, used []string, isExtra bool) finding.Finding {
	f := finding.Finding{Severity: finding.SeverityWarning, Code: wording.CodeObservedServer, Current: server,
		Proposed: names.Nearest(server, used), Detail: "no application of the run has an object on " + people(server)}
	if isExtra {
		f.Detail += ", so its objects are extra"
	}
	if f.Proposed != "" {
		f.Detail += "; did you mean " + f.Proposed + "?"
	} else {
		f.Detail += "; name the cluster of the text, or leave the text out"
	}
	return f
}

func (s *summarizer) unreadKinds() finding.Findings {
	if len(s.unread) == 0 {
		return nil
	}
	kinds := slices.Sorted(maps.Keys(s.unread))
	return finding.Findings{{Severity: finding.SeverityInfo, Code: wording.CodeObservedKinds,
		Detail: "the states of some objects are not known, because no " +
			strings.Join(kinds, ", ") + " was read; " + s.observed.kubectl(kinds...) + " prints them"}}
}

func (o *Object) absent(observed *Observed) {
	o.State = Unknown
	switch {
	case observed.kinds[o.Server] == nil:
		o.Message = "nobody read the objects of " + people(o.Server)
	case names.Placeholder(o.Namespace) || names.Placeholder(o.Name):
		o.Message = "its name has ${…}, and what that becomes is not in the documents"
	case observed.isUnread(o.ID):
		o.Message = "no " + o.Kind + " was read; " + observed.kubectl(o.Kind) + " prints them"
	default:
		o.State, o.Message = Missing, people(o.Server)+" does not have it"
	}
}

func people(server string) string {
	if server == "" {
		return "the hub"
	}
	return "the cluster " + server
}

func (o *Observed) kubectl(names ...string) string {
	isNamed := func(k *kinds.Kind) bool { return slices.Contains(names, k.Name) }
	all := each.Of(each.Only(slices.Collect(kinds.With(roles)), isNamed), (*kinds.Kind).Resource)
	return "kubectl get " + strings.Join(all, ",") + " -A -o yaml"
}
