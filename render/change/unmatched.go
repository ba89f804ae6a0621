package change

// unmatched adds the changes of objects that another object replaces, and of those that are gone or new.
func (c *comparison) unmatched(gone, made []*Object) {
	heirs := heirsOf(gone, made)
	replaced := make(map[*Object]bool, len(heirs))
	for _, o := range made {
		if before := heirs[o]; before != nil {
			replaced[before] = true
			c.add(c.pairChange(c.newPair(before, o)))
		} else {
			c.add(newChange(Created, nil, o))
		}
	}
	for _, o := range gone {
		if !replaced[o] {
			c.add(c.gone(o))
		}
	}
}

// identity is what a workload does, whatever its name: its Helm release, or what it applies and where.
type identity struct{ kind, cluster, parts string }

func (o *Object) identity() identity {
	id := identity{kind: o.Kind, cluster: o.Cluster}
	for _, part := range o.Row.Identity {
		if part.Replaced {
			id.parts += o.part(part) + "\x00"
		}
	}
	return id
}

// heirsOf returns the one workload of before with the identity of the one workload of after.
func heirsOf(gone, made []*Object) map[*Object]*Object {
	before := byIdentity(gone)
	if len(before) == 0 {
		return nil
	}
	heirs := map[*Object]*Object{}
	for id, after := range byIdentity(made) {
		if before := before[id]; len(before) == 1 && len(after) == 1 {
			heirs[after[0]] = before[0]
		}
	}
	return heirs
}

func byIdentity(all []*Object) map[identity][]*Object {
	found := map[identity][]*Object{}
	for _, o := range all {
		if o.isWorkload() && !o.Bootstrap {
			id := o.identity()
			found[id] = append(found[id], o)
		}
	}
	return found
}
