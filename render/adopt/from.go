package adopt

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// ClusterFrom is where the name of an object's cluster comes from. The zero value is nowhere.
type ClusterFrom struct {
	place   string
	segment int
	label   string
	pattern pattern
}

// The places of a cluster's name.
const (
	fromKubeConfig = "kubeConfig"
	fromNamespace  = "namespace"
	fromPath       = "path"
	fromLabel      = "label"
	fromPattern    = "pattern"
)

// ParseClusterFrom reads where the names of clusters come from:
//
//	kubeConfig    the name of the Secret or ConfigMap without -kubeconfig or kubeconfig-; an object without kubeConfig is
//	              for the hub
//	namespace     the namespace of the object
//	path:N        part N of the name of the file, from 1, or from -1 backwards; the last part is without its extension
//	label:KEY     a label of the object
//	PATTERN       the words in braces of a path, for example clusters/{cluster}/… or {site}/*/{cluster}/…, joined by -
//
// In a pattern, * is any part of a path, and … (or ... or **) any number of them. The parts before and behind what a
// pattern has may be any too.
func ParseClusterFrom(text string) (ClusterFrom, error) {
	place, detail, _ := strings.Cut(text, ":")
	switch {
	case text == fromKubeConfig || text == fromNamespace:
		return ClusterFrom{place: place}, nil
	case place == fromPath:
		segment, err := strconv.Atoi(detail)
		if err != nil || segment == 0 {
			return ClusterFrom{}, fmt.Errorf("%q names no part of a path; write a number, for example path:2, or path:-1 for "+
				"the name of the file", text)
		}
		return ClusterFrom{place: place, segment: segment}, nil
	case place == fromLabel && detail != "":
		return ClusterFrom{place: place, label: detail}, nil
	case strings.ContainsAny(text, "{}"):
		p, err := parsePattern(text)
		return ClusterFrom{place: fromPattern, pattern: p}, err
	}
	return ClusterFrom{}, errors.New("a cluster cannot come from " + strconv.Quote(text) +
		"; write kubeConfig, namespace, path:N, label:KEY or clusters/{cluster}/…")
}

// String returns what [ParseClusterFrom] reads.
func (c ClusterFrom) String() string {
	switch c.place {
	case fromPath:
		return fmt.Sprintf("%s:%d", c.place, c.segment)
	case fromLabel:
		return c.place + ":" + c.label
	case fromPattern:
		return c.pattern.text
	}
	return c.place
}

// Join returns places of clusters as words of a sentence: three, and how many more there are.
func Join(from []ClusterFrom) string {
	texts := each.Of(from, ClusterFrom.String)
	if len(texts) > maxListed {
		return names.List(texts, maxListed)
	}
	return strings.Join(texts, " and ")
}

// maxListed is how many places a message has.
const maxListed = 3

// read returns the name of an object's cluster, and where it is written. It is empty for the hub, and with the error
// that the object does not have this place; with another error it is no name of a cluster.
func (c ClusterFrom) read(o *object) (name string, at tree.Node, err error) {
	name, at, err = c.find(o)
	switch {
	case err != nil || name == "":
	case names.Placeholder(name) && c.place == fromKubeConfig: // the document names the Secret, and no cluster
	case names.Placeholder(name):
		err = fmt.Errorf("%q has a variable, so it names no cluster", name)
	case !names.Valid(name):
		err = fmt.Errorf("%q is no name of a cluster, which has %s", name, clusterRule)
	}
	return name, at, err
}

