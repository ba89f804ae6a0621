package conformance

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// mutate changes a stream of documents in one to four places, as the seed says. Seed 0 changes nothing, and what is
// no YAML stays as it is.
func mutate(data []byte, seed uint64) []byte {
	if seed == 0 {
		return data
	}
	documents, err := nodes(data)
	if err != nil || len(documents) == 0 {
		return data
	}
	m := mutator{words{rand.New(rand.NewPCG(seed, 1))}}
	for range 1 + m.IntN(2)*m.IntN(4) {
		m.change(pick(m.words, documents))
	}
	out := &bytes.Buffer{}
	encoder := yaml.NewEncoder(out)
	for _, document := range documents {
		if err := encoder.Encode(document); err != nil {
			return data
		}
	}
	return out.Bytes()
}

func nodes(data []byte) (documents []*yaml.Node, err error) {
	for decoder := yaml.NewDecoder(bytes.NewReader(data)); ; {
		document := &yaml.Node{}
		if err := decoder.Decode(document); errors.Is(err, io.EOF) {
			return documents, nil
		} else if err != nil {
			return nil, err
		}
		documents = append(documents, document)
	}
}

// A place is a node of a document that can be replaced, with the type of what belongs there, nil if that is unknown.
type place struct {
	at   **yaml.Node
	name string
	t    reflect.Type
}

// places returns what lies in a document, itself included.
func places(at **yaml.Node, name string, t reflect.Type) []place {
	n := *at
	if n.Kind == yaml.DocumentNode {
		return places(&n.Content[0], "", nil)
	}
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if known, ok := documentTypes[n.Content[i+1].Value]; ok && t == nil && n.Content[i].Value == "kind" {
				t = known
			}
		}
	}
	out := []place{{at, name, t}}
	for i := range n.Content {
		switch {
		case n.Kind == yaml.SequenceNode:
			out = append(out, places(&n.Content[i], name, below(t, ""))...)
		case n.Kind == yaml.MappingNode && i%2 == 1:
			key := n.Content[i-1].Value
			out = append(out, places(&n.Content[i], key, below(t, key))...)
		}
	}
	return out
}

// A mutator changes documents.
type mutator struct{ words }

func (m mutator) change(document *yaml.Node) {
	if document.Kind != yaml.DocumentNode {
		return
	}
	all := places(&document, "", nil)
	p := pick(m.words, all)
	switch m.IntN(16) {
	case 0, 1:
		*p.at = m.value(p.name, p.t, 3)
	case 2:
		*p.at = m.anything(2)
	case 3:
		m.retype(p.at)
	case 4:
		m.rename(m.among(all, yaml.MappingNode))
	case 5:
		m.remove(pick(m.words, all))
	case 6:
		m.repeat(pick(m.words, all))
	case 7:
		m.move(p, pick(m.words, all))
	case 8:
		m.add(m.among(all, yaml.MappingNode), pick(m.words, vocabulary()), nil)
	case 9:
		m.lengthen(m.among(all, yaml.ScalarNode))
	default:
		m.addKnown(m.typed(all))
	}
}

// among returns a place that holds a node of a kind, or any.
func (m mutator) among(all []place, kind yaml.Kind) place {
	some := slices.DeleteFunc(slices.Clone(all), func(p place) bool { return (*p.at).Kind != kind })
	if len(some) == 0 {
		return pick(m.words, all)
	}
	return pick(m.words, some)
}

// typed returns a place that holds a map whose fields are known, or any.
func (m mutator) typed(all []place) place {
	some := slices.DeleteFunc(slices.Clone(all), func(p place) bool {
		return (*p.at).Kind != yaml.MappingNode || p.t == nil || p.t.Kind() != reflect.Struct
	})
	if len(some) == 0 {
		return pick(m.words, all)
	}
	chosen := pick(m.words, some)
	for range 3 { // metadata is everywhere; specs and entries have more fields, and fewer places
		if other := pick(m.words, some); strings.HasSuffix(other.t.Name(), "Spec") ||
			strings.HasSuffix(other.t.Name(), "Entry") {
			chosen = other
		}
	}
	return chosen
}

// retype makes a list of a scalar, a scalar of a list, and so on.
func (m mutator) retype(at **yaml.Node) {
	switch n := *at; {
	case m.oneIn(3):
		*at = listNode(n)
	case m.oneIn(3):
		*at = mapNode(textNode(pick(m.words, vocabulary())), n)
	case len(n.Content) > 0:
		*at = n.Content[len(n.Content)-1]
	default:
		*at = bare(n.Value) // a string without its quotes
	}
}

// rename misspells a key, or makes another field of it.
func (m mutator) rename(p place) {
	n := *p.at
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return
	}
	key := n.Content[m.IntN(len(n.Content)/2)*2]
	old := key.Value
	renamed := textNode(pick(m.words, vocabulary()))
	switch m.IntN(5) {
	case 0:
		renamed.Value = strings.ToLower(old)
	case 1:
		renamed.Value = old + old[max(0, len(old)-1):]
	case 2:
		renamed = m.anything(3)
	case 3:
		renamed.Value = m.text("")
	}
	*key = *renamed
}

// remove takes an item out of a list or map.
func (m mutator) remove(p place) {
	switch n := *p.at; {
	case len(n.Content) == 0:
	case n.Kind == yaml.MappingNode:
		i := m.IntN(len(n.Content)/2) * 2
		n.Content = slices.Delete(n.Content, i, i+2)
	case n.Kind == yaml.SequenceNode:
		i := m.IntN(len(n.Content))
		n.Content = slices.Delete(n.Content, i, i+1)
	}
}

// repeat writes an item of a list or map twice, or more often.
func (m mutator) repeat(p place) {
	n := *p.at
	times := pick(m.words, []int{1, 1, 1, 2, 40})
	switch {
	case len(n.Content) == 0:
	case n.Kind == yaml.MappingNode:
		i := m.IntN(len(n.Content)/2) * 2
		n.Content = append(n.Content, n.Content[i], n.Content[i+1])
	case n.Kind == yaml.SequenceNode:
		item := pick(m.words, n.Content)
		for range times {
			n.Content = append(n.Content, item)
		}
	}
}

// move puts what stands at one place at another too, or below it.
func (m mutator) move(from, to place) {
	copied := deepCopy(*from.at)
	if (*to.at).Kind == yaml.MappingNode && m.oneIn(2) {
		(*to.at).Content = append((*to.at).Content, textNode(from.name), copied)
		return
	}
	*to.at = copied
}

func deepCopy(n *yaml.Node) *yaml.Node {
	out := *n
	out.Content = nil
	out.Anchor = "" // one name for two nodes would change what aliases mean
	for _, child := range n.Content {
		out.Content = append(out.Content, deepCopy(child))
	}
	return &out
}

// lengthen writes a scalar with as many characters as somebody draws a line at.
func (m mutator) lengthen(p place) {
	length := pick(m.words, lengths)
	text := (*p.at).Value
	if len(text) < length {
		text += strings.Repeat("a", length-len(text))
	}
	*p.at = textNode(text)
}

func (m mutator) addKnown(p place) {
	known := fields(p.t)
	if len(known) == 0 {
		return
	}
	name := pick(m.words, slices.Sorted(maps.Keys(known)))
	m.add(p, name, known[name].Type)
}

// add sets a field of a map.
func (m mutator) add(p place, name string, t reflect.Type) {
	n := *p.at
	if n.Kind != yaml.MappingNode {
		return
	}
	value := m.value(name, t, 2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			n.Content[i+1] = value
			return
		}
	}
	n.Content = append(n.Content, textNode(name), value)
}
