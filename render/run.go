package render

// howNamed is how an object came to its name.
type howNamed uint8

const (
	nameGiven  howNamed = iota
	nameJoined          // of other names; one that would be too long is shortened
	nameInFull          // joined, with the name of a cluster in it
)

// run is neighbours among placements, of one model, whose clusters are in order, and whose names are sure to differ: all are joined in
// full, or they are in order too. Most applications are one run, and what is known of that need not be found out for each object.
type run struct {
	from int // to where the next one begins
	how  howNamed
}

type runs []run

// goesOn reports whether a placement belongs to the run of the one before it, whose cluster it may be known to follow.
func (r *run) goesOn(before, placed *placement, how howNamed, follows bool) bool {
	if before.model != placed.model || !follows && before.clusterName >= placed.clusterName {
		return false
	}
	if r.how == nameInFull {
		return how == nameInFull
	}
	return before.name < placed.name
}

// count counts the last placement among those of its model, and puts it into a run.
func (p *planner) count(how howNamed) {
	last, at := len(p.runs)-1, len(p.placements)-1
	placed := &p.placements[at]
	placed.copies++
	placed.longest = max(placed.longest, len(placed.name))
	if last < 0 || !p.runs[last].goesOn(&p.placements[at-1], placed, how, p.follows && placed.clusterName != "") {
		p.runs = append(p.runs, run{at, how})
	}
}
