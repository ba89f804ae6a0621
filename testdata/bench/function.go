package main

import (
	"bytes"
	"errors"
	"os"
	"strings"
)

// function compares the function with one that only passes the same items through. The items are an application and
// the objects that an earlier run made of it.
func (b bench) function() ([]row, error) {
	list, size, err := b.secondList()
	if err != nil {
		return nil, err
	}
	ours, theirs := b.command(".", list, b.path("fluxapp")), b.command(".", list, b.path("passthrough"))
	if err := byTurns(b.runs, ours, theirs); err != nil {
		return nil, err
	}
	of := " of the function to that of a kyaml pass-through: " + thousands(b.few) + " objects in a ResourceList of " +
		megabytes(size)
	return []row{compare("5", "CPU"+of, ours, theirs, cpu).within(0.4),
		comparePeaks("5", "peak memory"+of, ours, theirs).within(0.5)}, nil
}

// secondList returns a file with the list that a client sends to a second run, and its size. The function must change
// nothing in it, because the yardstick changes nothing either.
func (b bench) secondList() (string, int, error) {
	first, err := b.write("first.yaml", resourceList(selector(b.fleet(b.few))))
	if err != nil {
		return "", 0, err
	}
	second, third := b.path("second.yaml"), b.path("third.yaml")
	if _, err := b.measure(first, second, b.path("fluxapp")); err != nil {
		return "", 0, err
	}
	if _, err := b.measure(second, third, b.path("fluxapp")); err != nil {
		return "", 0, err
	}
	made, err := os.ReadFile(second)
	if err != nil {
		return "", 0, err
	}
	again, err := os.ReadFile(third)
	if err == nil && (!bytes.Equal(made, again) || bytes.Count(made, []byte("\n- apiVersion:")) != b.few+1) {
		err = errors.New("the function's second run does not pass the objects of the first one through")
	}
	return second, len(made), err
}

// resourceList returns the list with an application that a client of functions sends.
func resourceList(application []byte) []byte {
	place := "  namespace: apps\n  annotations:\n" +
		"    internal.config.kubernetes.io/path: app.yaml\n    internal.config.kubernetes.io/index: '0'\n"
	placed := strings.Replace(string(application), "  namespace: apps\n", place, 1)
	item := "-" + indented(placed, "  ")[1:]
	return []byte("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" + item)
}

func indented(text, by string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(by + line)
	}
	return b.String()
}
