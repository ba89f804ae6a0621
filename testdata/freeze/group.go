package main

import (
	"bytes"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// The groups of fluxapp's own kinds and annotations: the present one, and the one that older commits have.
const (
	group    = "fluxapp.dev"
	oldGroup = "gitops.kubesphere.io"
)

// hasOldGroup reports whether the command of a commit reads and writes the old group.
func hasOldGroup(root, commit string) bool {
	cmd := exec.Command("git", "show", commit+":schema/kinds/kinds.go")
	cmd.Dir = root
	table, err := cmd.Output()
	return err == nil && !bytes.Contains(table, []byte(group))
}

// inOldGroup returns a job with the old group in all of its texts.
func (j job) inOldGroup() job {
	j.Files = filesInOldGroup(j.Files)
	j.Steps = slices.Clone(j.Steps)
	for i, s := range j.Steps {
		s.Args = slices.Clone(s.Args)
		for at, arg := range s.Args {
			s.Args[at] = strings.ReplaceAll(arg, group, oldGroup)
		}
		s.Stdin = bytes.ReplaceAll(s.Stdin, []byte(group), []byte(oldGroup))
		s.Write = filesInOldGroup(s.Write)
		for at, text := range s.Replace {
			s.Replace[at] = strings.ReplaceAll(text, group, oldGroup)
		}
		j.Steps[i] = s
	}
	return j
}

func filesInOldGroup(files map[string][]byte) map[string][]byte {
	files = maps.Clone(files)
	for name, text := range files {
		files[name] = bytes.ReplaceAll(text, []byte(group), []byte(oldGroup))
	}
	return files
}

var column = regexp.MustCompile(`(:\d+):\d+\b`)

// isSeparator reports whether a character separates words, also in the objects of JSON on one line.
func isSeparator(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",{}", r) }

// comparable returns the exit code of an answer, and its words in alphabetical order, with the old group and without
// columns. The groups differ in length and in the alphabet, so that keys sort, long texts fold and columns count
// differently.
func comparable(answer string) string {
	answer = column.ReplaceAllString(strings.ReplaceAll(answer, group, oldGroup), "$1")
	words := strings.FieldsFunc(answer, isSeparator)
	slices.Sort(words)
	exit, _, _ := strings.Cut(answer, "\n")
	return exit + "\n" + strings.Join(words, "\n") + "\n"
}
