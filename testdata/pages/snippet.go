package main

import (
	"errors"
	"slices"
	"strings"
)

// gap is the line of a snippet in the place of lines that are left out.
const gap = "# …"

// parts returns the lines of a snippet between its gaps.
func parts(snippet string) (all [][]string) {
	all = append(all, nil)
	for line := range strings.Lines(snippet) {
		line = strings.TrimSuffix(line, "\n")
		if strings.TrimSpace(line) == gap {
			all = append(all, nil)
			continue
		}
		all[len(all)-1] = append(all[len(all)-1], line)
	}
	return all
}

// span is a run of lines of a document; from counts from 1, and to is the line behind it.
type span struct{ from, to int }

// spans are where the parts of a snippet are in a document, and how far they are indented there.
type spans struct {
	list   []span
	indent string
}

// hold reports whether a line is in one of them.
func (s spans) hold(line int) bool {
	return slices.ContainsFunc(s.list, func(at span) bool { return at.from <= line && line < at.to })
}

// locate finds a snippet in a document, where it may be indented further.
func locate(document, snippet string) (found spans, err error) {
	lines, wanted := strings.Split(document, "\n"), parts(snippet)
	for i, line := range lines {
		indent, begins := strings.CutSuffix(line, wanted[0][0])
		if !begins || strings.TrimSpace(indent) != "" {
			continue
		}
		if found, ok := locateFrom(lines, i, wanted, indent); ok {
			return found, nil
		}
	}
	return spans{}, errors.New("the document does not have the lines of wrong")
}

// locateFrom finds the parts of a snippet, the first one right at a line.
func locateFrom(lines []string, at int, wanted [][]string, indent string) (found spans, ok bool) {
	found.indent = indent
	for i, part := range wanted {
		for i > 0 && at < len(lines) && !startsWith(lines[at:], part, indent) {
			at++
		}
		if at >= len(lines) || !startsWith(lines[at:], part, indent) {
			return spans{}, false
		}
		found.list = append(found.list, span{at + 1, at + 1 + len(part)})
		at += len(part)
	}
	return found, true
}

func startsWith(lines, part []string, indent string) bool {
	if len(lines) < len(part) {
		return false
	}
	for i, line := range part {
		if lines[i] != indented(line, indent) {
			return false
		}
	}
	return true
}

func indented(line, indent string) string {
	if line == "" {
		return ""
	}
	return indent + line
}

// replace returns a document with another snippet in the place of one, and where that is then.
func replace(document, wrong, right string) (out string, now spans, err error) {
	at, err := locate(document, wrong)
	if err != nil {
		return "", spans{}, err
	}
	with := parts(right)
	if len(with) != len(at.list) {
		return "", spans{}, errors.New("right must have as many gaps as wrong")
	}
	lines, moved := strings.Split(document, "\n"), 0
	for i, old := range at.list {
		var part []string
		for _, line := range with[i] {
			part = append(part, indented(line, at.indent))
		}
		from := old.from + moved
		lines = slices.Replace(lines, from-1, old.to+moved-1, part...)
		now.list = append(now.list, span{from, from + len(part)})
		moved += len(part) - (old.to - old.from)
	}
	return strings.Join(lines, "\n"), now, nil
}
