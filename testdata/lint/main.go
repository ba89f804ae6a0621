// Command lint lists the lines of Markdown that are longer than 120 columns and can be broken:
//
//	go run . FOLDER
//
// Code, tables and headings cannot be broken, nor can a line of one word, for example a link. Pages that programs
// write, and goldens, are left out. Lines of Go are checked by editorconfig-checker, a tool of this module.
package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

const limit = 120

// written lists the pages that programs write, and goldens.
var written = []string{
	"schema/REFERENCE.md", "schema/RULES.md", "schema/MANIFESTS.md", "testdata/CASES.md", "testdata/STOPS.md",
	"testdata/bench/RESULTS.md", "testdata/bench/RESULTS_PEERS.md", "testdata/bench/RESULTS_SCALE.md",
	"testdata/bench/RESULTS_DELIVERY.md", "examples/change/chart.md", "examples/change/release.md",
}

func main() {
	long, err := check(os.DirFS(os.Args[1]), os.Stdout)
	if err == nil && long > 0 {
		err = fmt.Errorf("%d lines are longer than %d columns", long, limit)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// check prints the long lines of all pages in a folder, and returns their number.
func check(folder fs.FS, out io.Writer) (long int, err error) {
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "bin", "node_modules"}, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || path.Ext(name) != ".md" || slices.Contains(written, name):
			return nil
		}
		data, err := fs.ReadFile(folder, name)
		for _, line := range longLines(data) {
			fmt.Fprintf(out, "%s:%d: a line of more than %d columns\n", name, line, limit)
			long++
		}
		return err
	})
	return long, err
}

// longLines returns the numbers of the lines of paragraphs, also of those in lists and quotations, that are too long.
func longLines(data []byte) (numbers []int) {
	lines := strings.Split(string(data), "\n")
	page := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader(data))
	_ = ast.Walk(page, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Kind() != ast.KindParagraph && n.Kind() != ast.KindTextBlock {
			return ast.WalkContinue, nil
		}
		for _, segment := range n.Lines().Sliced(0, n.Lines().Len()) {
			number := strings.Count(string(data[:segment.Start]), "\n") + 1
			line := strings.TrimSuffix(lines[number-1], "\r")
			words := strings.Fields(string(segment.Value(data)))
			if utf8.RuneCountInString(line) > limit && len(words) > 1 {
				numbers = append(numbers, number)
			}
		}
		return ast.WalkSkipChildren, nil
	})
	return numbers
}
