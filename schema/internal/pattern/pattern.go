package pattern

import (
	"regexp"
	"sync"
)

// Of returns a regular expression, which is compiled when it is first called. Inlined, each call would link 1 kB.
//
//go:noinline
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
