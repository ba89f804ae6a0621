package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// written returns the documents that people wrote: every case and example of the repository, and the material that
// may lie beside it.
func written(root string, warn func(string)) (all []documents, err error) {
	cases, err := casesIn(filepath.Join(root, "testdata", "cases"))
	if err != nil {
		return nil, err
	}
	all = append(all, cases...)
	examples, err := foldersIn(filepath.Join(root, "examples"), "examples")
	if err != nil {
		return nil, err
	}
	all = append(all, examples...)
	for _, beside := range []string{"corpus", "seeds"} {
		dir := filepath.Join(root, "..", "shared", beside)
		if _, err := os.Stat(dir); err != nil {
			warn(fmt.Sprintf("NOT COMPARED: ../shared/%s is not beside this repository", beside))
			continue
		}
		found, err := foldersIn(dir, beside)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(all) < 400 {
		return nil, fmt.Errorf("there are only %d cases and examples: some were lost", len(all))
	}
	for i := range all {
		all[i].variety = -1
	}
	return all, nil
}

// casesIn returns every in.yaml below a folder, with the options.yaml beside it.
func casesIn(dir string) (all []documents, err error) {
	err = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "in.yaml" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		path, err := filepath.Rel(dir, filepath.Dir(name))
		if err != nil {
			return err
		}
		d := documents{name: path, files: map[string][]byte{"in/in.yaml": data}}
		if options, err := os.ReadFile(filepath.Join(filepath.Dir(name), "options.yaml")); err == nil {
			d.options = options
		}
		all = append(all, d)
		return nil
	})
	return all, err
}

// foldersIn returns the documents of each folder that holds YAML, together and each file on its own.
func foldersIn(dir, called string) (all []documents, err error) {
	folders := map[string]map[string][]byte{}
	err = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".yaml" && filepath.Ext(name) != ".yml" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		folder := filepath.Dir(rel)
		if folders[folder] == nil {
			folders[folder] = map[string][]byte{}
		}
		folders[folder]["in/"+filepath.Base(name)] = data
		return nil
	})
	for folder, files := range folders {
		name := called + "/" + filepath.ToSlash(folder)
		all = append(all, documents{name: name, files: files})
		if len(files) == 1 {
			continue
		}
		for file, data := range files {
			all = append(all, documents{name: name + "/" + filepath.Base(file), files: map[string][]byte{file: data}})
		}
	}
	slices.SortFunc(all, func(a, b documents) int { return strings.Compare(a.name, b.name) })
	return all, err
}

// words returns the runs that read no documents: schemas, pages of rules and fields, help and wrong command lines.
func words() (jobs []job) {
	lines := []string{
		"--help", "render --help", "check --help", "explain --help", "schema --help", "version", "nosuch",
		"render", "render nosuch.yaml", "render -o xml in", "render --shard 2/2 in", "render --flux-version 1.0 in",
		"render in", "check in",
		"explain nosuch", "explain spec", "explain spec.config", "explain spec.config.helmRelease.deploy",
		"explain spec.config.kustomization",
		"explain spec.config.kclRun", "explain spec.clusters", "explain RenderConfig.spec", "explain HelmChart.spec",
		"explain spec.confg",
		"explain GitRepository", "explain Application.spec", "schema", "schema --crd", "schema --kind Application",
		"schema --kind RenderConfig",
		"schema --kind Application --crd", "render --config in/empty.yaml in", "render --config nosuch in",
		"check --rendered= in",
	}
	for code := 100; code < 900; code++ {
		lines = append(lines, fmt.Sprintf("explain FA%d", code))
	}
	for _, line := range lines {
		jobs = append(jobs, job{
			Name: "words", Files: map[string][]byte{"in/empty.yaml": nil},
			Steps: []step{{Name: line, Args: strings.Fields(line)}},
		})
	}
	return jobs
}
