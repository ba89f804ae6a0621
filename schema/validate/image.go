package validate

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template/parse"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// ImageAutomation validates the image automation of an application, with references to the application replaced.
func ImageAutomation(d *schema.Document, n tree.Node, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	replacedTypes(c, n, "imageAutomation", shape.All().ImageAutomation)
	if n.Kind() != tree.Map {
		return c.Problems
	}
	c.rows(n, "image automation")
	imageAutomation(c, n)
	return c.Problems
}

func imageAutomation(c *validator, n tree.Node) {
	update := n.Get("update")
	imageRepositories(c, n.Get("repositories"))
	updatePath(c, update)
	c.rows(update, "image update")
	c.fieldRows(update, "fields of ImageUpdateAutomation")
	c.Add(shape.CheckFields(n, shape.All().ImageAutomation, c.Flux, "repositories", "update"))
	c.section(update, shape.All().ImageAutomation.Fields["update"].Shape, "sourceRef")
}

func imageRepositories(c *validator, list tree.Node) {
	for repository := range list.Children() {
		c.rows(repository, "image repository")
		c.fieldRows(repository.Get("spec"), "fields of ImageRepository")
		for policy := range repository.Get("policies").Children() {
			imageRepositoryRef(c, policy.At("spec", "imageRepositoryRef"), repository.Get("name"))
			c.rows(policy.Get("spec"), "image policy")
			c.fieldRows(policy.Get("spec"), "fields of ImagePolicy")
		}
	}
	c.section(list, shape.All().ImageAutomation.Fields["repositories"].Shape, "imageRepositoryRef")
}

// isReflecting is an interval that must be there, unless a null leaves it to another tool.
func isReflecting(c *validator, f field) {
	if !f.Exists() {
		c.required([]finding.Problem{{Code: codes.Required, Node: f.around, Child: f.key,
			Detail: "is required beside digestReflectionPolicy: Always; add it"}})
	}
}

func isImage(c *validator, f field) {
	image, ok := names.PlainText(f.Node)
	if !ok || image == "" {
		return
	}
	name := image
	if scheme, rest, found := strings.Cut(image, "://"); found && !strings.Contains(scheme, "/") {
		name = rest
	}
	switch bare, _ := bareRepository(name); {
	case bare == "":
		c.say(f.Node, wrong, "has more than the name of an image; write the registry and the repository alone, and the "+
			"credentials as secretRef")
	case bare != image:
		c.propose(f.Node, wrong, bare, fmt.Sprintf("%q has more than the name of an image%s; write %s", image, f.text,
			bare))
	case !isRepository(image):
		c.Refuse(f.Node, codes.Unsupported, "%q is no name of an image; write lower-case letters, digits, '-', '_', "+
			"'.' and '/', for example registry.example.com/shop", image)
	}
}

func imageRepositoryRef(c *validator, ref, repository tree.Node) {
	name, namespace := ref.Get("name"), ref.Get("namespace")
	if name.Text() != "" && repository.Text() != "" && name.Text() != repository.Text() {
		c.Contradicts(name, true, "the policy is below the repository %s; write it below %s, or leave the reference out",
			repository.Text(), name.Text())
	}
	if own := c.document.Namespace(); own != "" {
		c.Contradicts(namespace, namespace.Text() != own && !names.Placeholder(namespace.Text()),
			"the repository is in the namespace of the application, %s; leave it out", own)
	}
}

func isImageRange(c *validator, f field) {
	text, ok := names.PlainText(f.Node)
	from, to, found := strings.Cut(text, "-")
	if !ok || !found || !isVersion(from) || !isVersion(to) || !strings.Contains(to, ".") {
		rangeOf(c, f.Node, wrong, "")
		return
	}
	proposed := from + " - " + to
	c.propose(f.Node, wrong, proposed, fmt.Sprintf("%q is one pre-release and no range; write %q, or %q for the "+
		"pre-release", text, proposed, "="+text))
}

func isVersion(text string) bool {
	text = strings.TrimPrefix(text, "v")
	return text != "" && strings.Trim(text, "0123456789.") == "" && text[0] != '.'
}

var groupOfExtract = pattern.Of(`\$\$|\$(\w+)`)

// hasGroups reports groups that the pattern does not have. Flux would take an empty text from every tag.
func hasGroups(c *validator, f field) {
	text, _ := names.PlainText(f.Node)
	pattern, known := names.PlainText(f.around.Get("pattern"))
	compiled, err := regexp.Compile(pattern)
	if !known || pattern == "" || err != nil {
		return
	}
	for _, match := range groupOfExtract().FindAllStringSubmatch(text, -1) {
		number, _ := strconv.Atoi(match[1])
		isNumber := strconv.Itoa(number) == match[1] && number <= compiled.NumSubexp()
		if isNumber || slices.Contains(compiled.SubexpNames(), match[1]) {
			continue
		}
		p := finding.Problem{Code: check.CodeContradiction, Node: f.Node, Current: text,
			Detail: fmt.Sprintf("pattern has no group %s; write it as (?P<%[1]s>…) there", match[1])}
		switch near := names.Nearest(match[1], compiled.SubexpNames()); {
		case near != "":
			p.Detail = fmt.Sprintf("pattern has no group %s; did you mean $%s?", match[1], near)
		case strings.Trim(match[1], "0123456789") == "":
			p.Detail = fmt.Sprintf("pattern has %d groups, and no group %s; correct the number, or write another group in "+
				"parentheses there", compiled.NumSubexp(), match[1])
		}
		c.Report(p)
		return
	}
}

func updatePath(c *validator, update tree.Node) {
	strategy := update.Get("update")
	if update.Kind() != tree.Map || strategy.Get("path").Text() != "" {
		return
	}
	p := finding.Problem{Severity: finding.SeverityWarning, Code: check.CodeUpdatePath, Node: strategy, Child: "path",
		Detail: "without update.path Flux changes marked values in the whole repository, in rendered files too; write the " +
			"folder of this document, and not that of the rendered files, because the change must be in the document"}
	if !strategy.Exists() {
		p.Node, p.Child = update, "update"
	}
	c.Report(p)
}

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

// dataOf completes the problem of the first data that a template reads and Flux does not have; nil is empty.
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

// reads yields the fields that a template reads of its data; in range and with, $ alone is the data.
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
