package schema

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// MaxName is the longest name that an object of Flux can use: its controllers write it into the label of everything that
// they apply (https://github.com/fluxcd/flux2/issues/2004), although the CRDs allow 253.
const MaxName = validation.LabelValueMaxLength

// MaxErrors is about how many errors are looked for. A document with more is refused for those that were found.
const MaxErrors = 10_000

// check collects what the rules say of one document.
type check struct {
	document *Document
	flux     FluxVersion
	sharded  bool // fluxapp sets the shard
	problems []Problem
}

func (c *check) refuse(p Problem) {
	p.Document = c.document
	c.problems = append(c.problems, p)
}

// add takes over problems of rules that know fields and not what they mean. Where a rule that does has refused the same field
// already, it has said it better, unless the Flux of the run does not know the field at all.
func (c *check) add(problems []Problem) {
	if len(problems) == 0 {
		return
	}
	type place struct {
		node  tree.Node
		child string
	}
	refused := map[place]int{}
	for i, p := range c.problems {
		if p.Severity == SeverityError || p.Severity == "" {
			refused[place{p.Node, p.Child}] = i
		}
	}
	for _, p := range problems {
		i, said := refused[place{p.Node, p.Child}]
		p.Document = c.document
		switch {
		case !said:
			c.problems = append(c.problems, p)
		case p.Code == CodeFluxField:
			c.problems[i] = p
		}
	}
}

// text returns a string to judge: one that is there, has the right type and no placeholder.
func text(n tree.Node) (string, bool) {
	return n.Text(), n.Kind() == tree.String && !Placeholder(n.Text())
}

// pathSafe refuses a placeholder in a name that would hide its file, or lead out of its folder: names become files, and
// placeholders are exempt from the syntax of names.
func (c *check) pathSafe(n tree.Node) {
	if value := n.Text(); strings.HasPrefix(value, ".") || strings.ContainsFunc(value, func(r rune) bool { return r == '/' || r == '\\' || r < ' ' }) {
		c.refuse(Problem{Code: CodeName, Node: n, Current: value,
			Detail: fmt.Sprintf("%q would be the name of a file; write a placeholder that begins with no dot and has no slash", value)})
	}
}

// ValidName reports whether a text is a name of most objects: a subdomain of DNS.
func ValidName(text string) bool {
	return surelyLabel(text) || len(validation.IsDNS1123Subdomain(text)) == 0
}

// validLabel reports whether a text is a name of a namespace.
func validLabel(text string) bool {
	return surelyLabel(text) || len(validation.IsDNS1123Label(text)) == 0
}

// surelyLabel is true of most labels of DNS, and of nothing else: the regular expression of apimachinery, which has the say, takes
// much longer for each of ten thousand entries.
func surelyLabel(text string) bool {
	if text == "" || len(text) > validation.DNS1123LabelMaxLength || text[0] == '-' || text[len(text)-1] == '-' {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}

// name refuses what is no name of a Kubernetes object, or longer than limit.
func (c *check) name(n tree.Node, limit int) {
	value, ok := text(n)
	switch {
	case !ok:
		c.pathSafe(n)
	case value == "":
		c.refuse(Problem{Code: CodeEmpty, Node: n, Detail: "is empty; write a name, or leave the field out"})
	case len(value) > limit:
		c.refuse(Problem{
			Code: CodeTooLong, Node: n, Current: value,
			Detail: fmt.Sprintf("is %d characters long, and Flux can use at most %d; write a shorter one", len(value), limit),
		})
	case !ValidName(value):
		c.badName(n, CodeName, "lower-case letters, digits, '-' and '.'")
	}
}

// namespace refuses what is no name of a namespace.
func (c *check) namespace(n tree.Node) {
	value, ok := text(n)
	switch {
	case !ok:
		c.pathSafe(n)
	case value == "":
		c.refuse(Problem{Code: CodeEmpty, Node: n, Detail: "is empty; write a namespace, or leave the field out"})
	case !validLabel(value):
		c.badName(n, CodeNamespace, "at most 63 lower-case letters, digits and '-'")
	}
}

// CheckNamespace judges a namespace that was given to the run rather than written in a document. Empty is none.
func CheckNamespace(namespace string) []Problem {
	if namespace == "" || len(validation.IsDNS1123Label(namespace)) == 0 {
		return nil
	}
	return []Problem{{Code: CodeNamespace, Current: namespace,
		Detail: fmt.Sprintf("the namespace %q of the run is no valid name; write at most 63 lower-case letters, digits and '-'", namespace)}}
}

func (c *check) badName(n tree.Node, code Code, rule string) {
	value := n.Text()
	rule += ", with a letter or digit at both ends"
	p := Problem{Code: code, Node: n, Current: value}
	p.Detail = fmt.Sprintf("%q is no valid name; write %s", value, rule)
	p.Hiding = "the value is no valid name; write " + rule
	if repaired := repairName(value); len(validation.IsDNS1123Label(repaired)) == 0 {
		p.Proposed = repaired
		p.Detail = fmt.Sprintf("%q is no valid name; write %q (%s)", value, repaired, rule)
	}
	c.refuse(p)
}

// repairName proposes a name; nothing is ever renamed without the author.
func repairName(value string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r == '_' || r == ' ' || r == '/' {
			return '-'
		}
		return r
	}, strings.ToLower(value)), "-.")
}

