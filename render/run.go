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

// with adds the last one of the placements, to the last run if it belongs there.
func (r runs) with(placements []placement, how howNamed) runs {
	at := len(placements) - 1
	if at > 0 && len(r) > 0 {
		before, placed := &placements[at-1], &placements[at]
		last := r[len(r)-1]
		if before.model == placed.model && before.clusterName < placed.clusterName &&
			(last.how == nameInFull && how == nameInFull || last.how != nameInFull && before.name < placed.name) {
			return r
		}
	}
	return append(r, run{at, how})
}
