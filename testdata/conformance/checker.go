package conformance

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// A Checker accepts what an API server with certain CRDs would accept, and of its own kinds the builtins.
type Checker struct {
	kinds   map[schema.GroupVersionKind]*kind
	checked atomic.Int64
}

// Checked returns how many objects have been checked.
func (c *Checker) Checked() int { return int(c.checked.Load()) }

// Options say what is done to objects before they are checked. The zero value checks them as they are.
type Options struct {
	// Namespace is given to objects that have none; empty refuses them.
	Namespace string
	// Fill replaces strings with ${…} by what their fields take.
	Fill bool
	// Servers names the API server of each document: an object may be there once on each. Empty is one for all of them.
	Servers []string
	// Open has the fields that another tool sets: they may be absent.
	Open map[Open]bool
}

// Load compiles the CRDs in the files of a folder.
func Load(dir string) (*Checker, error) {
	crds, err := readCRDs(dir)
	if err != nil {
		return nil, err
	}
	c := &Checker{kinds: map[schema.GroupVersionKind]*kind{}}
	for _, crd := range crds {
		for _, version := range crd.Spec.Versions {
			if !version.Served {
				continue
			}
			gvk := schema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind}
			if c.kinds[gvk], err = compile(crd, version); err != nil {
				return nil, fmt.Errorf("%s: %w", gvk, err)
			}
		}
	}
	return c, nil
}

// Check returns how many objects a stream of YAML documents holds, and every problem of every object. It refuses what
// is not YAML, keys and objects that are there twice, kinds and versions without a CRD, and what the server would
// refuse.
func (c *Checker) Check(stream []byte, opts Options) (count int, err error) {
	var errs []error
	seen := map[string]map[string]bool{} // by API server
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(stream)))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return count, errors.Join(errs...)
		}
		count++
		c.checked.Add(1)
		object := &unstructured.Unstructured{}
		if err == nil {
			err = decode(document, object)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("document %d: %w", count, err))
			continue
		}
		server := ""
		if count <= len(opts.Servers) {
			server = opts.Servers[count-1]
		}
		if seen[server] == nil {
			seen[server] = map[string]bool{}
		}
		for _, err := range c.checkObject(object, opts, seen[server]) {
			errs = append(errs, fmt.Errorf("%s: %w", identity(object), err))
		}
	}
}

// decode reads one document as kubectl does.
func decode(document []byte, object *unstructured.Unstructured) error {
	json, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		return err
	}
	return object.UnmarshalJSON(json)
}

func (c *Checker) checkObject(object *unstructured.Unstructured, opts Options, seen map[string]bool) []error {
	k, ok := c.kinds[object.GroupVersionKind()]
	own, isBuiltin := builtins[object.GroupVersionKind()]
	if !ok && !isBuiltin {
		return []error{fmt.Errorf("no matches for kind %q in version %q", object.GetKind(), object.GetAPIVersion())}
	}
	if (isBuiltin && own.namespaced || ok && k.namespaced) && object.GetNamespace() == "" && opts.Namespace != "" {
		object.SetNamespace(opts.Namespace)
	}
	var errs []error
	if isBuiltin {
		errs = own.checkObject(object, opts.Fill)
	} else {
		setOpen(object, opts.Open)
		errs = k.checkFilled(object, opts.Fill)
	}
	if id := identity(object); seen[id] {
		errs = append(errs, errors.New("already exists"))
	} else {
		seen[id] = true
	}
	return errs
}

// maxRounds is how many values are tried for placeholders: enough for the few fields of Flux that rules set against
// each other.
const maxRounds = 64

// checkFilled checks an object, with fill as one that it can become: other values are tried when the first ones
// contradict each other, and what is wrong with the first ones is wrong when all do.
func (k *kind) checkFilled(object *unstructured.Unstructured, fill bool) []error {
	if !fill {
		return k.check(object)
	}
	written := object.Object
	object.Object = fillObject(written, k.schema, 0)
	errs := k.check(object)
	for round := 1; round < maxRounds && len(errs) > 0; round++ {
		if other := (&unstructured.Unstructured{Object: fillObject(written, k.schema, round)}); len(k.check(other)) == 0 {
			return nil
		}
	}
	return errs
}

// identity names an object as the API server tells objects apart; versions of a kind are one kind.
func identity(object *unstructured.Unstructured) string {
	return object.GroupVersionKind().GroupKind().String() + " " + object.GetNamespace() + "/" + object.GetName()
}
