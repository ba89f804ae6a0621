package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// LabelSelector selects what fulfils all its requirements. An empty one selects everything.
type LabelSelector []Requirement

// Requirement is a condition on one label.
type Requirement struct {
	// Key is the label, and Operator In, NotIn, Exists or DoesNotExist. A label of matchLabels has In and one value.
	Key, Operator string
	// Values are those that In and NotIn compare with.
	Values []string
}

// Matches reports whether a map of labels fulfils all requirements.
func (s LabelSelector) Matches(labels tree.Node) bool {
	return !slices.ContainsFunc(s, func(r Requirement) bool { return !r.matches(labels.Find(r.Key)) })
}

func (r Requirement) matches(label tree.Node) bool {
	switch r.Operator {
	case "In":
		return label.Exists() && slices.Contains(r.Values, label.Text())
	case "NotIn":
		return !label.Exists() || !slices.Contains(r.Values, label.Text())
	case "Exists":
		return label.Exists()
	}
	return !label.Exists()
}

// readSelector reads a selector in which nothing is wrong but the types, which those of documents refuse. A null is an
// absent field, and in a list of values an empty text.
func readSelector(n tree.Node) (s LabelSelector, err error) {
	reader := selectorReader{}
	reader.expect(n, tree.Map)
	for label := range reader.expect(n.Get("matchLabels"), tree.Map).Children() {
		if label.Kind() != tree.Null {
			s = append(s, Requirement{label.Key(), "In", []string{reader.expect(label, tree.String).Text()}})
		}
	}
	for item := range reader.expect(n.Get("matchExpressions"), tree.List).Children() {
		reader.expect(item, tree.Map)
		r := Requirement{Key: reader.expect(item.Get("key"), tree.String).Text(),
			Operator: reader.expect(item.Get("operator"), tree.String).Text()}
		for value := range reader.expect(item.Get("values"), tree.List).Children() {
			r.Values = append(r.Values, reader.expect(value, tree.String).Text())
		}
		s = append(s, r)
	}
	return s, errors.Join(reader.errs...)
}

type selectorReader struct{ errs []error }

// expect returns a value of a kind. An absent value and a null are of any.
func (r *selectorReader) expect(n tree.Node, kind tree.Kind) tree.Node {
	if n.Exists() && n.Kind() != tree.Null && n.Kind() != kind {
		r.errs = append(r.errs, fmt.Errorf("%q is %s, and must be %s", n.Key(), n.Kind(), kind))
	}
	return n
}

// Selector reads a label selector as Kubernetes does. Without problems there is a selector.
func Selector(n tree.Node) (LabelSelector, []finding.Problem) {
	c := Checker{}
	if c.selector(n); len(c.Problems) > 0 {
		return nil, c.Problems
	}
	selector, err := readSelector(n)
	if err != nil {
		c.RefuseKey(n, codes.Selector, "is no label selector: %v; correct it", err)
		return nil, c.Problems
	}
	return selector, nil
}

var operators = map[string]string{"in": "In", "equals": "In", "equal": "In", "eq": "In", "=": "In", "==": "In",
	"notin": "NotIn", "notequals": "NotIn", "notequal": "NotIn", "ne": "NotIn", "!=": "NotIn", "not in": "NotIn",
	"exists": "Exists", "exist": "Exists", "doesnotexist": "DoesNotExist", "notexists": "DoesNotExist",
	"notexist": "DoesNotExist", "!": "DoesNotExist"}

func (c *Checker) selector(n tree.Node) {
	for label := range n.Get("matchLabels").Children() {
		if label.Kind() != tree.Null {
			c.selectorKey(label, label.Key(), true)
			c.selectorValue(label)
		}
	}
	for item := range n.Get("matchExpressions").Children() {
		c.expression(item)
	}
}

func (c *Checker) expression(item tree.Node) {
	key, operator, values := item.Get("key"), item.Get("operator"), item.Get("values")
	if key.Exists() {
		c.selectorKey(key, key.Text(), false)
	} else {
		c.selectorLacks(item, "key", "is required; write the name of a label")
	}
	switch operator.Text() {
	case "In", "NotIn":
		if values.Len() == 0 {
			c.selectorLacks(item, "values", operator.Text()+" needs values; add them, for example values: [prod]")
		}
		for value := range values.Children() {
			c.selectorValue(value)
		}
	case "Exists", "DoesNotExist":
		if values.Len() > 0 {
			c.Refuse(values, codes.Selector, "%s takes no values; leave them out, or write operator: In", operator.Text())
		}
	default:
		c.operator(item, operator)
	}
}

