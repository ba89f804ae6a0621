package validate

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/template/parse"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

//go:embed message.txt
var messageText string

// message is what templates of commit messages may have: the functions, by name; and the data, each with what to write
// in its place if Flux has removed it.
var message = sync.OnceValue(func() (m struct {
	functions map[string]any
	data      map[string]string
}) {
	m.functions, m.data = map[string]any{}, map[string]string{}
	for line := range strings.Lines(messageText) {
		if path, instead, _ := strings.Cut(strings.TrimSpace(line), " | "); strings.HasPrefix(path, ".") {
			m.data[path] = instead
		} else if !strings.HasPrefix(line, "#") {
			for name := range strings.FieldsSeq(line) {
				m.functions[name] = true
			}
		}
	}
	return m
})

// isMessage reports what templateMsg of image-automation-controller cannot parse, or finds no data for.
func isMessage(c *validator, f field) {
	text, ok := names.PlainText(f.Node)
	if !ok {
		return
	}
	p := finding.Problem{Code: check.CodeMessageTemplate, Node: f.Node}
	trees, err := parse.Parse("messageTemplate", text, "", "", message().functions)
	switch {
	case err == nil:
		dataOf(trees["messageTemplate"], &p)
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

// dataOf completes the problem of the first data that a template reads and Flux does not have. An empty one has no
// tree.
func dataOf(t *parse.Tree, p *finding.Problem) {
	if t == nil {
		return
	}
	reads(t.Root, true, func(path []string) {
		read, all := "."+strings.Join(path[:min(2, len(path))], "."), message().data
		instead, known := all[read]
		switch removed := cmp.Or(instead, all["."+path[0]]); {
		case p.Detail != "" || known && instead == "" || path[0] == "Values":
			return
		case removed != "":
			p.Detail, p.Proposed = fmt.Sprintf("Flux does not have %s any more; write %s", read, removed), removed
		default:
			has := slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(path string) bool { return all[path] != "" })
			p.Detail = fmt.Sprintf("a message has no %s; write %s", read, names.Or(has))
			if p.Proposed = names.Nearest(read, has); p.Proposed != "" {
				p.Detail = fmt.Sprintf("a message has no %s; did you mean %s?", read, p.Proposed)
			}
		}
		p.Current = read
	})
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
