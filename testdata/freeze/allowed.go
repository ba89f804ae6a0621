package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// allowance is a difference that is wanted.
type allowance struct {
	name, reason string
	input, run   *regexp.Regexp // of which inputs and runs; nil is all of them
	ignore       *regexp.Regexp // what of both texts does not count; nil is nothing
	old          *regexp.Regexp // what of the old text becomes new; with neither this nor ignore, any difference is allowed
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
	if a.name == "" || a.reason == "" {
		return nil, fmt.Errorf("%q has no name or no reason", paragraph)
	}
	for key, to := range map[string]**regexp.Regexp{"input": &a.input, "run": &a.run, "ignore": &a.ignore, "old": &a.old} {
		if fields[key] == "" {
			continue
		}
		pattern, err := regexp.Compile(fields[key])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.name, err)
		}
		*to = pattern
	}
	return a, nil
}

// allows reports whether a difference is this one and nothing else.
func (a *allowance) allows(d difference) bool {
	if a.input != nil && !a.input.MatchString(d.job.Name) || a.run != nil && !a.run.MatchString(d.step.Name) {
		return false
	}
	before, after := d.before, d.after
	if a.old != nil {
		before = a.old.ReplaceAllString(before, a.new)
	}
	if a.ignore != nil {
		before, after = a.ignore.ReplaceAllString(before, ""), a.ignore.ReplaceAllString(after, "")
	}
	if (a.old != nil || a.ignore != nil) && before != after {
		return false
	}
	a.used++
	return true
}
