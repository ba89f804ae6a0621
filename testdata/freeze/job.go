package main

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// job is a folder of files and the runs in it, one after the other. serve/serve.go has the same types.
type job struct {
	Name  string    `json:"-"`
	from  documents // what the runs were made of; none for words
	Files map[string][]byte
	Steps []step
	Full  bool
}

type step struct {
	Name     string `json:"-"`
	Args     []string
	Stdin    []byte
	StdinOf  int
	DropItem int
	Replace  [2]string
	Write    map[string][]byte
	Remove   []string
	Snapshot string
}

// documents are the input of a job: files below a folder called in, in the order of their names.
type documents struct {
	name    string
	files   map[string][]byte
	options []byte // fields of a RenderConfig; nil for none
	variety int    // which of the further runs to do; -1 is all of them
}

// job returns the runs of documents: what every user does, and some of what some do.
func (d documents) job() job {
	b := &builder{documents: d, job: job{Name: d.name, from: d, Files: maps.Clone(d.files)}}
	if d.options != nil {
		b.flags = []string{"--config", "options.yaml"}
		b.job.Files["options.yaml"] = renderConfig(d.options)
	}
	b.add(step{Name: "render", Args: b.args("render", "in")})
	b.add(step{Name: "json", Args: b.args("render", "in", "-o", "json")})
	b.add(step{Name: "check", Args: b.args("check", "in", "--all-findings")})
	b.explain()
	b.folder()
	b.function()
	further := []func(){b.shards, b.versions, b.alone, b.strict}
	for i, more := range further {
		if d.variety < 0 || d.variety%len(further) == i {
			more()
		}
	}
	return b.job
}

type builder struct {
	documents
	job   job
	flags []string
}

func (b *builder) add(s step) int {
	b.job.Steps = append(b.job.Steps, s)
	return len(b.job.Steps)
}

func (b *builder) args(args ...string) []string { return append(args, b.flags...) }

// text returns all documents as one stream.
func (b *builder) text() string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		texts = append(texts, strings.TrimRight(string(b.files[name]), "\n"))
	}
	return strings.Join(texts, "\n---\n") + "\n"
}

var nameLine = regexp.MustCompile(`(?m)(?:^metadata: \{(?:[^}]*, )?|^  )name: ([a-z0-9.-]+)`)

// explain explains the first names of documents, which most often are applications.
func (b *builder) explain() {
	var seen []string
	most := 1
	if b.variety < 0 {
		most = 3
	}
	for _, match := range nameLine.FindAllStringSubmatch(b.text(), -1) {
		if name := match[1]; !slices.Contains(seen, name) && len(seen) < most {
			seen = append(seen, name)
			b.add(step{Name: "explain", Args: b.args("explain", name, "in")})
		}
	}
	if len(seen) > 0 && (b.variety < 0 || b.variety%7 == 0) {
		b.add(step{Name: "explain cluster", Args: b.args("explain", seen[0], "in", "--cluster", "berlin")})
	}
}

// folder writes a folder, writes it again, and once more after a document is gone.
func (b *builder) folder() {
	b.add(step{Name: "dir", Args: b.args("render", "in", "-o", "dir=out"), Snapshot: "out"})
	b.add(step{Name: "dir again", Args: b.args("render", "in", "-o", "dir=out"), Snapshot: "out"})
	last := step{Name: "dir without a document", Args: b.args("render", "in", "-o", "dir=out"), Snapshot: "out"}
	last.Write, last.Remove = b.withoutLast()
	switch {
	case b.variety%5 == 1:
		b.add(step{Name: "check rendered", Args: b.args("check", "in", "--rendered", "out")})
		b.add(step{Name: "check rendered without a file", Remove: []string{"out/*/*"},
			Args: b.args("check", "in", "--rendered", "out")})
	case b.variety%5 == 2:
		last.Args = append(last.Args, "--prune-orphans")
		b.add(last)
		return
	case b.variety%5 == 3:
		b.add(step{
			Name: "dir with an obstacle", Remove: []string{"out/*"},
			Write: map[string][]byte{"out/kustomization.yaml": []byte("resources: []\n")},
			Args:  b.args("render", "in", "-o", "dir=out"), Snapshot: "out",
		})
	}
	if b.variety < 0 {
		b.add(step{Name: "check rendered", Args: b.args("check", "in", "--rendered", "out")})
	}
	b.add(last)
	if b.variety < 0 {
		last.Name, last.Args = "dir without orphans", append(slices.Clone(last.Args), "--prune-orphans")
		last.Write, last.Remove = nil, nil
		b.add(last)
	}
}

// withoutLast takes the last document of the last file away.
func (b *builder) withoutLast() (write map[string][]byte, remove []string) {
	names := slices.Sorted(maps.Keys(b.files))
	name := names[len(names)-1]
	text := strings.TrimRight(string(b.files[name]), "\n")
	if at := strings.LastIndex(text, "\n---\n"); at >= 0 {
		return map[string][]byte{name: []byte(text[:at+1])}, nil
	}
	return nil, []string{name}
}

