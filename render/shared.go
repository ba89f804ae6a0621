package render

// share plans an object that belongs to all entries of an application. Where clusters have API servers of their own, it waits for
// the entries: each cluster that one goes to gets a copy, and no other.
func (p *planner) share(name string, m model) {
	made := shared(name, m)
	if m.app.standalone {
		p.common[m.app] = append(p.common[m.app], made)
		return
	}
	p.arrive(made, "")
}

// shared returns an object that entries share.
func shared(name string, m model) *placement {
	m.shared, m.content = !m.app.standalone, &content{}
	return &placement{model: &m, name: name}
}

// copyKey is an object that entries share, on an API server.
type copyKey struct {
	made   *placement
	server string
}

// arrive plans an object that entries share, once for each API server.
func (p *planner) arrive(made *placement, cluster string) {
	key := copyKey{made, ""}
	if made.app.standalone {
		key.server = cluster
	}
	if p.copied[key] {
		return
	}
	p.copied[key] = true
	copied := *made
	if made.app.standalone {
		copied.clusterName = cluster
	}
	p.placements = append(p.placements, copied)
	p.count(nameGiven)
}
