package status

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// deliverer is the Kustomization of delivery that applies what an application has on a cluster, before or after
// applications of other kinds.
type deliverer struct {
	Object
	isTold bool // a workload that it applies tells why it is not ready
}

// readDeliverers finds the states of such Kustomizations, and of what they apply. What applies groups is of no
// application.
func (s *summarizer) readDeliverers(result render.Result) (all []*deliverer) {
	s.deliverers, s.ordered = map[render.ID]*deliverer{}, map[render.ID]Object{}
	for _, rendered := range result.Objects {
		if rendered.Ordered() {
			s.ordered[rendered.ID()] = s.object(rendered)
		}
	}
	for _, rendered := range result.Delivery {
		if folder, _ := rendered.Delivers(); terms.IsOrdered(folder) {
			k := &deliverer{Object: s.object(rendered)}
			s.deliverers[k.ID] = k
			all = append(all, k)
		}
	}
	return all
}

// blameDeliverer gives a workload that its server does not have, or not as it is rendered, the state of the
// Kustomization that has to apply it, where this one waits or fails.
func (s *summarizer) blameDeliverer(o *Object) {
	k := s.deliverers[o.rendered.DeliveredBy()]
	if k == nil || o.State == Ready {
		return
	}
	isApplied := o.State != Missing && len(o.Differs) == 0
	switch waits := k.State == Progressing || k.Reason == "HealthCheckFailed"; {
	case isApplied:
		k.isTold = k.isTold || waits // for the workload, which tells more
	case waits || k.State == Failed || k.State == Stalled:
		k.isTold = true
		o.State, o.Reason, o.Message, o.Since = k.State, k.Reason, s.cause(k), k.Since
	}
}

// cause tells why a Kustomization is not ready: of what it waits for, the first that is not ready, or its own message.
func (s *summarizer) cause(k *deliverer) string {
	for ref, value := range kinds.Kustomization.Named(k.rendered.Value) {
		to := ref.Target(value, k.Namespace, k.rendered.Value)
		id := render.ID{Server: k.Server, Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}
		before, known := s.ordered[id] // where these are Kustomizations, they are awaited themselves
		if other := s.deliverers[id]; other != nil {
			before, known = other.Object, true
		}
		if k.Reason != "DependencyNotReady" || !known || before.State == Ready {
			continue
		}
		why := before.Message
		if before.Reason != "" {
			why = before.Reason + ": " + why
		}
		return "it waits for " + before.rendered.Application() + ", and " + before.ID.String() + " is " +
			string(before.State) + ": " + why
	}
	return k.ID.String() + ": " + k.Message
}

// addDeliverers adds rows of the Kustomizations that are not ready and that no workload tells of.
func (s *summarizer) addDeliverers(all []*deliverer) {
	for _, k := range all {
		switch {
		case k.isTold:
		case !k.observed.Exists() && s.observed.isUnread(k.ID):
			s.unread = append(s.unread, k.ID)
		case k.observed.Exists() || k.State == Missing:
			s.put(k.Object)
		}
	}
}

// isWorkload reports whether an object counts as one: a Kustomization of delivery only applies others.
func isWorkload(o render.Object) bool {
	_, delivers := o.Delivers()
	return o.Row().Is(kinds.Workload) && !delivers
}
