package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/testdata/generate/stops"
)

// modules are those of Flux's APIs.
var modules = []string{
	"github.com/fluxcd/helm-controller/api", "github.com/fluxcd/kustomize-controller/api",
	"github.com/fluxcd/source-controller/api", "github.com/fluxcd/notification-controller/api",
	"github.com/fluxcd/image-reflector-controller/api", "github.com/fluxcd/image-automation-controller/api",
	"github.com/fluxcd/source-watcher/api/v2",
}

// printNext prints what the newest versions of the modules have that the data of the newest Flux has not.
func printNext(w io.Writer) error {
	known, err := minors()
	if err != nil {
		return err
	}
	newest := folderOf(known[len(known)-1])
	data, err := os.ReadFile(filepath.Join(newest, factsFile))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "flux-next")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := newestModules(dir, w); err != nil {
		return err
	}
	types, err := load(dir)
	if err != nil {
		return err
	}
	facts, err := release{types: types}.facts()
	if err != nil {
		return err
	}
	news := compare(parse(data), facts)
	fmt.Fprintf(w, "%d differences to %s\n", len(news), newest)
	for _, line := range news {
		fmt.Fprintln(w, line)
	}
	rows, err := formats(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	for _, place := range withoutRow(rows, facts) {
		fmt.Fprintln(w, "formats.txt:", place)
	}
	return printStops(w, fmt.Sprintf("2.%d", known[len(known)-1]))
}

// printStops prints the places in the newest source-controller that make an error and that nobody has looked at.
func printStops(w io.Writer, flux string) error {
	const module = "github.com/fluxcd/source-controller"
	dir, err := os.MkdirTemp("", "flux-stops")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := run(dir, "mod", "init", "example.com/stops"); err != nil {
		return err
	}
	version, err := run(dir, "list", "-m", "-f", "{{.Version}}", module+"@latest")
	if err != nil {
		return err
	}
	if _, err := run(dir, "mod", "edit", "-require="+module+"@"+strings.TrimSpace(string(version))); err != nil {
		return err
	}
	places, err := stops.New(flux, dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d new places in source-controller %s that may stop a source\n", len(places),
		strings.TrimSpace(string(version)))
	for _, p := range places {
		fmt.Fprintf(w, "%s %s: %s\n", p.File, p.Function, p.What)
	}
	return nil
}

// run runs the go command in a folder. What it tells is in the error.
func run(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	var told strings.Builder
	cmd.Dir, cmd.Stderr = dir, &told
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, told.String())
	}
	return out, nil
}

// newestModules makes a module in a folder that has the newest version of each API module, and prints which.
func newestModules(dir string, w io.Writer) error {
	if _, err := run(dir, "mod", "init", "example.com/next"); err != nil {
		return err
	}
	get := []string{"get"}
	for _, module := range modules {
		get = append(get, module+"/...@latest")
	}
	if _, err := run(dir, get...); err != nil {
		return err
	}
	versions, err := run(dir, append([]string{"list", "-m"}, modules...)...)
	if err != nil {
		return err
	}
	w.Write(versions)
	patterns := []string{"list"}
	for _, module := range modules {
		patterns = append(patterns, module+"/...")
	}
	packages, err := run(dir, patterns...)
	if err != nil {
		return err
	}
	source := "package apis\n\nimport (\n"
	for _, pkg := range strings.Fields(string(packages)) {
		source += fmt.Sprintf("\t_ %q\n", pkg)
	}
	if err := os.WriteFile(filepath.Join(dir, "apis.go"), []byte(source+")\n"), 0o644); err != nil {
		return err
	}
	_, err = run(dir, "mod", "tidy")
	return err
}

