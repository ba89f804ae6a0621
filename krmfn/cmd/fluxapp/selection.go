package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// selection is which objects are printed: those that each of the flags that the command line has selects.
type selection []*selector

// selector is a flag that selects objects by something that each of them has, perhaps an empty text.
type selector struct {
	flag  string
	of    func(render.Object) string
	means func(word, text string) bool
	words []string
}

func (o *options) addSelection() {
	equal := func(word, text string) bool { return word == text }
	server := func(o render.Object) string { return cmp.Or(o.Cluster(), kinds.Hub) }
	o.only = selection{
		{flag: "application", of: render.Object.Application, means: names.Means},
		{flag: "cluster", of: server, means: equal},
		{flag: "kind", of: render.Object.Kind, means: strings.EqualFold},
	}
	for _, s := range o.only {
		checked(o.cmd, s.flag, s.add, completing(func(args []string, _ string) []string {
			result, _ := render.Render(o.silently(orHere(args)), render.Options{}) // of wrong documents there are no objects
			return justNames(textsOf(result.Objects, s.of))
		}, 0))
	}
}

func (s *selector) add(text string) error {
	if s.words = append(s.words, strings.Split(text, ",")...); slices.Contains(s.words, "") { // an unset variable
		return errors.New("a name is empty; write a name, or leave the flag out")
	}
	return nil
}

// flag returns the first flag of the selection that the command line has; empty for none.
func (all selection) flag() string {
	for _, s := range all {
		if len(s.words) > 0 {
			return "--" + s.flag
		}
	}
	return ""
}

// of returns the selected objects. A word is an error that means none of those that the flags before it select.
func (all selection) of(objects []render.Object) (selected []render.Object, err error) {
	for _, s := range all {
		if objects, err = s.choose(objects); err != nil {
			return nil, err
		}
	}
	return objects, nil
}

func (s *selector) choose(objects []render.Object) (chosen []render.Object, err error) {
	if len(s.words) == 0 {
		return objects, nil
	}
	found := map[string]bool{}
	for _, o := range objects {
		text := s.of(o)
		if i := slices.IndexFunc(s.words, func(word string) bool { return s.means(word, text) }); i >= 0 {
			found[s.words[i]], chosen = true, append(chosen, o)
		}
	}
	for _, word := range s.words {
		if !found[word] {
			return nil, s.nothing(word, objects)
		}
	}
	return chosen, nil
}

func (s *selector) nothing(word string, objects []render.Object) error {
	known := textsOf(objects, s.of)
	switch {
	case len(known) == 0:
		return fmt.Errorf("--%s %s: there are no objects", s.flag, word)
	case !strings.Contains(word, "/"):
		known = justNames(known)
	}
	return fmt.Errorf("--%s %s: no object has it; %s", s.flag, word, terminal.Instead(word, known))
}

func textsOf(objects []render.Object, of func(render.Object) string) []string {
	texts := each.Once(objects, of)
	delete(texts, "") // of an object of no cluster
	return slices.Sorted(maps.Keys(texts))
}

func justNames(applications []string) []string {
	for i, name := range applications {
		applications[i] = name[strings.LastIndex(name, "/")+1:]
	}
	slices.Sort(applications)
	return slices.Compact(applications)
}
