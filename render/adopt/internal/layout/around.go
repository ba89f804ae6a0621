package layout

import "slices"

// around has the comments about objects as a whole. Those that all members have which have any are about the document.
type around struct {
	own    [][]string // of each member
	shared []string
}

func (a *author) aroundAll(all members) (made around) {
	having, count := 0, map[string]int{}
	for _, m := range all {
		lines := a.around(m.Object, "apiVersion", "kind", "metadata", "spec")
		if len(lines) > 0 {
			having++
		}
		for _, line := range lines {
			count[line]++
		}
		made.own = append(made.own, lines)
	}
	for i, lines := range made.own {
		for _, line := range lines {
			if count[line] == having && !slices.Contains(made.shared, line) {
				made.shared = append(made.shared, line)
			}
		}
		made.own[i] = slices.DeleteFunc(lines, func(line string) bool { return count[line] == having })
	}
	return made
}

// entry returns the fields of an entry, with the comments about its source as a whole at the source.
func (a *author) entry(m reached) *value {
	made := a.value(m.fields)
	if source := made.field("source"); source != nil {
		source.note = source.note.and(a.around(m.Source.Object, "apiVersion", "kind", "metadata")...)
	}
	return made
}
