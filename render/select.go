package render

import (
	"encoding/json"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// selector finds the clusters that the entries of one application go to.
type selector struct {
	in        input
	app       *application
	fleet     *fleet // nil until an entry looks into it
	overrides []*override
	refers    bool                                 // a layer has references
	failed    map[tree.Node]bool                   // strings whose references were refused
	below     map[tree.Node]bool                   // whether there are references below a value of the entry
	parts     map[tree.Node][]schema.ReferencePart // of strings of the entry
	merged    map[mergeKey]tree.Node
	firsts    map[tree.Node]*content // of entries that others may be like; nil when none may share a content
	first     tree.Node              // the last one of them that an entry was like
	ofFirst   *content               // its content
	named     []string               // clusters that entries name themselves, where there are overrides or references
	disabled  tree.Node              // what left the last cluster out
	left      []*leftOut             // the clusters that overrides leave out
	leftBy    map[*content]*leftOut
	room      []*schema.Member // for the clusters that selectors match
	groups    []group          // those of applications before this one included
	contents  []*content
	chosen    int             // clusters that entries go to, those that overrides leave out included
	kept      int             // of these
	guesses   int             // names of unknown clusters so far
	reached   []byte          // the overrides for the last cluster, as bits
	told      map[string]bool // variables with references that a manifest may not read as strings
	problems  []schema.Problem
	scratch   *tree.Builder // of what is needed for a moment
}

func (s *selector) refuse(p schema.Problem) {
	p.Document = s.app.document
	s.problems = append(s.problems, p)
}

// choose adds an entry for each cluster that a written one goes to. It is false when that is none.
func (s *selector) choose(w *written) bool {
	destination := w.fields.Get("destination")
	name, selected := destination.Get("cluster"), destination.Get("clusterSelector")
	var chosen []*schema.Member
	switch {
	case selected.Kind() == tree.Map:
		chosen = s.matching(destination, selected)
	case name.Kind() != tree.String || destination.Get("kubeConfig").Exists():
		if c := s.contentFor(w, nil); c != nil {
			s.mayBeTwin(w, c)
			s.groups = append(s.groups, group{content: c})
		}
		return true
	default:
		m := s.clusters().find(name.Text())
		if m == nil {
			s.unknown(name)
			return false
		}
		chosen = []*schema.Member{m}
	}
	if len(s.in.members) > 0 {
		chosen = slices.DeleteFunc(chosen, func(m *schema.Member) bool { return !s.nameable(m) })
	}
	if len(chosen) == 0 {
		return false
	}
	if selected.Kind() == tree.Map {
		s.pinned(w.fields.Get("name"), chosen)
	}
	b := s.in.build
	reached := without(b, destination, "clusterSelector", "allowEmpty", "cluster")
	w.fields = b.Map(w.fields, append(w.fields.Fields(), tree.Field{Key: "destination", Value: reached})...)
	if len(s.in.members) > 0 || s.app.workload == schema.KCLRuns {
		for _, m := range chosen {
			s.reachable(m)
		}
	}
	s.addAll(w, chosen)
	return true
}

// pinned informs of a name that stays when the selector matches another cluster. Flux then changes the object in place: it applies to
// the new cluster and forgets the old one. More clusters than one of one name are refused elsewhere.
func (s *selector) pinned(name tree.Node, chosen []*schema.Member) {
	if !name.Exists() || schema.HasReference(name) || len(chosen) != 1 || s.app.standalone || s.app.workload == schema.KCLRuns {
		return
	}
	if slices.ContainsFunc(s.overrides, func(o *override) bool { return o.fields.Get("name").Exists() }) {
		return
	}
	s.refuse(schema.Problem{Severity: schema.SeverityInfo, Code: schema.CodePinnedSelected, Node: name, Current: name.Text(), Detail: fmt.Sprintf(
		"stays the same when the selector matches another cluster than %s, and Flux then leaves behind what it applied there; "+
			"write name: %s-$(cluster.name), or leave the name out", chosen[0].Name, name.Text())})
}

// clusters returns the fleet that the application sees.
func (s *selector) clusters() *fleet {
	if s.fleet == nil {
		var problems []schema.Problem
		s.fleet, problems = s.in.fleetOf(s.app)
		s.problems = append(s.problems, problems...)
	}
	return s.fleet
}

func (s *selector) unknown(name tree.Node) {
	if s.in.refusedFleet {
		return
	}
	p := schema.Problem{Code: schema.CodeUnknownCluster, Node: name, Current: name.Text()}
	known := s.clusters().names()
	p.Proposed = s.nearest(name.Text(), nil)
	switch {
	case p.Proposed != "":
		p.Detail = fmt.Sprintf("the fleet has no cluster %q; did you mean %q?", name.Text(), p.Proposed)
	case s.app.standalone && known == "": // where no kubeConfig is needed
		p.Detail = fmt.Sprintf("cluster %q is not known, because there is no fleet; add spec.clusters, or documents of clusters%s",
			name.Text(), s.alone())
	case s.app.standalone:
		p.Detail = fmt.Sprintf("the fleet has no cluster %q; write one of %s, or add it to the fleet", name.Text(), known)
	case known == "":
		p.Detail = fmt.Sprintf("cluster %q is not known, because there is no fleet; add destination.kubeConfig, spec.clusters, or documents of clusters%s", name.Text(), s.alone())
	default:
		p.Detail = fmt.Sprintf("the fleet has no cluster %q; write one of %s, or destination.kubeConfig beside it", name.Text(), known)
	}
	s.refuse(p)
}

// nearest returns the cluster that a misspelt name most likely means, of the fleet and of some other names; empty when none is near.
// Behind many names it is empty: each is compared with all clusters, and where so many are wrong, none of them is a slip.
func (s *selector) nearest(name string, others []string) string {
	const enough = 50
	if s.guesses++; s.guesses > enough {
		return ""
	}
	return s.clusters().nearest(name, slices.Clone(others))
}

// alone says why there may be no documents of clusters, where there is but one document.
func (s *selector) alone() string {
	if s.in.count == 1 {
		return "; a generator of kustomize sees this document only"
	}
	return ""
}

// matching returns the clusters that a selector matches, in the order of their names.
func (s *selector) matching(destination, selected tree.Node) (found []*schema.Member) {
	matches := s.parse(selected)
	if matches == nil {
		return nil
	}
	known := s.clusters().members
	if found = s.room[len(s.room):]; cap(found) == 0 {
		found = make([]*schema.Member, 0, len(known))
	}
	for i := range known {
		if matches.has(&known[i]) {
			found = append(found, &known[i])
		}
	}
	s.room = found
	if len(found) == 0 && destination.Get("allowEmpty").Text() != "true" && !s.in.refusedFleet {
		detail := fmt.Sprintf("matches none of the %d clusters of the fleet; fix the selector, or add allowEmpty: true", len(known))
		if len(known) == 0 {
			detail = "there is no fleet to select from; add spec.clusters, or documents of clusters" + s.alone()
		}
		s.refuse(schema.Problem{Code: schema.CodeNoCluster, Node: selected, OnKey: true, Detail: detail})
	}
	return found
}

// parse reads a selector of labels as Kubernetes does; nil when it is none.
func (s *selector) parse(n tree.Node) *matcher {
	var written metav1.LabelSelector
	err := json.Unmarshal(tree.AppendJSON(nil, n), &written)
	var matches labels.Selector
	if err == nil {
		matches, err = metav1.LabelSelectorAsSelector(&written)
	}
	if err != nil && s.app.refused { // Parse has said what is wrong
		return nil
	}
	if err != nil {
		problems := selectorProblems(n)
		if len(problems) == 0 { // a rule of Kubernetes that we have no words for
			problems = []schema.Problem{{Code: schema.CodeSelector, Node: n, OnKey: true, Detail: fmt.Sprintf("is no label selector: %v; correct it", err)}}
		}
		for _, p := range problems {
			s.refuse(p)
		}
		return nil
	}
	return &matcher{selector: matches}
}

// nameable refuses a document of a cluster whose name no object could have. Those of the application's own fleet are judged
// where they are written. It is false for a document that Parse refused, too: what follows from that is not said again.
func (s *selector) nameable(m *schema.Member) bool {
	switch {
	case !m.HasDocument():
		return true
	case m.Document().Refused():
		return false
	case m.Hub():
		return true
	}
	p := schema.Problem{Document: m.Document(), Node: m.Origin(), Current: m.Name}
	switch {
	case m.Name == "hub":
		p.Code, p.Detail = schema.CodeHubName, "hub is the name of the folder for the cluster that Flux runs on, and an application targets this cluster; write another name"
	case len(m.Name) > schema.MaxName:
		p.Code = schema.CodeTooLong
		p.Detail = fmt.Sprintf("is %d characters long, and an application targets this cluster; write a name of at most %d", len(m.Name), schema.MaxName)
	default:
		return true
	}
	s.problems = append(s.problems, p)
	return false
}

// reachable refuses a cluster of the fleet that Flux could not reach. What an application writes itself is judged where it stands,
// but for a KCLRun, which cannot use all of it.
func (s *selector) reachable(m *schema.Member) {
	fromDocument := m.HasDocument()
	if fromDocument && !m.Hub() && !m.KubeConfig().Exists() && !s.app.standalone {
		s.problems = append(s.problems, schema.Problem{
			Code: schema.CodeKubeConfig, Document: m.Document(), Node: m.Origin(), Current: m.Name,
			Detail: fmt.Sprintf("cluster %s has no kubeconfig, and an application targets it; add the annotation %s: NAME or NAME/KEY", m.Name, schema.AnnotationKubeConfig),
		})
	}
	if !m.Hub() && (fromDocument || s.app.workload == schema.KCLRuns) {
		s.problems = append(s.problems, schema.CheckReach(s.app.document, s.app.workload, m.Origin(), m.KubeConfig(), s.in.flux)...)
	}
}
