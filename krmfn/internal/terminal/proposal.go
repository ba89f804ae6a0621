package terminal

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Few is how many of many names are proposed.
const Few = 3

// Instead returns what to write in the place of a wrong name: the nearest one, or else one of all.
func Instead(wrong string, known []string) string {
	if near := names.Nearest(wrong, known); near != "" && near != wrong {
		return "did you mean " + near + "?"
	}
	return OneOf(known)
}

// OneOf proposes some words, or of many a few.
func OneOf(words []string) string {
	const many = 10
	switch {
	case len(words) > many:
		return fmt.Sprintf("write one of %s, for example %s", names.Number(len(words)), names.Or(words[:Few]))
	case len(words) > 1:
		return "write one of " + names.Or(words)
	}
	return "write " + words[0]
}
