package engine

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// run is one rendering of a chart for the members of some marks.
type run struct {
	*Marks
	members int
	parts   []string           // what divides the members, where something is different for them
	known   map[string]outcome // of functions, by their names and arguments
	lookups int
	calls   int
}

// Limits of one rendering: charts that people use stay far below.
const maxCalls, maxItems = 5_000_000, 1_000_000

// divided is what a function panics with, so that the rendering ends: the parts of the run are rendered then.
const divided = "the releases are divided"

// alone divides all members.
func (r *run) alone() {
	for member := range r.members {
		r.parts = append(r.parts, fmt.Sprint(member))
	}
	panic(divided)
}

func (r *run) size(n int) {
	if n > maxItems || n < -maxItems {
		panic(fmt.Errorf("the templates want %d items or characters, and %d are allowed", n, maxItems))
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
			if sized[name] && arg.CanInt() {
				r.size(int(arg.Int()))
			}
		}
		if r.looks(name, args) {
			return r.each(name, f, args)
		}
		return call(f, args)
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
	if printing[name] && !merging[name] || name == "printf" && simpleVerbs.MatchString(args[0].String()) {
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
		switch {
		case name == "dict" && len(all) > 2, name == "set", name == "unset":
			if isText && r.has(text) && (name == "dict") == (i%2 == 0) && (name == "dict" || i == 1) {
				r.alone()
			}
			fallthrough
		case merging[name]:
			if keys, isMap := arg.(map[string]any); isMap && Contains(slices.Collect(maps.Keys(keys)), r.has) {
				r.alone()
			}
		case name == "dict":
		case (isText || areTexts || !shallow[name]) && (isClock(arg) || Contains(arg, r.has)):
			return true
		}
	}
	return false
}

// outcome is what a function returns: a value, or an error, also one that it panics with.
type outcome struct {
	value any
	err   error
}

func (o outcome) String() string { return fmt.Sprintf("%v %#v", o.err, o.value) }

func outcomeOf(f reflect.Value, args []reflect.Value) (o outcome) {
	defer func() {
		if failed := recover(); failed != nil {
			o = outcome{err: fmt.Errorf("%v", failed)}
		}
	}()
	out := call(f, args)
	if len(out) > 1 && !out[1].IsNil() {
		return outcome{err: out[1].Interface().(error)}
	}
	return outcome{value: out[0].Interface()}
}

// each calls a function for each member, and returns what stands for all results.
func (r *run) each(name string, f reflect.Value, args []reflect.Value) []reflect.Value {
	key, random := name, false
	for _, arg := range args {
		key += fmt.Sprintf("\x00%#v", arg.Interface())
		random = random || isClock(arg.Interface()) || r.IsRandom(arg.Interface())
	}
	one, found := r.known[key]
	if !found {
		outcomes := make([]outcome, r.members)
		for member := range outcomes {
			filled, texts := make([]reflect.Value, len(args)), r.Of(member)
			for i, arg := range args {
				filled[i] = as(arg.Type(), FillValue(arg.Interface(), texts))
			}
			outcomes[member] = outcomeOf(f, filled)
		}
		one = r.common(outcomes, outcomeOf(f, args), random)
		r.known[key] = one
	}
	if one.err != nil {
		panic(one.err) // text/template makes an error of it
	}
	results := []reflect.Value{as(f.Type().Out(0), one.value)}
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

// common returns what stands for the outcomes of all members: the one that all have, that of the arguments with their
// marks, if it is the same filled in, or a new mark. Without one, it divides the members.
func (r *run) common(all []outcome, marked outcome, random bool) outcome {
	texts, same, areTexts := make([]string, len(all)), true, true
	for i, o := range all {
		text, isText := o.value.(string)
		texts[i], areTexts = text, areTexts && isText && o.err == nil
		same = same && o.String() == all[0].String()
	}
	if same && !(areTexts && random) {
		return all[0]
	}
	if r.standsFor(marked, all) {
		return marked
	}
	if areTexts && (random || !slices.ContainsFunc(texts, isNotPlain)) {
		if mark, ok := r.add(texts, random); ok {
			return outcome{value: mark}
		}
	}
	if same {
		return all[0]
	}
	for i, o := range all {
		part := o.String()
		if areTexts && isPlain(texts[i]) { // these have a mark then
			part = ""
		}
		r.parts = append(r.parts, part)
	}
	panic(divided)
}

// action matches what is in the braces of a template.
var action = regexp.MustCompile(`(?s)\{\{.*?(\}\}|$)`)

// standsFor reports whether a value with marks is that of each member when it is filled in. A template can look at
// marks in keys, which are sorted, and in the text of another template.
func (r *run) standsFor(marked outcome, all []outcome) bool {
	text, isText := marked.value.(string)
	hasKey := false
	Map(marked.value, same, func(key string) string {
		hasKey = hasKey || r.has(key)
		return key
	})
	if marked.err != nil || hasKey || isText && r.has(strings.Join(action.FindAllString(text, -1), "")) {
		return false
	}
	for i, o := range all {
		if o.err != nil || !reflect.DeepEqual(FillValue(marked.value, r.Of(i)), o.value) {
			return false
		}
	}
	return true
}
