package status

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type pairs struct {
	observed     Observed
	rendered     map[render.ID]bool        // what is rendered, in this run or another shard
	placeholders map[placeholderKey]bool   // what has names that nobody knows
	byNamespace  map[render.ID][]render.ID // observed objects by their IDs without the namespace; nil until it is needed
}

// placeholderKey are the objects of an application, a kind and a server.
type placeholderKey struct{ application, server, kind string }

// claim returns the observed object of a rendered one; absent when the server has none. An object without a namespace
// got one when it was applied: it is the only one of its kind and name, on the server or in its application.
func (p *pairs) claim(o render.Object) tree.Node {
	id := o.ID()
	if reference.Placeholder(id.Namespace) || reference.Placeholder(id.Name) {
		p.placeholders[placeholderKey{o.Application(), id.Server, id.Kind}] = true
	}
	if id.Namespace == "" && !p.observed.objects[id].Exists() {
		id = p.inAnyNamespace(id, o.Application())
	}
	p.rendered[id] = true
	return p.observed.objects[id]
}

// inAnyNamespace returns the ID with the namespace of the one observed object that it can be.
func (p *pairs) inAnyNamespace(id render.ID, application string) render.ID {
	if p.byNamespace == nil {
		p.byNamespace = map[render.ID][]render.ID{}
		for known := range p.observed.objects {
			bare := known
			bare.Namespace = ""
			p.byNamespace[bare] = append(p.byNamespace[bare], known)
		}
	}
	all := p.byNamespace[id]
	if len(all) > 1 {
		isOther := func(known render.ID) bool { return ownerOf(p.observed.objects[known]) != application }
		all = slices.DeleteFunc(slices.Clone(all), isOther)
	}
	if len(all) == 1 {
		return all[0]
	}
	return id
}

// fitsPlaceholders reports whether a value may be what Flux's substitution has made of a text with ${…}: nobody knows
// the values of variables, and a text of one variable only can become a number, a boolean or null.
func fitsPlaceholders(text string, observed tree.Node) bool {
	return reference.Placeholder(text) && observed.Kind() < tree.List && fits(text, observed.Text())
}

// fits reports whether a text has what another one has around its placeholders. $${ stands for ${ after a substitution.
func fits(pattern, text string) bool {
	between := literals(pattern)
	first, last := between[0], between[len(between)-1]
	if len(between) == 1 {
		return text == first
	}
	rest, begins := strings.CutPrefix(text, first)
	if !begins {
		return false
	}
	for _, literal := range between[1 : len(between)-1] {
		_, behind, found := strings.Cut(rest, literal)
		if !found {
			return false
		}
		rest = behind
	}
	return strings.HasSuffix(rest, last)
}

// literals returns the parts of a text around its placeholders, the first and the last perhaps empty.
func literals(pattern string) (parts []string) {
	var part strings.Builder
	for pattern != "" {
		if strings.HasPrefix(pattern, "$${") {
			part.WriteString("${")
			pattern = pattern[len("$${"):]
			continue
		}
		if end := strings.IndexByte(pattern, '}'); end > 0 && strings.HasPrefix(pattern, "${") {
			parts = append(parts, part.String())
			part.Reset()
			pattern = pattern[end+1:]
			continue
		}
		part.WriteByte(pattern[0])
		pattern = pattern[1:]
	}
	return append(parts, part.String())
}
