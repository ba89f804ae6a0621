package validate

import (
	"fmt"
	"strings"
	"text/template/parse"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (c *validator) imageUpdate(update tree.Node) {
	if update.Kind() != tree.Map {
		return
	}
	if name := update.Get("name"); name.Exists() {
		c.Name(name, content.DNS1123SubdomainMaxLength)
	}
	if ref := update.Get("sourceRef"); ref.Kind() == tree.Map {
		c.RequiredName(ref, content.DNS1123SubdomainMaxLength)
		c.Namespace(ref.Get("namespace"))
		c.sourceVersion(ref.Get("apiVersion"))
	}
	c.updatePath(update)
	git := update.Get("git")
	switch {
	case !git.Exists() && update.Get("commit").Exists():
		// an older field, which is not converted where the document has other errors
		return
	case !git.Exists():
		c.Lacks(update, "git", "is required; write git: {commit: {author: {email: …}}}")
		return
	}
	if checkout := git.Get("checkout"); checkout.Get("ref").Exists() && checkout.At("ref", "branch").Text() == "" &&
		git.At("push", "branch").Text() == "" {
		c.Lacks(git, "push", "push.branch is required, because checkout.ref has no branch; add it")
	}
	c.namedRefs(git.At("commit", "signingKey"), "secretRef")
	c.messageTemplate(git.At("commit", "messageTemplate"))
}

func (c *validator) updatePath(update tree.Node) {
	strategy := update.Get("update")
	if strategy.Get("path").Text() != "" {
		return
	}
	p := finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeUpdatePath, Node: strategy, Child: "path",
		Detail: "without update.path Flux changes marked values in the whole repository, in rendered files too; write the " +
			"folder of this document, and not that of the rendered files, because the change must be in the document"}
	if !strategy.Exists() {
		p.Node, p.Child = update, "update"
	}
	c.Report(p)
}

func (c *validator) messageTemplate(n tree.Node) {
	text, ok := names.PlainText(n)
	if !ok {
		return
	}
	t := parse.New("messageTemplate")
	t.Mode = parse.SkipFuncCheck
	if _, err := t.Parse(text, "", "", map[string]*parse.Tree{}); err != nil {
		why := strings.TrimPrefix(err.Error(), "template: messageTemplate:")
		c.Report(finding.Problem{Code: finding.CodeMessageTemplate, Node: n,
			Detail: fmt.Sprintf("is no template of Go (line %s); correct it", why)})
		return
	}
	if removed, instead := removedData(t.Root); removed != "" {
		c.Report(finding.Problem{Code: finding.CodeMessageTemplate, Node: n, Current: removed, Proposed: instead,
			Detail: fmt.Sprintf("Flux does not have %s any more; write %s", removed, instead)})
	}
}

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

func removedData(node parse.Node) (removed, instead string) {
	var fields string
	walkTemplate(node, func(path string) {
		for _, row := range dataNow {
			if instead == "" && (path == row.removed || strings.HasPrefix(path, row.removed+".")) {
				fields, instead = path, row.instead
			}
		}
	})
	return fields, instead
}

func walkTemplate(node parse.Node, found func(path string)) {
	branch := func(b parse.BranchNode) {
		walkTemplate(b.Pipe, found)
		walkTemplate(b.List, found)
		if b.ElseList != nil {
			walkTemplate(b.ElseList, found)
		}
	}
	switch n := node.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			walkTemplate(child, found)
		}
	case *parse.ActionNode:
		walkTemplate(n.Pipe, found)
	case *parse.TemplateNode:
		if n.Pipe != nil {
			walkTemplate(n.Pipe, found)
		}
	case *parse.IfNode:
		branch(n.BranchNode)
	case *parse.RangeNode:
		branch(n.BranchNode)
	case *parse.WithNode:
		branch(n.BranchNode)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			for _, argument := range command.Args {
				walkTemplate(argument, found)
			}
		}
	case *parse.FieldNode:
		found("." + strings.Join(n.Ident, "."))
	case *parse.VariableNode:
		if n.Ident[0] == "$" {
			found("." + strings.Join(n.Ident[1:], "."))
		}
	case *parse.ChainNode:
		walkTemplate(n.Node, found)
	}
}
