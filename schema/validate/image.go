package validate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// ImageAutomation validates the image automation of an application, with references to the application replaced.
func ImageAutomation(d *schema.Document, n tree.Node, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.replacedTypes(n, "imageAutomation", shape.All().ImageAutomation)
	if n.Kind() != tree.Map {
		return c.Problems
	}
	cluster := n.Get("cluster")
	switch {
	case !d.Standalone():
		c.Contradicts(cluster, cluster.Text() != "",
			"the hub runs the image automation, and only with topology: Standalone a cluster does; leave it out")
	case !cluster.Exists():
		c.Lacks(n, "cluster", "is required with topology: Standalone, because one Flux must run the image automation; "+
			"write the name of its cluster")
	}
	c.imageAutomation(n)
	return c.Problems
}

func (c *validator) imageAutomation(n tree.Node) {
	repositories, update := n.Get("repositories"), n.Get("update")
	c.Name(n.Get("cluster"), kinds.MaxName)
	c.imageRepositories(repositories)
	c.imageUpdate(update)
	c.Add(shape.CheckFields(n, shape.All().ImageAutomation, c.Flux, "repositories", "update"))
	c.section(update, shape.All().ImageAutomation.Fields["update"].Shape, "sourceRef")
}

func (c *validator) imageRepositories(list tree.Node) {
	for repository := range list.Children() {
		c.RequiredName(repository, content.DNS1123SubdomainMaxLength)
		c.imageRepository(repository.Get("spec"))
		for policy := range repository.Get("policies").Children() {
			c.RequiredName(policy, content.DNS1123SubdomainMaxLength)
			c.imageRepositoryRef(policy.At("spec", "imageRepositoryRef"), repository.Get("name"))
			c.imagePolicy(policy.Get("spec"))
		}
	}
	c.section(list, shape.All().ImageAutomation.Fields["repositories"].Shape, "imageRepositoryRef")
}

func (c *validator) imageRepository(spec tree.Node) {
	switch image, ok := names.PlainText(spec.Get("image")); {
	case ok && image != "":
		c.imageName(spec.Get("image"), image)
	case spec.Kind() == tree.Map:
		c.Required(spec, "image")
	}
	c.namedRefs(spec, "secretRef", "certSecretRef", "proxySecretRef")
	list := spec.Get("exclusionList")
	c.listLength(list, 0, 25)
	for pattern := range list.Children() {
		c.expression(pattern, "")
	}
}

func (c *validator) imageName(n tree.Node, image string) {
	name := image
	if scheme, rest, found := strings.Cut(image, "://"); found && !strings.Contains(scheme, "/") {
		name = rest
	}
	switch bare, _ := bareRepository(name); {
	case bare == "":
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: n, Detail: "has more than the name of an image; " +
			"write the registry and the repository alone, and the credentials as secretRef"})
	case bare != image:
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: n, Current: image, Proposed: bare,
			Detail: fmt.Sprintf("%q has more than the name of an image, whose tags Flux finds; write %s", image, bare)})
	case !isRepository(image):
		c.Refuse(n, finding.CodeUnsupported, "%q is no name of an image; write lower-case letters, digits, '-', '_', '.' "+
			"and '/', for example registry.example.com/shop", image)
	}
}

func (c *validator) imageRepositoryRef(ref, repository tree.Node) {
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

func (c *validator) imagePolicy(spec tree.Node) {
	if spec.Kind() != tree.Map {
		return
	}
	c.imagePolicyChoice(spec.Get("policy"))
	interval, reflection := spec.Get("interval"), spec.Get("digestReflectionPolicy")
	always := isOneOf(reflection, "Always")
	c.Contradicts(interval, !always && !names.Placeholder(reflection.Text()),
		"only digestReflectionPolicy: Always uses it; write that, or leave it out")
	if always && !interval.Exists() {
		c.required([]finding.Problem{{Code: finding.CodeRequired, Node: spec, Child: "interval",
			Detail: "is required beside digestReflectionPolicy: Always; add it"}})
	}
	pattern, extract := spec.At("filterTags", "pattern"), spec.At("filterTags", "extract")
	compiled := c.expression(pattern, "")
	switch {
	case pattern.Text() == "":
		c.Contradicts(extract, extract.Text() != "",
			"there is no pattern that it could take a group of; write filterTags.pattern, or leave it out")
	case compiled != nil:
		c.extract(extract, compiled)
	}
}

func (c *validator) imagePolicyChoice(policy tree.Node) {
	if policy.Kind() != tree.Map {
		return
	}
	var given []tree.Node
	for _, name := range []string{"semver", "alphabetical", "numerical"} {
		if n := policy.Get(name); n.Exists() {
			given = append(given, n)
		}
	}
	if len(given) == 0 {
		c.Report(finding.Problem{Code: finding.CodeRequired, Node: policy, Missing: true,
			Detail: "does not choose a tag; write semver: {range: …}, alphabetical: {order: asc} or numerical: {order: asc}"})
		return
	}
	for _, second := range given[1:] {
		c.Contradicts(second, true, "is beside %s, and Flux uses one of them; keep one", given[0].Key())
	}
	c.Required(policy.Get("semver"), "range")
	c.versionRange(policy.At("semver", "range"))
}

func (c *validator) versionRange(n tree.Node) {
	text, ok := names.PlainText(n)
	if !ok || text == "" {
		return
	}
	if from, to, found := strings.Cut(text, "-"); found && isVersion(from) && isVersion(to) && strings.Contains(to, ".") {
		proposed := from + " - " + to
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: n, Current: text, Proposed: proposed,
			Detail: fmt.Sprintf("%q is one pre-release and no range; write %q, or %q for the pre-release", text, proposed,
				"="+text)})
		return
	}
	c.rangeOf(n, wrong, "")
}

func isVersion(text string) bool {
	text = strings.TrimPrefix(text, "v")
	return text != "" && strings.Trim(text, "0123456789.") == "" && text[0] != '.'
}

var groupOfExtract = compiled(`\$\$|\$(\w+)`)

// extract reports groups that the pattern does not have. Flux would take an empty text from every tag.
func (c *validator) extract(n tree.Node, pattern *regexp.Regexp) {
	text, _ := names.PlainText(n)
	for _, match := range groupOfExtract().FindAllStringSubmatch(text, -1) {
		group := match[1]
		known := slices.Contains(pattern.SubexpNames(), group)
		for i := range pattern.NumSubexp() + 1 {
			known = known || group == fmt.Sprint(i)
		}
		if known {
			continue
		}
		near := names.Nearest(group, pattern.SubexpNames())
		p := finding.Problem{Code: finding.CodeContradiction, Node: n, Current: text,
			Detail: fmt.Sprintf("pattern has no group %s; write it as (?P<%[1]s>…) there", group)}
		switch {
		case near != "":
			p.Detail = fmt.Sprintf("pattern has no group %s; did you mean $%s?", group, near)
		case strings.Trim(group, "0123456789") == "":
			p.Detail = fmt.Sprintf("pattern has %d groups, and no group %s; correct the number, or write another group in "+
				"parentheses there", pattern.NumSubexp(), group)
		}
		c.Report(p)
		return
	}
}
