package schema

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Objects returns the objects of a text of YAML or JSON, of all kinds, in the order of the text. In place of a list, as
// kubectl get prints it, are its items. Others are the documents without apiVersion or kind that are not empty. Those
// with a name and a spec are a problem too, and so are items of a list, and a list that ends before its kind. File is
// for problems, and not opened.
//
// The other problems are in the text, for example a key that is there twice, warnings included. A text that cannot be
// read to its end gives the objects before that place. Finding.Locate puts problems in file order.
func Objects(file string, data []byte) (objects, others []tree.Node, problems []finding.Problem) {
	trees, textProblems := tree.Read(file, data)
	subjects := map[*tree.Tree]*finding.Subject{}
	isList := func(n tree.Node) bool {
		return strings.HasSuffix(n.Get("kind").Text(), "List") && n.Get("items").Kind() == tree.List
	}
	for _, t := range trees {
		subject := finding.NewSubject(file, t.Root())
		subjects[t] = &subject
		u := unpacker{isList: isList, left: len(data)}
		if u.unpack(t.Root(), 0); u.tooLarge != "" {
			problems = append(problems,
				finding.Problem{Code: finding.CodeTooLarge, Subject: &subject, Node: t.Root(), Detail: u.tooLarge})
			continue
		}
		for _, root := range u.roots {
			if root.Get("apiVersion").Exists() && root.Get("kind").Exists() {
				objects = append(objects, root)
				continue
			}
			if root.Exists() && root.Kind() != tree.Null {
				others = append(others, root)
			}
			if lacks := lacking(root, !root.Same(t.Root())); lacks != "" {
				detail := "is required; kubectl get -o yaml prints it with each object"
				if root.Get("items").Exists() {
					detail = "is missing behind the items, so the list is cut off; read the objects once more"
				}
				problems = append(problems, finding.Problem{Code: finding.CodeKind, Subject: &subject, Node: root, Child: lacks,
					Detail: detail})
			}
		}
	}
	unread := finding.NewSubject(file, tree.Node{})
	for p := range textProblems {
		problem, ok := textProblem(p)
		if !ok {
			continue
		}
		if problem.Subject = subjects[p.Node.Tree()]; problem.Subject == nil {
			problem.Subject = &unread
		}
		problems = finding.Append(problems, problem)
	}
	return objects, others, problems
}

// lacking returns which of apiVersion and kind an object lacks; empty where it lacks none, and where nothing tells
// that it is one: the files of kustomize, and values of charts, have neither.
func lacking(n tree.Node, isItem bool) string {
	hasVersion, hasKind := n.Get("apiVersion").Exists(), n.Get("kind").Exists()
	isObject := n.At("metadata", "name").Exists() && n.Get("spec").Exists() && (isItem || hasVersion || hasKind)
	switch {
	case isObject && !hasKind, !isItem && hasVersion && !hasKind && n.Get("items").Kind() == tree.List:
		return "kind"
	case isObject && !hasVersion:
		return "apiVersion"
	}
	return ""
}
