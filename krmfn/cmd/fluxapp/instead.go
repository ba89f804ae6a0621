package main

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// maxNamed is how many words are proposed.
const maxNamed = 3

// instead returns what to write in the place of a wrong name: the nearest one, or else one of all.
func instead(wrong string, known []string) string {
	if near := names.Nearest(wrong, known); near != "" && near != wrong {
		return "did you mean " + near + "?"
	}
	return oneOf(known)
}

// oneOf proposes some words, or of many a few.
func oneOf(words []string) string {
	const many = 10
	switch {
	case len(words) > many:
		return fmt.Sprintf("write one of %s, for example %s", names.Number(len(words)), names.Or(words[:maxNamed]))
	case len(words) > 1:
		return "write one of " + names.Or(words)
	}
	return "write " + words[0]
}
