// Command pages writes the reference pages of the language, schema/REFERENCE.md, schema/RULES.md and
// schema/MANIFESTS.md, and testdata/CASES.md, the index of the cases. It also turns the lines that tell how to install
// fluxapp, which install.yaml has. It is a module of its own because it is a tool of this repository: nobody who
// imports fluxapp gets it.
//
// It makes them from what the code and the tests have: the types and their comments, the constants of the rules and
// their comments, and the cases in testdata/cases with their messages. What nothing else has is in rules.yaml,
// reference.yaml, manifests.yaml and the introductions beside this file: why a rule is there, what is right instead,
// examples of fields, and the manifests that people wrote before. The tests hold that the pages are up to date, and
// that what they show is true.
//
// Usage: pages FOLDER-OF-THE-REPOSITORY
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pages FOLDER-OF-THE-REPOSITORY")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// pages are what makes each page, by its file in the repository.
var pages = map[string]func(root string) (string, error){
	"krmfn/internal/lookup/examples.txt": examplesPage,
	"schema/MANIFESTS.md":                manifestsPage,
	"schema/REFERENCE.md":                referencePage,
	"schema/RULES.md":                    rulesPage,
	"testdata/CASES.md":                  casesPage,
}

func write(root string) error {
	for file, page := range pages {
		text, err := page(root)
		if err == nil {
			err = os.WriteFile(filepath.Join(root, filepath.FromSlash(file)), []byte(text), 0o644)
		}
		if err != nil {
			return err
		}
	}
	lines, err := readInstalled()
	if err == nil {
		err = lines.write(root)
	}
	return err
}
