package stops

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed places.txt
var table string

// judged is a place that somebody has looked at.
type judged struct {
	Place
	// Flux is the first minor version in places.txt that has the place.
	Flux string
	// Why is the rule with a case that finds it, or the reason that none can.
	Why string
}

// New returns the places of the modules that a folder's go.mod names, without those that places.txt has of a minor
// version of Flux, such as 2.9, and of older ones. A place whose function moved to another file is not new.
func New(flux, folder string) ([]Place, error) {
	all, err := known()
	if err != nil {
		return nil, err
	}
	before, err := until(flux, all)
	if err != nil {
		return nil, err
	}
	found, err := Places(folder)
	return fresh(before, found), err
}

// known reads places.txt: versions of Flux, below each its functions, and below these what is there.
func known() (all []judged, err error) {
	var at judged
	for line := range strings.Lines(table) {
		line = strings.TrimSuffix(line, "\n")
		switch version, isVersion := strings.CutPrefix(line, "Flux "); {
		case strings.HasPrefix(line, "#"):
		case isVersion:
			at.Flux = version
		case strings.HasPrefix(line, "\t"):
			why, what, found := strings.Cut(line[1:], "\t")
			if !found {
				return nil, fmt.Errorf("places.txt: a tab is missing: %s", line)
			}
			at.Why, at.What = why, what
			all = append(all, at)
		default:
			at.File, at.Function, _ = strings.Cut(line, " ")
		}
	}
	return all, nil
}

// until returns the places of a version and of those above it in places.txt.
func until(flux string, all []judged) (places []Place, err error) {
	err = fmt.Errorf("places.txt has no Flux %s", flux)
	for _, k := range all {
		if k.Flux != flux && err == nil {
			break
		}
		if k.Flux == flux {
			err = nil
		}
		places = append(places, k.Place)
	}
	return places, err
}

// fresh returns what was found and is not known, as often as it was found more often. A place in the same file is the
// same before one in another.
func fresh(known, found []Place) []Place {
	exactly := func(p Place) Place { return p }
	anywhere := func(p Place) Place { return Place{Function: p.Function, What: p.What} }
	known, found = without(known, found, exactly), without(found, known, exactly)
	return without(found, known, anywhere)
}

// without returns the places of a list that others do not have by a key.
func without(list, others []Place, key func(Place) Place) (rest []Place) {
	count := map[Place]int{}
	for _, place := range others {
		count[key(place)]++
	}
	for _, place := range list {
		if count[key(place)] == 0 {
			rest = append(rest, place)
			continue
		}
		count[key(place)]--
	}
	return rest
}
