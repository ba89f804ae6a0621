package validate

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template/parse"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

//go:embed functions.txt
var functionsText string

var functions = sync.OnceValue(func() map[string]any {
	all := map[string]any{}
	for _, name := range strings.Fields(functionsText + " and call eq ge gt html index js le len lt ne not or print " +
		"printf println slice urlquery") {
		all[name] = true
	}
	return all
})

// isMessage reports what templateMsg of image-automation-controller cannot parse, or finds no data for.
func isMessage(c *validator, f field) {
	text, ok := names.PlainText(f.Node)
	if !ok {
		return
	}
	p := finding.Problem{Code: check.CodeMessageTemplate, Node: f.Node}
	trees, err := parse.Parse("messageTemplate", text, "", "", functions())
	switch {
	case err == nil:
		data(trees["messageTemplate"], &p)
	case strings.HasSuffix(err.Error(), " not defined"):
		p.Detail = fmt.Sprintf("Flux has no such function (line %s); write one of Go's templates, or one of Sprig that "+
			"needs no clock, no environment and no network", whereOf(err))
	default:
		p.Detail = fmt.Sprintf("is no template of Go (line %s); correct it", whereOf(err))
	}
	if p.Detail != "" {
		c.Report(p)
	}
}

func whereOf(err error) string { return strings.TrimPrefix(err.Error(), "template: messageTemplate:") }

// dataNow are what to write for the data of messages that Flux has removed, by the fields that a template reads.
var dataNow = []struct{ removed, instead string }{
	{".Updated.Files", ".Changed.FileChanges"},
	{".Updated.Objects", `.Changed.Objects, whose values are lists of changes, for example {{range $object, $changes := ` +
		`.Changed.Objects}}{{println $object.Kind $object.Name}}{{range $changes}}{{println .OldValue "->" ` +
		`.NewValue}}{{end}}{{end}}`},
	{".Updated", `.Changed.Changes, whose items have OldValue and NewValue: {{range .Changed.Changes}}{{println ` +
		`.OldValue "->" .NewValue}}{{end}}`},
	{".Changed.ImageResult", ".Changed.FileChanges or .Changed.Objects"},
}

// messageData are the fields of the data, and theirs: TemplateData of image-automation-controller. Values has any.
var messageData = map[string][]string{
	"":                 {"AutomationObject", "Changed", "Values"},
	"AutomationObject": {"Name", "Namespace", "String"},
	"Changed":          {"Changes", "FileChanges", "Objects"},
}

// data completes the problem of the first data that a template reads and Flux does not have. An empty one has no tree.
func data(t *parse.Tree, p *finding.Problem) {
	if t == nil {
		return
	}
	reads(t.Root, true, func(path []string) {
		around := ""
		if len(path) > 1 && slices.Contains(messageData[""], path[0]) {
			around = path[0]
		}
		last := path[min(len(around), 1)]
		if known := messageData[around]; p.Detail == "" && known != nil && !slices.Contains(known, last) {
			p.Current = "." + strings.Join(path, ".")
			p.Detail, p.Proposed = dataInstead(p.Current, around, last)
		}
	})
}

func dataInstead(read, around, last string) (detail, proposed string) {
	for _, row := range dataNow {
		if read == row.removed || strings.HasPrefix(read, row.removed+".") {
			return fmt.Sprintf("Flux does not have %s any more; write %s", read, row.instead), row.instead
		}
	}
	before := strings.Replace("."+around+".", "..", ".", 1)
	if near := names.Nearest(last, messageData[around]); near != "" {
		return fmt.Sprintf("a message has no %s%s; did you mean %[1]s%[3]s?", before, last, near), before + near
	}
	var known []string
	for _, name := range messageData[around] {
		known = append(known, before+name)
	}
	return fmt.Sprintf("a message has no %s%s; write %s", before, last, names.Or(known)), ""
}

// reads yields the fields that a template reads of its data. In range and with, the dot is another value, and only $ is
// the data.
func reads(n parse.Node, isData bool, yield func(path []string)) {
	var inside []parse.Node
	switch n := n.(type) {
	case *parse.ListNode:
		inside = n.Nodes
	case *parse.ActionNode:
		inside = []parse.Node{n.Pipe}
	case *parse.TemplateNode:
		inside = []parse.Node{n.Pipe}
	case *parse.IfNode:
		readsBranch(n.BranchNode, isData, isData, yield)
	case *parse.RangeNode:
		readsBranch(n.BranchNode, isData, false, yield)
	case *parse.WithNode:
		readsBranch(n.BranchNode, isData, false, yield)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			inside = append(inside, command.Args...)
		}
	case *parse.ChainNode:
		inside = []parse.Node{n.Node}
	case *parse.FieldNode:
		if isData {
			yield(n.Ident)
		}
	case *parse.VariableNode:
		if n.Ident[0] == "$" && len(n.Ident) > 1 {
			yield(n.Ident[1:])
		}
	}
	for _, child := range inside {
		reads(child, isData, yield)
	}
}

func readsBranch(n parse.BranchNode, isData, isDataInside bool, yield func(path []string)) {
	reads(n.Pipe, isData, yield)
	reads(n.List, isDataInside, yield)
	if n.ElseList != nil {
		reads(n.ElseList, isData, yield)
	}
}
