package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// areas are the folders of testdata/cases, in the order of the page, each with what its cases show.
var areas = []struct{ name, shows string }{
	{"yaml", "How the text is read: syntax, scalars, keys, anchors, JSON, limits."},
	{"documents", "Which documents are read, and how findings about them are reported."},
	{"fields", "Fields that are unknown, at a wrong place, missing, empty or filled."},
	{"types", "Values of a wrong type: durations, numbers, booleans, lists, maps, texts without quotes."},
	{"names", "Names and namespaces of objects, clusters and releases."},
	{"metadata", "Labels and annotations."},
	{"sources", "Where manifests and charts come from: references, inline sources, repositories of KubeSphere."},
	{"charts", "Charts of releases: of the application, of an entry, shared, of the source, templates."},
	{"workloads", "HelmReleases, Kustomizations and KCLRuns with all their fields."},
	{"clusters", "Destinations, the fleet, selectors, kubeconfigs, sharding."},
	{"layers", "Defaults and overrides."},
	{"bases", "What several applications begin with."},
	{"references", "References such as $(cluster.name)."},
	{"placeholders", "Placeholders such as ${name}, which Flux or another tool replaces later."},
	{"waves", "Rollouts in waves."},
	{"dependencies", "What an entry waits for."},
	{"expressions", "Expressions of CEL: when a dependency or an object is ready, and the status of commits."},
	{"patches", "Patches of Kustomizations and of postRenderers."},
	{"duplicates", "Objects and releases that would be twice."},
	{"image", "Image automation: repositories and policies of images, and what commits their tags."},
	{"notification", "Providers and alerts, and what alerts are about."},
	{"files", "Where documents say that objects lie."},
	{"topology", "Objects on the hub or on each cluster itself."},
	{"tenancy", "ServiceAccounts and Roles of teams, and what they may not have."},
	{"limits", "How much one change may do, and to which clusters."},
	{"delivery", "Groups of clusters that Flux applies one by one, and moves between them."},
	{"options", "Options of a run: which applications, for which Flux."},
	{"kubesphere", "Applications of KubeSphere, and fields of older Flux APIs, which are converted."},
	{"seeds", "What makes the manifests of older texts about Flux; [MANIFESTS.md](../schema/MANIFESTS.md) has all " +
		"of them."},
	{"jobs", "Whole tasks of a newcomer, and what people try first."},
}

// withoutComment are the cases whose text can hold no comment, with what they show.
var withoutComment = map[string]string{
	"yaml/json":        "An application may be one JSON document.",
	"yaml/json-stream": "JSON documents may follow each other without a separator.",
}

// testCase is a folder of testdata/cases.
type testCase struct {
	path  string // with its area
	shows string
	codes []string // of its findings, each once
}

// casesOf returns the cases of an area, in the order of their names.
func casesOf(root, area string) (found []testCase, err error) {
	folders, err := os.ReadDir(filepath.Join(root, "testdata", "cases", area))
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		c := testCase{path: area + "/" + folder.Name()}
		if c.shows, err = whatItShows(root, c.path); err != nil {
			return nil, err
		}
		c.codes = codesOf(root, c.path)
		found = append(found, c)
	}
	return found, nil
}

// whatItShows returns the comment that a case begins with. Behind a byte order mark it is the second line.
func whatItShows(root, path string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "testdata", "cases", path, "in.yaml"))
	for line := range strings.Lines(string(text)) {
		if shows, found := strings.CutPrefix(strings.TrimSpace(line), "# "); found {
			return shows, nil
		}
	}
	if shows := withoutComment[path]; shows != "" || err != nil {
		return shows, err
	}
	return "", fmt.Errorf("%s/in.yaml has no comment that says what it shows", path)
}

// codesOf returns the codes of a case's findings, sorted.
func codesOf(root, path string) (found []string) {
	for _, f := range allFindings(root, path) {
		found = append(found, f.code)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

const casesIntro = `# The cases

A case is a folder with documents and what fluxapp makes of them: objects, or the errors that refuse them. ` +
	`[README.md](README.md)
explains the files of a case and how to add one. The first list goes from a rule to its cases, the second one has ` +
	`the cases of each
area. A case whose name begins with ` + "`err-`" + ` is refused.
`

// casesPage returns CASES.md.
func casesPage(root string) (string, error) {
	rules, err := codes(root)
	if err != nil {
		return "", err
	}
	byCode, byArea := map[string][]testCase{}, map[string][]testCase{}
	for _, area := range areas {
		if byArea[area.name], err = casesOf(root, area.name); err != nil {
			return "", err
		}
		for _, c := range byArea[area.name] {
			for _, code := range c.codes {
				byCode[code] = append(byCode[code], c)
			}
		}
	}
	var b strings.Builder
	b.WriteString(generated + casesIntro + "\n## Rules\n\n| Code | Rule | Cases |\n|---|---|---|\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| [%s](../schema/RULES.md#%s) | %s | %s |\n", r.value, rule{code: r}.anchor(), r.name,
			links(byCode[r.value]))
	}
	b.WriteString("\n## Areas\n")
	for _, area := range areas {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n| Case | What it shows | Codes |\n|---|---|---|\n", area.name, area.shows)
		for _, c := range byArea[area.name] {
			_, name, _ := strings.Cut(c.path, "/")
			fmt.Fprintf(&b, "| [%s](cases/%s) | %s | %s |\n", name, c.path, c.shows, strings.Join(c.codes, " "))
		}
	}
	return b.String(), nil
}

// links returns the cases of a rule. What needs files, a run or thousands of clusters has a test instead.
func links(list []testCase) string {
	if list == nil {
		return "a test"
	}
	all := make([]string, len(list))
	for i, c := range list {
		all[i] = fmt.Sprintf("[%s](cases/%s)", c.path, c.path)
	}
	return strings.Join(all, ", ")
}