// compare returns what is new, gone and changed from one version of Flux to another, in lines.
func compare(before, after []fact) (lines []string) {
	old, now := byPlace(before), byPlace(after)
	for _, place := range sortedKeys(now.texts) {
		was, there := old.texts[place]
		switch kind, version, path := split(place); {
		case path == "" && there:
			lines = append(lines, changed(place, was, now.texts[place])...)
		case path == "":
			lines = append(lines, place+" is new")
			lines = append(lines, now.comparedWithin(kind, version)...)
		case old.texts[kind+" "+version] == "": // the whole version is new
		default:
			lines = append(lines, changed(place, was, now.texts[place])...)
		}
	}
	for _, place := range sortedKeys(old.texts) {
		kind, version, path := split(place)
		switch _, there := now.texts[place]; {
		case there, path != "" && now.texts[kind+" "+version] == "":
		default:
			lines = append(lines, place+" is gone")
		}
	}
	for _, rule := range after {
		kind, version, _ := split(rule.Place)
		if isRule(rule) && !slices.Contains(before, rule) && old.texts[kind+" "+version] != "" {
			lines = append(lines, rule.String()+" is new")
		}
	}
	for _, rule := range before {
		kind, version, _ := split(rule.Place)
		if isRule(rule) && !slices.Contains(after, rule) && now.texts[kind+" "+version] != "" {
			lines = append(lines, rule.String()+" is gone")
		}
	}
	return lines
}

func isRule(f fact) bool { return strings.HasPrefix(f.Text, "rule ") }

// places are the facts of a version of Flux that are no rules.
type places struct{ texts map[string]string }

func byPlace(facts []fact) places {
	p := places{map[string]string{}}
	for _, f := range facts {
		if !isRule(f) {
			p.texts[f.Place] = f.Text
		}
	}
	return p
}

// split returns the kind, the version and the path of a place; the path of a version itself is empty.
func split(place string) (kind, version, path string) {
	kind, rest, _ := strings.Cut(place, " ")
	version, path, _ = strings.Cut(rest, " ")
	return kind, version, path
}

// comparedWithin compares a version of a kind with the version before it that the same Flux has.
func (p places) comparedWithin(kind, version string) (lines []string) {
	var others []string
	for place := range p.texts {
		if k, v, path := split(place); k == kind && v != version && path == "" {
			others = append(others, v)
		}
	}
	if len(others) == 0 {
		return nil
	}
	slices.Sort(others)
	other := others[len(others)-1]
	for _, place := range sortedKeys(p.texts) {
		k, v, path := split(place)
		if k != kind || path == "" {
			continue
		}
		beside := p.texts[kind+" "+other+" "+path]
		switch {
		case v == version:
			lines = append(lines, changed(place, beside, p.texts[place])...)
		case v == other && p.texts[kind+" "+version+" "+path] == "":
			lines = append(lines, fmt.Sprintf("%s %s lacks %s of %s", kind, version, path, other))
		}
	}
	return lines
}

// changed returns what differs between two texts of a place; the first one is empty where the place is new.
func changed(place, before, after string) []string {
	switch values := newValues(before, after); {
	case before == after:
		return nil
	case before == "":
		return []string{place + " is new: " + after}
	case len(values) > 0:
		return []string{place + " takes " + strings.Join(values, ", ") + " too"}
	}
	return []string{fmt.Sprintf("%s: %s; before: %s", place, after, before)}
}

// newValues returns the values that a text has beside those of another one; none where something else differs.
func newValues(before, after string) []string {
	const list = "one of "
	was, now := strings.Split(before, ", "), strings.Split(after, ", ")
	if len(was) != len(now) {
		return nil
	}
	var values []string
	for i := range now {
		switch {
		case now[i] == was[i]:
		case strings.HasPrefix(now[i], list) && strings.HasPrefix(was[i], list):
			known := strings.Fields(strings.TrimPrefix(was[i], list))
			values = slices.DeleteFunc(strings.Fields(strings.TrimPrefix(now[i], list)),
				func(value string) bool { return slices.Contains(known, value) })
		default:
			return nil
		}
	}
	return values
}
