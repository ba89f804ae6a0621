package kustomization

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxcd/pkg/envsubst"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Builder builds Kustomizations: a folder once for all that differ in nothing but variables, and an object once for all
// that give it the same text. The zero Builder knows no variables of others. Goroutines may share one.
type Builder struct {
	// Given returns the decoded data of a ConfigMap or a Secret, and false for one that is not known. Nil knows none.
	Given  func(kind, namespace, name string) (data map[string]string, given bool)
	builds map[string]*build
}

// Result is what a Kustomization gives. Results share their objects: they must not be changed.
type Result struct {
	Objects []map[string]any // JSON values, in the order of kustomize
	Notes   []string         // what is not known, each once: a remote base, a ConfigMap of variables, a SOPS file
	Unknown bool             // nothing can be built without what the notes name: no objects does not mean that they go
}

// parts are the fields that a build depends on, besides variables.
var parts = []string{"path", "targetNamespace", "namePrefix", "nameSuffix", "patches", "components",
	"ignoreMissingComponents", "images", "buildMetadata", "commonMetadata"}

var (
	lock     sync.Mutex // kustomize has a state for all builds
	variable = regexp.MustCompile("^[_[:alpha:]][_[:alpha:][:digit:]]*$")
	cut      = regexp.MustCompile(`\$\{(#|\w+(:[^-=?+]|[/#%^,]))`) // a variable that is not just printed
)

// Build returns the objects of a Kustomization of kustomize.toolkit.fluxcd.io/v1, which is of JSON values, from the
// folder root of the disk, which stands for the artifact of its source. An error is what fails in the controller, with
// paths from root on, in at most 400 characters. Variables that may be in a ConfigMap that is not given stay as they
// are written; where that is optional it counts as absent.
func (b *Builder) Build(object map[string]any, root string) (Result, error) {
	fields, _ := object["spec"].(map[string]any)
	own := maps.Clone(fields)
	maps.DeleteFunc(own, func(name string, _ any) bool { return !slices.Contains(parts, name) })
	key := fmt.Sprintf("%q %#v", root, own)
	lock.Lock()
	defer lock.Unlock()
	made := b.builds[key]
	if made == nil {
		if made = newBuild(own, root); b.builds == nil {
			b.builds = map[string]*build{}
		}
		b.builds[key] = made
	}
	result := Result{Notes: slices.Clone(made.notes), Unknown: made.unknown}
	values, missing, err := b.variables(object, &result)
	if err = cmp.Or(made.err, err); err != nil {
		return Result{}, err
	}
	strategy, _, _ := unstructured.NestedString(fields, "postBuild", "substituteStrategy")
	for _, built := range made.objects {
		filled, err := built.object, error(nil)
		if built.text != "" && (missing || len(values) > 0 || strategy == "Always") {
			filled, err = built.fill(values, missing)
		}
		if err != nil && !missing {
			return Result{}, errors.New(shorten("post build failed for '" + built.title + "': " + err.Error()))
		} else if err != nil {
			filled, result.Notes = built.object, note(result.Notes, built.title+" stays as it is written: "+err.Error())
		}
		result.Objects = append(result.Objects, filled)
	}
	return result, nil
}

// variables are those of a Kustomization. Missing says that a ConfigMap or a Secret with more is not given.
func (b *Builder) variables(object map[string]any, to *Result) (values map[string]string, missing bool, err error) {
	values = map[string]string{}
	from, _, _ := unstructured.NestedSlice(object, "spec", "postBuild", "substituteFrom")
	namespace, _, _ := unstructured.NestedString(object, "metadata", "namespace")
	for _, from := range from {
		from, _ := from.(map[string]any)
		kind, _ := from["kind"].(string)
		name, _ := from["name"].(string)
		var data map[string]string
		given := false
		if b.Given != nil {
			data, given = b.Given(kind, namespace, name)
		}
		text := kind + " " + namespace + "/" + name + " is not given: "
		switch maps.Copy(values, data); {
		case given:
		case from["optional"] == true:
			to.Notes = note(to.Notes, text+"it is optional, and counts as absent")
		default:
			missing, to.Notes = true, note(to.Notes, text+"its variables stay as they are written")
		}
	}
	inline, _, err := unstructured.NestedStringMap(object, "spec", "postBuild", "substitute")
	maps.Copy(values, inline)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if values[name] = strings.ReplaceAll(values[name], "\n", ""); !variable.MatchString(name) {
			return nil, false, fmt.Errorf("%q is no name of a variable; write letters, digits and _", name)
		}
	}
	return values, missing, err
}

// built is an object that kustomize makes.
type built struct {
	title  string         // for errors
	object map[string]any // with common metadata
	common map[string]any
	text   string // as YAML, without common metadata; empty where nothing is to be substituted
	filled map[string]map[string]any
}

// fill returns the object with the values of its variables. Where variables are missing, those without a value stay.
func (b *built) fill(values map[string]string, missing bool) (map[string]any, error) {
	if strings.Count(b.text, "$") > 10_000 { // Flux's reader takes the square of that in time
		return nil, errors.New("it has more than 10000 dollars; switch substitution off for it")
	}
	unknown := false
	text, err := envsubst.Eval(b.text, func(name string) (string, bool) {
		value, has := values[name]
		if unknown = unknown || !has && missing; has || !missing {
			return value, has
		}
		return "${" + name + "}", true
	})
	if unknown && cut.MatchString(b.text) {
		return nil, errors.New("it does more with a variable than to print it")
	}
	if err == nil && b.filled[text] == nil {
		b.filled[text], err = decode([]byte(text), b.common)
	}
	return b.filled[text], err
}
