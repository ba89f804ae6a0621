package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A formatRow is a row of formats.txt of package schema/validate, for one path.
type formatRow struct {
	table, path string
	// check is the name of the check, or - without one, and text the column behind it.
	check, text string
}

// formats reads formats.txt of a project.
func formats(root string) (rows []formatRow, err error) {
	data, err := os.ReadFile(filepath.Join(root, "schema", "validate", "formats.txt"))
	table := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		columns := append(strings.SplitN(line, " |", 4), "")
		switch name, isTable := strings.CutPrefix(line, "[fields of "); {
		case isTable:
			table = strings.TrimSuffix(name, "]")
		case len(columns) > 3 && line[0] != '#':
			for path := range strings.FieldsSeq(columns[0]) {
				rows = append(rows, formatRow{table, path, strings.TrimSpace(columns[2]), strings.TrimSpace(columns[3])})
			}
		}
	}
	return rows, err
}

// notRendered are the kinds of Flux that fluxapp never renders.
var notRendered = []string{"Receiver", "ExternalArtifact"}

// texts returns the facts about fields with a text, a list or a map of texts, in the newest version of each kind that
// fluxapp renders. Versions of a kind are in order.
func texts(facts []fact) (all []fact) {
	newest := map[string]string{}
	for _, f := range facts {
		words := strings.SplitN(f.Place, " ", 3)
		if len(words) < 3 || slices.Contains(notRendered, words[0]) {
			continue
		}
		if newest[words[0]] == "" {
			newest[words[0]] = words[1]
		}
		kind, _, _ := strings.Cut(f.Text, ",")
		if newest[words[0]] == words[1] && strings.HasSuffix(kind, "string") && !strings.HasPrefix(kind, "rule ") {
			all = append(all, f)
		}
	}
	return all
}

// entryFields are the fields of an object that an entry has elsewhere.
var entryFields = []struct{ object, entry string }{
	{"chartRef.", "sourceRef."}, {"chart.spec.sourceRef.", "sourceRef."},
	{"kubeConfig.", "destination.kubeConfig."}, {"targetNamespace", "destination.targetNamespace"},
}

// tables returns where formats.txt can have a field: the names of tables, and the path there.
func (f fact) tables() (names []string, path string) {
	kind, rest, _ := strings.Cut(f.Place, " ")
	_, path, _ = strings.Cut(rest, " spec.")
	if kind != "HelmRelease" && kind != "Kustomization" {
		return []string{kind}, path
	}
	for _, moved := range entryFields {
		if below, found := strings.CutPrefix(path, moved.object); found {
			return []string{"entry"}, moved.entry + below
		}
	}
	if of, found := strings.CutPrefix(path, "chart.spec."); found {
		return []string{"HelmChart", "OCIRepository"}, of
	}
	return []string{strings.ToLower(kind[:1]) + kind[1:], "entry"}, path
}

// rowOf returns the row of a field; false without one.
func rowOf(rows []formatRow, tables []string, path string) (formatRow, bool) {
	for _, row := range rows {
		if !slices.Contains(tables, row.table) {
			continue
		}
		below, isBelow := strings.CutPrefix(path, row.path+".")
		switch {
		case row.path == path || row.path == path+"[]":
			return row, true
		case isBelow && row.check == "areFields":
			if found, ok := rowOf(rows, []string{row.text}, below); ok {
				return found, true
			}
		case isBelow:
			return row, true
		}
	}
	return formatRow{}, false
}

// withoutRow returns the fields that have no row, or a row that says of the schema what it does not have.
func withoutRow(rows []formatRow, facts []fact) (places []string) {
	for _, f := range texts(facts) {
		tables, path := f.tables()
		row, found := rowOf(rows, tables, path)
		switch {
		case !found:
			places = append(places, f.Place+" has no row")
		case row.check == "-" && row.text == "values" && !strings.Contains(f.Text, "one of "),
			row.check == "-" && row.text == "pattern" && !strings.Contains(f.Text, "pattern "):
			places = append(places, fmt.Sprintf("%s has no %s in the schema", f.Place, row.text))
		}
	}
	return places
}
