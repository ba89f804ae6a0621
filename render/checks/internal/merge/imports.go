package merge

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
)

// importValues gives the chart the values of its dependencies that import-values names, and makes those of all
// dependencies its own (processDependencyImportValues of Helm). Only defaults are imported, never given values. Helm
// imports a table itself, and not a copy, so that two imports of one table change it, or end in a table that is in
// itself; here it is a copy.
func (p *Part) importValues() error {
	for _, dep := range p.Deps {
		if err := dep.importValues(); err != nil {
			return err
		}
	}
	if len(p.Wants) == 0 {
		return nil
	}
	own, err := p.defaults()
	if err != nil {
		return err
	}
	imported := values.Map{}
	for _, want := range p.Wants {
		for _, what := range want.ImportValues {
			if table := imports(own, want.Called(), what); table != nil {
				mergeTables(imported, copied(table), true)
			}
		}
	}
	p.values = copied(own)
	mergeTables(p.values, imported, true)
	return nil
}

// imports returns what an item of import-values brings, in the form of the parent's values; nil when there is none.
func imports(own values.Map, from string, what any) values.Map {
	child, parent := "", "."
	switch what := what.(type) {
	case string:
		child = "exports." + what
	case map[string]any:
		child, parent = fmt.Sprint(what["child"]), fmt.Sprint(what["parent"])
	default:
		return nil
	}
	table, isMap := lookUp(own, from+"."+child).(values.Map)
	if !isMap {
		return nil
	}
	if parent == "." {
		return table
	}
	keys := strings.Split(parent, ".")
	for i := len(keys) - 1; i >= 0; i-- {
		table = values.Map{keys[i]: table}
	}
	return table
}
