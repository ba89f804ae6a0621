package adoption

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// texts returns the files of a repository with their texts.
func (r *repository) texts() map[string]string {
	all := map[string]string{}
	for name, f := range r.files {
		all[name] = f.content(r.habits)
	}
	return all
}

// try runs the command on files, as a user would: adopt, and render what adopt has written. The folder must be empty.
func (c *command) try(dir string, files map[string]string, args ...string) (o outcome, err error) {
	o.before = files
	repository := filepath.Join(dir, "repository")
	if err = write(repository, files); err != nil {
		return o, err
	}
	args = append([]string{"adopt", ".", "--all-findings", "--write", "../written"}, args...)
	if o.adopt, err = c.run(repository, args...); err != nil {
		return o, err
	}
	if o.written, err = contents(filepath.Join(dir, "written")); err != nil || len(o.written) == 0 {
		return o, err
	}
	next := printed.FindStringSubmatch(o.adopt.stderr)
	if next == nil {
		return o, nil // a judge misses what is not rendered
	}
	if o.render, err = c.run(repository, strings.Fields(next[1])...); err != nil {
		return o, err
	}
	o.deployed, err = contents(filepath.Join(repository, "deploy"))
	for name := range o.deployed {
		if _, before := files["deploy/"+name]; before {
			delete(o.deployed, name)
		} else {
			err = errors.Join(err, os.Remove(filepath.Join(repository, "deploy", name)))
		}
	}
	return o, err
}

// printed is what adopt tells to do next.
var printed = regexp.MustCompile(`(?m)^next, .*: fluxapp (render .* -o dir=deploy);`)

// again runs adopt once more, with the folders and files of the repository in another order, and returns what it wrote.
func (c *command) again(dir string, r random, args ...string) (map[string]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, "repository"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && (e.IsDir() || isManifest(e.Name())) {
			names = append(names, e.Name())
		}
	}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	all := append([]string{"adopt", "--all-findings", "--write", path.Join("..", "again")}, args...)
	if _, err = c.run(filepath.Join(dir, "repository"), append(all, names...)...); err != nil {
		return nil, err
	}
	return contents(filepath.Join(dir, "again"))
}

// all runs adopt with --all, and returns what it wrote.
func (c *command) all(dir string, args ...string) (map[string]string, error) {
	args = append([]string{"adopt", ".", "--all", "--write", "../all"}, args...)
	if _, err := c.run(filepath.Join(dir, "repository"), args...); err != nil {
		return nil, err
	}
	return contents(filepath.Join(dir, "all"))
}
