package engine

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// run is one rendering of a chart for the members of some marks.
type run struct {
	*Marks
	members int
	own     string          // texts with it are marks where all members have them; empty for none
	parts   []string        // what divides the members, where something is different for them
	known   map[string]any  // results of functions, by their names and arguments
	fields  map[string]bool // that templates name
	keyed   bool            // a map has a mark for a key
	lookups int
	calls   int
	randoms int // made-up texts
}

// Limits of one rendering: charts that people use stay far below.
const maxCalls, maxItems = 5_000_000, 1_000_000

// alone divides all members. One whose name is no mark has marks of what is made anew only.
func (r *run) alone() {
	if r.members == 1 && r.own == "" {
		return
	}
	r.parts = nil
	for member := range r.members {
		r.parts = append(r.parts, fmt.Sprint(member))
	}
}

// wrap returns a function with the signature of another one that knows marks, and counts.
func (r *run) wrap(name string, function any) any {
	f := reflect.ValueOf(function)
	return reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
		if r.calls++; r.calls > maxCalls {
			panic(fmt.Errorf("the templates call more than %d functions", maxCalls))
		}
		for _, arg := range args {
			if sized[name] && arg.CanInt() && max(arg.Int(), -arg.Int()) > maxItems {
				panic(fmt.Errorf("the templates want %d items or characters, and %d are allowed", arg.Int(), maxItems))
			}
		}
		results := []reflect.Value(nil)
		if r.looks(name, args) {
			results = r.each(name, f, args)
		} else {
			results = call(f, args)
		}
		if r.parts != nil {
			panic("the releases are divided") // which ends the rendering: that of the parts follows
		}
		return results
	}).Interface()
}

func call(f reflect.Value, args []reflect.Value) []reflect.Value {
	if f.Type().IsVariadic() {
		return f.CallSlice(args)
	}
	return f.Call(args)
}

// looks reports whether a function looks at a mark in its arguments. Where one becomes a key of a map, by whose order
// templates go through it, each release is rendered by itself.
func (r *run) looks(name string, args []reflect.Value) bool {
	if printing[name] {
		return false
	}
	var all []any
	for _, arg := range args {
		if items, isList := arg.Interface().([]any); isList && arg.Type() == reflect.TypeFor[[]any]() { // of a variadic one
			all = append(all, items...)
		} else {
			all = append(all, arg.Interface())
		}
	}
	for i, arg := range all {
		text, isText := arg.(string)
		_, areTexts := arg.([]string)
		isMark := isText && r.has(text)
		switch {
		case name == "dict":
			if isMark && i%2 == 0 {
				r.key(text, len(all) == 2)
			}
		case mapping[name]:
			if isMark && i == 1 || r.keyed && r.hasKeys(arg) {
				r.alone()
			}
		case folding[name]:
			if Contains(arg, func(text string) bool { return strings.Contains(text, " ") && r.has(text) }) {
				return true
			}
		case shallow[name] && !isText && !areTexts:
			if r.keyed && r.hasKeys(arg) {
				return true
			}
		case isClock(arg) || Contains(arg, r.has):
			return true
		}
	}
	return false
}

// key makes a text with marks the only key of a map, if no template can ask for that by name.
func (r *run) key(text string, isOnly bool) {
	r.keyed = true
	for member := range r.members {
		if !isOnly || r.fields[Fill(text, r.Of(member))] {
			r.alone()
		}
	}
}

// hasKeys reports whether a value has marks in its keys.
func (r *run) hasKeys(value any) (has bool) {
	Map(value, each.Itself, func(key string) string {
		has = has || r.has(key)
		return key
	})
	return has
}

// failed is the result of a function that fails, also by a panic.
type failed string

func resultOf(f reflect.Value, args []reflect.Value) (result any) {
	defer func() {
		if wrong := recover(); wrong != nil {
			result = failed(fmt.Sprint(wrong))
		}
	}()
	out := call(f, args)
	if len(out) > 1 && !out[1].IsNil() {
		return failed(fmt.Sprint(out[1]))
	}
	return out[0].Interface()
}

// each calls a function for each member, and returns what stands for all results.
func (r *run) each(name string, f reflect.Value, args []reflect.Value) []reflect.Value {
	key, random := name, false
	for _, arg := range args {
		key += fmt.Sprintf("\x00%#v", arg.Interface())
		random = random || isClock(arg.Interface()) || Contains(arg.Interface(), r.isRandom)
	}
	one, found := r.known[key]
	if !found {
		all := make([]any, r.members)
		for member := range all {
			filled, texts := make([]reflect.Value, len(args)), r.Of(member)
			for i, arg := range args {
				filled[i] = as(arg.Type(), FillValue(arg.Interface(), texts))
			}
			all[member] = resultOf(f, filled)
		}
		if one = resultOf(f, args); !r.standsFor(one, all) {
			one = r.common(all, random)
		}
		r.known[key] = one
	}
	if why, isFailed := one.(failed); isFailed {
		panic(errors.New(string(why))) // text/template makes an error of it
	}
	results := []reflect.Value{as(f.Type().Out(0), Map(one, each.Itself, each.Itself))} // which templates may change
	if f.Type().NumOut() > 1 {
		results = append(results, reflect.Zero(f.Type().Out(1)))
	}
	return results
}

// as returns a value as one of a type: the value itself, or nil.
func as(t reflect.Type, value any) reflect.Value {
	made := reflect.New(t).Elem()
	if value != nil {
		made.Set(reflect.ValueOf(value))
	}
	return made
}

// common returns what all results have in common, with marks for the words in which they differ. It divides the members
// where anything else differs.
func (r *run) common(all []any, random bool) any {
	parts, words := make([]string, len(all)), make([][]string, len(all))
	for i, result := range all {
		shape, found := Shape(result)
		if text, isText := result.(string); random && isText {
			shape, found = "", []string{text}
		}
		parts[i], words[i] = fmt.Sprintf("%#v", shape), found
	}
	if slices.ContainsFunc(parts, func(part string) bool { return part != parts[0] }) {
		r.parts = parts
		return all[0]
	}
	marked := r.texts(words, random)
	if _, isText := all[0].(string); random && isText {
		return marked[0]
	}
	return withWords(all[0], marked)
}

// action matches what is in the braces of a template.
var action = regexp.MustCompile(`(?s)\{\{.*?(\}\}|$)`)

// standsFor reports whether a result with marks is that of each member when it is filled in. A template can look at
// marks in keys, which are sorted, and in the text of another template.
func (r *run) standsFor(marked any, all []any) bool {
	text, isText := marked.(string)
	if r.hasKeys(marked) || isText && r.has(strings.Join(action.FindAllString(text, -1), "")) {
		return false
	}
	for i, result := range all {
		if !reflect.DeepEqual(FillValue(marked, r.Of(i)), result) {
			return false
		}
	}
	return true
}
