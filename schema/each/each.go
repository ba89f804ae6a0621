package each

import "iter"

// Of returns what a function makes of each of some things, for example their names.
func Of[From, To any](things []From, get func(From) To) []To {
	made := make([]To, 0, len(things))
	for _, one := range things {
		made = append(made, get(one))
	}
	return made
}

// In is Of for things that come one after the other; nil where none comes.
func In[From, To any](things iter.Seq[From], get func(From) To) (made []To) {
	for one := range things {
		made = append(made, get(one))
	}
	return made
}

// Only returns the things that are so, in their order; nil where none is. Inlined, it would link more.
//
//go:noinline
func Only[T any](things []T, is func(T) bool) (found []T) {
	for _, one := range things {
		if is(one) {
			found = append(found, one)
		}
	}
	return found
}

// First returns the first of some things that is so; its zero where none is.
func First[T any](things iter.Seq[T], is func(T) bool) (none T) {
	for one := range things {
		if is(one) {
			return one
		}
	}
	return none
}

// Any reports whether one of some things is so.
func Any[T any](things iter.Seq[T], is func(T) bool) bool {
	for one := range things {
		if is(one) {
			return true
		}
	}
	return false
}

// Once returns what a function makes of some things, as a set.
func Once[From any, To comparable](things []From, get func(From) To) map[To]bool {
	made := map[To]bool{}
	for _, one := range things {
		made[get(one)] = true
	}
	return made
}

// Add adds one to a set, and reports whether the set did not have it.
func Add[T comparable](set map[T]bool, one T) bool {
	again := set[one]
	set[one] = true
	return !again
}

// Below returns the map that a map has at a key, which this makes for the first one.
func Below[Above, Key comparable, T any](all map[Above]map[Key]T, above Above) map[Key]T {
	if all[above] == nil {
		all[above] = map[Key]T{}
	}
	return all[above]
}

// Itself is the function for a set of the things themselves.
func Itself[T any](one T) T { return one }