func (c *Checker) operator(item, operator tree.Node) {
	if !operator.Exists() {
		c.selectorLacks(item, "operator", "is required; write In, NotIn, Exists or DoesNotExist")
		return
	}
	meant := operators[strings.ToLower(operator.Text())]
	c.Report(finding.Problem{Code: codes.Selector, Node: operator, Current: operator.Text(), Proposed: meant,
		Detail: fmt.Sprintf("%q is no operator; write %s", operator.Text(),
			cmp.Or(meant, "In, NotIn, Exists or DoesNotExist"))})
}

func (c *Checker) selectorLacks(item tree.Node, field, detail string) {
	c.Report(finding.Problem{Code: codes.Selector, Node: item, Child: field, Detail: detail})
}

func (c *Checker) selectorKey(n tree.Node, key string, onKey bool) {
	if len(content.IsLabelKey(key)) > 0 {
		c.Report(finding.Problem{Code: codes.Selector, Node: n, OnKey: onKey, Current: key, Detail: fmt.Sprintf(
			"%q is no valid key of a label; write [prefix/]name with at most 63 letters, digits, '-', '_' and '.' in the name",
			key)})
	}
}

func (c *Checker) selectorValue(n tree.Node) {
	if len(content.IsLabelValue(n.Text())) > 0 {
		c.Refuse(n, codes.Selector, "%q is no valid label value; write at most 63 letters, digits, '-', '_' and '.', "+
			"with a letter or digit at both ends", n.Text())
	}
}

// Protected validates which clusters limits protect.
func (c *Checker) Protected(n tree.Node) {
	selector := n.Get("clusterSelector")
	switch {
	case n.Kind() != tree.Map:
	case !selector.Exists():
		c.Lacks(n, "clusterSelector", "is required; write the labels of the clusters, or clusterSelector: {} for every "+
			"cluster")
	case selector.Kind() == tree.Map:
		_, problems := Selector(selector)
		c.Report(problems...)
	}
}

// Digest reports what is no digest of a change. An empty one acknowledges nothing.
func (c *Checker) Digest(n tree.Node) {
	if err := kinds.CheckDigest(n.Text()); n.Kind() == tree.String && err != nil {
		c.Refuse(n, codes.Unsupported, "%v", err)
	}
}

// EncryptedDocument is about the field sops of a document. Flux decrypts a document that still has it; what is made of
// the document has not. Whoever only leaves the field out delivers the encrypted texts.
func EncryptedDocument(sops tree.Node) finding.Problem {
	return finding.Problem{Code: codes.Encrypted, Node: sops, OnKey: true, Current: finding.SOPS,
		Detail: "this document is encrypted by SOPS, and what is made of it cannot be decrypted; decrypt it, write its " +
			"secret values into a Secret that SOPS encrypts, and name that in valuesFrom"}
}

// Encrypted returns the encrypted texts below a value of a document. kustomize-controller decrypts objects that have
// the field sops, and Secrets (DecryptResource in its internal/decryptor); rendered objects are neither.
func Encrypted(n tree.Node) []finding.Problem { return encryptedBelow(n, "") }

// encryptedBelow knows the field around a value that can also be read from a Secret. Patches of a Kustomization may be
// for an object that Flux decrypts, and an operator in the cluster decrypts a SopsSecret.
func encryptedBelow(n tree.Node, from string) (problems []finding.Problem) {
	switch key := names.ReadLayerKey(n.Key()).Name; {
	case n.Kind() == tree.String && strings.Contains(n.Text(), finding.EncryptedText) &&
		encrypted().MatchString(n.Text()) && !strings.Contains(n.Text(), "kind: Sops"):
		problems = append(problems, finding.Problem{Code: codes.Encrypted, Node: n, Detail: "this is encrypted by SOPS, and" +
			" Flux decrypts nothing in this object, so it is used as it is; write it into a Secret that SOPS " +
			"encrypts" + from})
	case from == "" && (key == "patches" || key == "labels"), n.Get("kind").Text() == "SopsSecret": // no label is valid
		return nil
	case from == "":
		from = secretPlaces[key]
	}
	for child := range n.Children() {
		problems = append(problems, encryptedBelow(child, from)...)
	}
	return problems
}

// encrypted matches a whole encrypted text; a program or a page can have its beginning.
var encrypted = pattern.Of(`ENC\[AES256_GCM,data:[^,\]]*,iv:[^,\]]+,tag:[^,\]]+,type:[a-z]+\]`)

var secretPlaces = map[string]string{"values": ", and name that in valuesFrom",
	"substitute": ", and name that in substituteFrom", "postRenderers": ", beside the release"}