// function sends a ResourceList, the answer again, and the answer without its first item.
func (b *builder) function() {
	config := ""
	if b.options != nil {
		config = string(renderConfig(b.options))
	}
	first := b.add(step{Name: "function", Stdin: b.list(config)})
	for i, later := range []step{
		{Name: "function again", StdinOf: first},
		{Name: "function without an item", StdinOf: first, DropItem: 1},
		{Name: "function edited", StdinOf: first, Replace: [2]string{"\n    name: ", "\n    name: x"}},
	} {
		if b.variety < 0 || b.variety%3 == i {
			b.add(later)
		}
	}
}

// list wraps the documents in a ResourceList, with what clients annotate.
func (b *builder) list(config string) []byte {
	var list strings.Builder
	list.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n")
	if config != "" {
		list.WriteString("functionConfig:\n" + indented(config, "  "))
	}
	list.WriteString("items:\n")
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		file := strings.TrimPrefix(name, "in/")
		for i, text := range strings.Split(strings.TrimRight(string(b.files[name]), "\n"), "\n---\n") {
			list.WriteString("-\n" + indented(annotated(text, b.annotations(file, i)), "  "))
		}
	}
	return []byte(list.String())
}

// annotations are the annotations of kpt, of kustomize, or of a build.
func (b *builder) annotations(file string, index int) []string {
	place := []string{
		fmt.Sprintf("internal.config.kubernetes.io/path: %q", file),
		fmt.Sprintf("internal.config.kubernetes.io/index: %q", fmt.Sprint(index)),
	}
	switch b.variety % 4 {
	case 0:
		return nil
	case 1:
		return append(place, `internal.config.kubernetes.io/id: "1"`, `internal.config.kubernetes.io/seqindent: "compact"`,
			fmt.Sprintf("internal.config.kubernetes.io/package-path: %q", path.Join("/pkg", path.Dir(file))))
	}
	return place
}

// annotated adds annotations to a document, where its metadata is written as most people write it.
func annotated(text string, lines []string) string {
	before, after, ok := strings.Cut("\n"+text, "\nmetadata:")
	if !ok || len(lines) == 0 {
		return text
	}
	switch {
	case strings.HasPrefix(after, "\n  annotations:\n"):
		after = strings.Replace(after, "\n  annotations:\n",
			"\n  annotations:\n"+indented(strings.Join(lines, "\n"), "    "), 1)
	case strings.HasPrefix(after, "\n  "):
		after = "\n  annotations:\n" + indented(strings.Join(lines, "\n"), "    ") + after[1:]
	case strings.HasPrefix(after, " {"):
		after = " {annotations: {" + strings.Join(lines, ", ") + "}, " + after[2:]
	}
	return (before + "\nmetadata:" + after)[1:]
}

func indented(text, by string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(by + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String()
}

// renderConfig is the document of options.
func renderConfig(options []byte) []byte {
	text := strings.Replace(string(options), "Strict:", "strict:", 1)
	return []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: options}\nspec:\n" +
		indented(text, "  "))
}

// shards writes a folder in two parts.
func (b *builder) shards() {
	for _, shard := range []string{"0/2", "1/2"} {
		b.add(step{Name: "shard", Args: b.args("render", "in", "-o", "dir=parts", "--shard", shard), Snapshot: "parts"})
	}
	b.add(step{Name: "shard of three", Args: b.args("render", "in", "--shard", "1/3")})
	b.add(step{Name: "whole after shards", Args: b.args("render", "in", "-o", "dir=parts"), Snapshot: "parts"})
}

// versions renders for old Flux, into another namespace, and from stdin.
func (b *builder) versions() {
	b.add(step{Name: "flux 2.6", Args: b.args("render", "in", "--flux-version", "2.6", "--namespace", "other")})
	b.add(step{Name: "flux 2.8", Args: b.args("check", "in", "--flux-version", "2.8")})
	b.add(step{Name: "stdin", Args: b.args("render", "-"), Stdin: []byte(b.text())})
}

// strict takes warnings for errors.
func (b *builder) strict() {
	b.add(step{Name: "strict", Args: b.args("check", "in", "--strict")})
	b.add(step{Name: "function strict",
		Stdin: b.list(string(renderConfig([]byte("strict: true\ncheck: true\nnamespace: other\n"))))})
	first := b.add(step{Name: "function pruning", Stdin: b.list(string(renderConfig([]byte("pruneOrphans: true\n"))))})
	b.add(step{Name: "function pruning again", StdinOf: first, DropItem: 1})
}

// alone makes the last document the functionConfig, as a kustomize generator does.
func (b *builder) alone() {
	texts := strings.Split(b.text(), "\n---\n")
	first := b.add(step{Name: "function alone", Stdin: b.list(texts[len(texts)-1])})
	b.add(step{Name: "function alone again", StdinOf: first})
	b.add(step{Name: "functionConfig map",
		Stdin: b.list("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: options}\n" +
			"data: {check: 'true', fluxVersion: '2.7'}\n")})
}
