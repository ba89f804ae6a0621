package validate

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
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
		c.required([]finding.Problem{{Code: finding.CodeRequired, Node: f.around, Child: f.key,
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
		c.Refuse(f.Node, finding.CodeUnsupported, "%q is no name of an image; write lower-case letters, digits, '-', '_', "+
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

var groupOfExtract = pattern(`\$\$|\$(\w+)`)

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
