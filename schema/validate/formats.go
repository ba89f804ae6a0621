package validate

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// isNamed is a name that must be there. namespace/name is the form of the flux command and of messages of controllers;
// the text of the row is the field beside the name that has the namespace, if there is one.
func isNamed(c *validator, f field) {
	text, _ := names.PlainText(f.Node)
	namespace, name, _ := strings.Cut(text, "/")
	switch qualified := names.ValidLabel(namespace) && names.Valid(name); {
	case !qualified && f.key == "name":
		c.RequiredName(f.around, content.DNS1123SubdomainMaxLength)
	case !qualified:
		c.Name(f.Node, content.DNS1123SubdomainMaxLength)
	case f.text == "":
		c.propose(f.Node, finding.Problem{Code: codes.Name}, name, fmt.Sprintf("Flux finds this object in the "+
			"namespace of the object that names it, and in no other; write %s", name))
	default:
		c.Report(finding.Problem{Code: codes.Name, Node: f.Node, Current: text, Detail: fmt.Sprintf(
			"the namespace has a field of its own; write %s: %s and %s: %s", f.key, name, f.text, namespace)})
	}
}

func isMatcher(c *validator, f field) {
	text := f.Text()
	if regexp.QuoteMeta(text) == text {
		return
	}
	if _, err := regexp.Compile("^(?:" + text + ")$"); err != nil {
		c.expression(f.Node, f.text)
	}
}

// isSelector is what labels.Parse of k8s.io/apimachinery takes.
func isSelector(c *validator, f field) {
	if text, ok := known(f.Node); ok && !selectorText().MatchString(text) {
		c.Refuse(f.Node, codes.Selector, "%q is no selector, and Flux stops at it; write app=web, or app in (web, "+
			"site)", text)
	}
}

var selectorText = sync.OnceValue(func() *regexp.Regexp {
	const value, key = `([A-Za-z0-9]([-\w.]*[A-Za-z0-9])?)?`, `[A-Za-z0-9]([-\w./]*[A-Za-z0-9])?`
	const one = `\s*(!\s*` + key + `|` + key + `(\s*(=|==|!=)\s*` + value + `|\s*[<>]\s*\d+|\s+(in|notin)\s*\(\s*` +
		value + `(\s*,\s*` + value + `)*\s*\))?)\s*`
	return regexp.MustCompile(`^(\s*|` + one + `(,` + one + `)*)$`)
})

func isLabelSelector(c *validator, f field) {
	if !names.HasReferences(f.Node) {
		_, problems := Selector(f.Node)
		c.Report(problems...)
	}
}

// isPointer reports what selects nothing of an object: ApplyPatchToUnstructured of fluxcd/pkg/ssa/jsondiff removes the
// values that the pointers lead to before it compares, and passes over others. The empty pointer is the whole object.
func isPointer(c *validator, f field) {
	text, ok := known(f.Node)
	slip, instead := slipOf(text)
	if slip == "" && strings.HasSuffix(text, "/") { // a patch can add a field without a name
		slip, instead = "ends in a slash", strings.TrimRight(text, "/")
	}
	if ok && slip != "" {
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, Node: f.Node, Current: text,
			Detail: fmt.Sprintf("selects nothing, because it %s; write %s", slip, instead)})
	}
}

var index = pattern.Of(`\[(\d+|\*)\]`)

// slipOf returns what is wrong with a JSON pointer, so that it leads nowhere, and what was most likely meant.
func slipOf(pointer string) (slip, instead string) {
	steps := strings.Split(pointer, "/")
	at := 1
	for at < len(steps)-1 && !holdsTexts(steps[at-1], steps[at], steps[at+1]) {
		at++
	}
	switch {
	case pointer == "":
	case pointer[0] != '/':
		if len(steps) == 1 {
			dotted := strings.TrimLeft(index().ReplaceAllString(pointer, ".$1"), "$.")
			return "begins with no slash", "/" + strings.ReplaceAll(dotted, ".", "/")
		}
		if steps[0] == "#" || steps[0] == "." {
			steps = steps[1:]
		}
		return "begins with no slash, and all text before the first slash is ignored", "/" + strings.Join(steps, "/")
	case index().MatchString(pointer):
		return "has brackets, and an index is a step of its own", index().ReplaceAllString(pointer, "/$1")
	case len(steps) > at+2:
		key := strings.Join(steps[at+1:], "~1")
		return fmt.Sprintf("leads below the key %s, which is no map, and a slash in a key is ~1", steps[at+1]),
			strings.Join(steps[:at+1], "/") + "/" + key
	case slices.Contains(steps, "*"):
		return "has a *, which is no wildcard here", "a pointer for each index, or one for the whole list"
	}
	return "", ""
}

// holdsTexts is true of a step to a map of texts, whose keys often have a slash.
func holdsTexts(around, step, below string) bool {
	switch step {
	case "annotations", "labels":
		return around == "metadata"
	case "matchLabels", "nodeSelector":
		return strings.Contains(below, ".")
	}
	return false
}

// remotes are the beginnings that kustomize takes for another repository: IsLocalRelativePath of fluxcd/pkg/kustomize.
var remotes = pattern.Of(`(?i)^(git::|gh:|ssh://|https://|http://|git@|github\.com[:/]).`)

// isLocal is the path of a component.
func isLocal(c *validator, f field) {
	text, ok := known(f.Node)
	switch local := strings.TrimPrefix(text, "file://"); {
	case !ok:
	case remotes().MatchString(text):
		c.say(f.Node, wrong, "Flux takes no component of another repository, and stops at it; copy it into the source, and "+
			"write its folder relative to path, for example ../components/tls")
	case path.IsAbs(local):
		c.say(f.Node, wrong, "Flux takes no absolute path of a component, and stops at it; write it relative to path, for "+
			"example ../"+strings.TrimLeft(local, "/"))
	}
}

// isFolder is a file or, with the text of the row, a folder in a source, to which securejoin leads.
func isFolder(c *validator, f field) {
	text, ok := known(f.Node)
	if !ok {
		return
	}
	clean, inside := path.Clean(text), "."+path.Clean("/"+text)
	switch {
	case remotes().MatchString(text) || strings.Contains(text, "://"):
		c.say(f.Node, wrong, "is a URL, and Flux looks for a path in the source; write that, and the URL as that of a source")
	case clean == ".." || strings.HasPrefix(clean, "../"):
		c.propose(f.Node, doubtful, inside, "leads out of the source, and Flux stays at its root then; write "+inside)
	case strings.Contains(text, `\`):
		right := strings.ReplaceAll(text, `\`, "/")
		c.propose(f.Node, doubtful, right, "has a backslash, which separates no folders for Flux; write "+right)
	case f.text != "" && slices.Contains([]string{".yaml", ".yml"}, path.Ext(text)):
		c.propose(f.Node, doubtful, path.Dir(clean), "is a file, and Flux takes a folder; write "+path.Dir(clean))
	case strings.Contains(text, "*"):
		c.say(f.Node, doubtful, "Flux takes one path here, and no pattern; write the path of one folder or file, without *")
	}
}
