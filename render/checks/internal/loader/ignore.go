package loader

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// ignore is a .helmignore: the files of a folder that are no part of its chart (pkg/ignore of Helm).
type ignore []ignoreRule

type ignoreRule struct {
	pattern         string
	negated         bool // what does not match is left out
	folders, inTree bool // for folders only; for the whole path and not its last element
}

func readIgnore(files fs.FS, folder string) (ignore, error) {
	data, err := folderFile(files, path.Clean(folder+"/.helmignore"), newBudget())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf(".helmignore: %w", err)
	}
	var rules ignore
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if _, err := path.Match(line, "abc"); err != nil || strings.Contains(line, "**") {
			return nil, fmt.Errorf("its .helmignore has %q, a pattern that Helm does not take", line)
		}
		if len(rules) == maxParts { // each is compared with each file
			return nil, fmt.Errorf("its .helmignore has more than %d patterns; write fewer", maxParts)
		}
		rules = append(rules, newIgnoreRule(line))
	}
	return rules, nil
}

func newIgnoreRule(line string) (r ignoreRule) {
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.folders = strings.CutSuffix(line, "/")
	r.inTree = strings.Contains(line, "/")
	r.pattern = strings.TrimPrefix(line, "/")
	return r
}

func (rules ignore) has(name string, isFolder bool) bool {
	for _, r := range rules {
		subject := name
		if !r.inTree {
			subject = path.Base(name)
		}
		matches, _ := path.Match(r.pattern, subject) // readIgnore refuses what is no pattern
		switch {
		case r.negated && (r.folders && !isFolder || !matches), !r.negated && matches && (isFolder || !r.folders):
			return true
		}
	}
	return false
}
