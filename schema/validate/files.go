package validate

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// valuesFiles reports several files in one text, as a form of KubeSphere's console takes them.
func (c *validator) valuesFiles(chart tree.Node) {
	for item := range chart.Get("valuesFiles").Children() {
		files, known := reference.PlainText(item)
		if !known || !strings.Contains(files, shape.FileSeparator) {
			continue
		}
		list, remedy := shape.FileList(files),
			"Flux looks for one file of this name, with the semicolons; write the files as items of valuesFiles"
		c.Report(finding.Problem{Code: finding.CodeJoinedList, Node: item, Current: files, Proposed: list,
			Detail: remedy + ": " + list, Hiding: remedy})
	}
}
