package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
)

// function compares the function with one that only passes the same items through. The items are an application and the objects that
// an earlier run made of it.
func (b bench) function() ([]row, error) {
	list, size, err := b.secondList()
	if err != nil {
		return nil, err
	}
	passes := func(program string) func() (usage, error) {
		return func() (usage, error) { return b.measure(list, os.DevNull, b.path(program)) }
	}
	ours, theirs, err := byTurns(b.runs, passes("fluxapp"), passes("passthrough"))
	if err != nil {
		return nil, err
	}
	ratio, behind := compare(ours, theirs)
	return []row{{
		"5", "CPU of the function to that of a kyaml pass-through: " + thousands(b.few) + " objects in a ResourceList", ratio, "×", 1.5,
		fmt.Sprintf("%s: %s; %s against %s", megabytes(size), behind, mib(medians(ours).Peak), mib(medians(theirs).Peak)),
	}}, nil
}

// secondList returns a file with the list that a client sends to a second run, and its size. The function must change nothing in it,
// because the yardstick changes nothing either.
func (b bench) secondList() (string, int, error) {
	first, err := b.write("first.yaml", resourceList(selector(b.few)))
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
