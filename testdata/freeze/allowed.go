package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// allowance is a difference that is wanted.
type allowance struct {
	name, reason string
	input, run   *regexp.Regexp // of which inputs and runs; nil is all of them
	text         *regexp.Regexp // what both texts hold; nil is anything
	before       *regexp.Regexp // what the old text, or the text of a run before it, holds; nil is anything
	ignore       *regexp.Regexp // what of both texts does not count; nil is nothing
	old          *regexp.Regexp // what of the old text becomes new; nil is nothing
	new          string
	used         int
}

// readAllowed reads the list of differences that are allowed: paragraphs of lines "key: value".
func readAllowed(file string) (all []*allowance, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for paragraph := range strings.SplitSeq(string(data), "\n\n") {
		a, err := parseAllowance(paragraph)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if a != nil {
			all = append(all, a)
		}
	}
	return all, nil
}

// parseAllowance reads a paragraph; nil when it holds comments only.
func parseAllowance(paragraph string) (*allowance, error) {
	fields := map[string]string{}
	for line := range strings.Lines(paragraph) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return nil, fmt.Errorf("%q is no key with a value", line)
		}
		fields[key] = strings.TrimSpace(value)
	}
	if len(fields) == 0 {
		return nil, nil
	}
	a := &allowance{name: fields["name"], reason: fields["reason"], new: fields["new"]}
	patterns := map[string]**regexp.Regexp{"input": &a.input, "run": &a.run, "text": &a.text, "before": &a.before,
		"ignore": &a.ignore, "old": &a.old}
	for key, value := range fields {
		to := patterns[key]
		if to == nil {
			continue
		}
		pattern, err := regexp.Compile(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.name, err)
		}
		*to = pattern
	}
	if a.name == "" || a.reason == "" || a.ignore == nil && a.old == nil {
		return nil, fmt.Errorf("%q needs a name, a reason, and ignore or old", paragraph)
	}
	return a, nil
}

// isFor reports whether an allowance is for a run and what it printed.
func (a *allowance) isFor(d difference) bool {
	if a.input != nil && !a.input.MatchString(d.job.Name) || a.run != nil && !a.run.MatchString(d.step.Name) {
		return false
	}
	if a.before != nil && !a.before.MatchString(d.before) && !slices.ContainsFunc(d.earlier, a.before.MatchString) {
		return false
	}
	return a.text == nil || a.text.MatchString(d.before) && a.text.MatchString(d.after)
}

// without returns a difference without what is allowed.
func (a *allowance) without(d difference) difference {
	if a.old != nil {
		d.before = a.old.ReplaceAllString(d.before, a.new)
	}
	if a.ignore != nil {
		d.before, d.after = a.ignore.ReplaceAllString(d.before, ""), a.ignore.ReplaceAllString(d.after, "")
	}
	return d
}

// panicked begins what a run printed when it panicked.
const panicked = "--- panic\n"

// allows reports whether all of a difference is allowed, by one allowance or by several. A panic is not wanted back.
func allows(all []*allowance, d difference) bool {
	if strings.Contains(d.before, panicked) && !strings.Contains(d.after, panicked) {
		return true
	}
	var used []*allowance
	for _, a := range all {
		if !a.isFor(d) {
			continue
		}
		if smaller := a.without(d); smaller.before != d.before || smaller.after != d.after {
			d, used = smaller, append(used, a)
		}
	}
	if d.before != d.after {
		return false
	}
	for _, a := range used {
		a.used++
	}
	return true
}