// find returns what is at the place, which may be no name of a cluster.
func (c ClusterFrom) find(o *object) (name string, at tree.Node, err error) {
	metadata := o.root.Get("metadata")
	switch at = o.root; c.place {
	case fromKubeConfig:
		at = o.kubeConfigName()
		if name = strings.TrimPrefix(validate.ClusterName(at), "kubeconfig-"); name == "" {
			return "", at, nil
		}
	case fromNamespace:
		at, name = metadata.Get("namespace"), o.namespace
		if name == "" {
			return "", metadata, errors.New("the object has no namespace")
		}
	case fromLabel:
		at = metadata.At("labels", c.label)
		if name = at.Text(); name == "" {
			return "", metadata, fmt.Errorf("the object has no label %s", c.label)
		}
	case fromPattern:
		if name = c.pattern.match(partsOf(o.file)); name == "" {
			return "", at, fmt.Errorf("the name of the file does not match %s", c)
		}
	default:
		if name = c.part(o.file); name == "" {
			return "", at, fmt.Errorf("the name of the file has no part %d", c.segment)
		}
	}
	return name, at, nil
}

// part returns the part of the name of a file; empty when it has no such part.
func (c ClusterFrom) part(file string) string {
	parts := partsOf(file)
	i := c.segment - 1
	if c.segment < 0 {
		slices.Reverse(parts)
		i = -c.segment - 1
	}
	if i >= len(parts) {
		return ""
	}
	return parts[i]
}

// pattern is a path in which words in braces are the name of a cluster.
type pattern struct {
	text  string
	parts []*regexp.Regexp // nil for any number of parts
	only  map[string]bool  // what the words can be, joined; nil for anything
	isDir bool             // the words are folders
}

// word is a word in braces.
var word = regexp.MustCompile(`\{[A-Za-z][A-Za-z0-9_-]*\}`)

func parsePattern(text string) (p pattern, err error) {
	p.text = text
	if !word.MatchString(text) || strings.ContainsAny(word.ReplaceAllString(text, ""), "{}") {
		return p, fmt.Errorf("%q has no word in closed braces where the name of the cluster is, without blanks; write, for "+
			"example, clusters/{cluster}/…", text)
	}
	if strings.Contains(text, "}{") {
		return p, fmt.Errorf("%q has two words in braces with nothing between them; write, for example, {site}-{cluster}",
			text)
	}
	for part := range strings.SplitSeq(strings.Trim(strings.TrimPrefix(text, "./"), "/"), "/") {
		if part == "…" || part == "..." || part == "**" {
			p.parts = append(p.parts, nil)
			continue
		}
		part = strings.TrimSuffix(strings.TrimSuffix(part, ".yaml"), ".yml")
		var expr strings.Builder
		for at := 0; at < len(part); {
			found := word.FindStringIndex(part[at:])
			if found == nil {
				expr.WriteString(literal(part[at:]))
				break
			}
			expr.WriteString(literal(part[at:at+found[0]]) + "(.+)")
			at += found[1]
		}
		p.parts = append(p.parts, regexp.MustCompile("^"+expr.String()+"$"))
	}
	return p, nil
}

// literal returns the expression for text of a pattern, where * is any text.
func literal(text string) string {
	return strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, ".*")
}

// match returns the words of the pattern in the parts of a path, joined by -: where the pattern begins earliest.
func (p pattern) match(parts []string) string {
	if p.isDir {
		parts = parts[:len(parts)-1]
	}
	for i := range parts {
		words, ok := matchParts(p.parts, parts[i:])
		if name := strings.Join(words, "-"); ok && (p.only == nil || p.only[name]) {
			return name
		}
	}
	return ""
}

func matchParts(pattern []*regexp.Regexp, parts []string) (words []string, ok bool) {
	switch {
	case len(pattern) == 0:
		return nil, true
	case pattern[0] == nil:
		for i := range len(parts) + 1 {
			if words, ok = matchParts(pattern[1:], parts[i:]); ok {
				return words, true
			}
		}
		return nil, false
	case len(parts) == 0:
		return nil, false
	}
	found := pattern[0].FindStringSubmatch(parts[0])
	if found == nil {
		return nil, false
	}
	rest, ok := matchParts(pattern[1:], parts[1:])
	return append(found[1:len(found):len(found)], rest...), ok
}