// requiredName refuses the absence of a name, and what is none.
func (c *check) requiredName(parent tree.Node, limit int) {
	c.required(parent, "name")
	if name := parent.Get("name"); name.Text() != "" {
		c.name(name, limit)
	}
}

// required refuses the absence of a string that a rule needs, or an empty one.
func (c *check) required(parent tree.Node, field string) {
	switch n := parent.Get(field); {
	case parent.Kind() != tree.Map:
	case !n.Exists():
		c.refuse(Problem{Code: CodeRequired, Node: parent, Child: field, Detail: "is required; add it"})
	case n.Kind() == tree.String && n.Text() == "":
		c.refuse(Problem{Code: CodeEmpty, Node: n, Detail: "is empty; write a value"})
	}
}

// reserved are the labels and annotations that fluxapp writes itself.
var reserved = map[string][]string{
	"labels":      {LabelManagedBy},
	"annotations": {AnnotationRenderedFrom, AnnotationDigest, AnnotationTemplateName, AnnotationName},
}

// consoleOnly are those of them that only the objects of an Application carry, and saved templates.
var consoleOnly = []string{LabelManagedBy, AnnotationName, AnnotationTemplateName}

// contradicts refuses a field that its neighbours make wrong, as the CEL rules of Flux's CRDs do.
func (c *check) contradicts(n tree.Node, wrong bool, detail string) {
	if wrong && n.Exists() {
		c.refuse(Problem{Code: CodeContradiction, Node: n, OnKey: true, Detail: detail})
	}
}

// is reports whether n is one of the values for sure, which a placeholder never is. An absent one is the first value.
func is(n tree.Node, values ...string) bool {
	value, ok := text(n)
	return !n.Exists() && values[0] == "" || ok && slices.Contains(values, value)
}

// metadata refuses labels and annotations that an API server would refuse, or that fluxapp writes itself.
func (c *check) metadata(n tree.Node) {
	for _, group := range []string{"labels", "annotations"} {
		for entry := range fieldsOf(n.Get(group)) {
			if group == "labels" {
				c.label(entry)
			} else {
				c.annotation(entry)
			}
			c.reservedKey(entry, group)
		}
	}
	c.annotationSize(n.Get("annotations"))
}

// maxAnnotations is how many bytes an API server takes in all annotations of an object, less some room for fluxapp's own.
const maxAnnotations = 255 << 10

// annotationSize refuses annotations that are too long together with those that all objects get.
func (c *check) annotationSize(n tree.Node) {
	size, common := annotationBytes(n), c.document.Spec.At("commonMetadata", "annotations")
	if !n.Same(common) {
		size += annotationBytes(common)
	}
	if n.Exists() && size > maxAnnotations {
		c.refuse(Problem{Code: CodeTooLong, Node: n, OnKey: true,
			Detail: fmt.Sprintf("the annotations of an object are %d bytes long, and an API server takes about %d; write shorter ones", size, maxAnnotations)})
	}
}

func annotationBytes(n tree.Node) (size int) {
	for entry := range n.Children() {
		size += len(entry.Key()) + len(entry.Text())
	}
	return size
}

func (c *check) reservedKey(entry tree.Node, group string) {
	key := entry.Key()
	shard := key == LabelShard && group == "labels" && c.sharded
	if !slices.Contains(reserved[group], key) && !shard {
		return
	}
	if slices.Contains(consoleOnly, key) && !c.document.Console() && !c.document.SavesTemplate() {
		return
	}
	c.refuse(Problem{Code: CodeReserved, Node: entry, OnKey: true, Current: key,
		Detail: "fluxapp sets this itself; leave it out"})
}

// fluxMetadata checks the labels and annotations that Flux itself sets on what it applies, where nothing is reserved.
func (c *check) fluxMetadata(n tree.Node) {
	for entry := range fieldsOf(n.Get("labels")) {
		c.label(entry)
	}
	for entry := range fieldsOf(n.Get("annotations")) {
		c.annotation(entry)
	}
}

// fieldsOf returns the fields of a map; none of a list, whose items have no keys to check.
func fieldsOf(n tree.Node) iter.Seq[tree.Node] {
	if n.Kind() != tree.Map {
		n = tree.Node{}
	}
	return n.Children()
}

// annotation judges the key of an annotation, where an API server overlooks case.
func (c *check) annotation(entry tree.Node) { c.qualifiedName(entry, strings.ToLower(entry.Key())) }

func (c *check) qualifiedName(entry tree.Node, name string) {
	key := entry.Key()
	if plainQualifiedName(name) || Placeholder(key) || len(validation.IsQualifiedName(name)) == 0 {
		return
	}
	c.refuse(Problem{Code: CodeLabel, Node: entry, OnKey: true, Current: key, Detail: fmt.Sprintf(
		"%q is no valid key; write [prefix/]name with at most 63 letters, digits, '-', '_' and '.' in the name, and the prefix in lower case", key)})
}

// label judges a label.
func (c *check) label(entry tree.Node) {
	c.qualifiedName(entry, entry.Key())
	value, ok := text(entry)
	if !ok || plainLabelText(value) || len(validation.IsValidLabelValue(value)) == 0 {
		return
	}
	c.refuse(Problem{Code: CodeLabel, Node: entry, Current: value,
		Detail: fmt.Sprintf("%q is no valid label value; write at most 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends", value)})
}
