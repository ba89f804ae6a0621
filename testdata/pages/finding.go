package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// caseFinding is a line of err.txt or warn.txt.
type caseFinding struct {
	code    string
	line    int    // of the document; 0 when it is about the run or its options
	message string // without the place
}

var (
	findingLine  = regexp.MustCompile(`^(?:in\.yaml:(\d+):\d+: )?(.*) \[(FA\d{3})\]$`)
	findingPlace = regexp.MustCompile(`^(?:in|config)\.yaml:\d+:\d+: `)
)

// allFindings returns what a case prints.
func allFindings(root, path string) (found []caseFinding) {
	for _, file := range []string{"err.txt", "warn.txt"} {
		text, _ := os.ReadFile(filepath.Join(root, "testdata", "cases", path, file)) // most cases have one of both
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if m := findingLine.FindStringSubmatch(line); m != nil {
				at, _ := strconv.Atoi(m[1]) // none is 0
				found = append(found, caseFinding{m[3], at, findingPlace.ReplaceAllString(line, "")})
			}
		}
	}
	return found
}

// findings returns what a case prints for a rule.
func findings(root, path, code string) (found []caseFinding) {
	for _, f := range allFindings(root, path) {
		if f.code == code {
			found = append(found, f)
		}
	}
	return found
}
