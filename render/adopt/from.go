package adopt

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// ClusterFrom is where the name of an object's cluster comes from. The zero value is nowhere.
type ClusterFrom struct {
	place   string
	segment int
	label   string
}

// The places of a cluster's name.
const (
	fromKubeConfig = "kubeConfig"
	fromNamespace  = "namespace"
	fromPath       = "path"
	fromLabel      = "label"
)

// ParseClusterFrom reads where the names of clusters come from:
//
//	kubeConfig    the name of the Secret or ConfigMap without -kubeconfig or kubeconfig-; an object without kubeConfig is
//	              for the hub
//	namespace     the namespace of the object
//	path:N        part N of the name of the file, from 1, or from -1 backwards; the last part is without its extension
//	label:KEY     a label of the object
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
	}
	return ClusterFrom{}, errors.New("a cluster cannot come from " + strconv.Quote(text) +
		"; write kubeConfig, namespace, path:N or label:KEY")
}

// String returns what [ParseClusterFrom] reads.
func (c ClusterFrom) String() string {
	switch c.place {
	case fromPath:
		return fmt.Sprintf("%s:%d", c.place, c.segment)
	case fromLabel:
		return c.place + ":" + c.label
	}
	return c.place
}

// read returns the name of an object's cluster, and where it is written. It is empty for the hub, or with an error.
func (c ClusterFrom) read(o *object) (name string, at tree.Node, err error) {
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
	default:
		if name = c.part(o.file); name == "" {
			return "", at, fmt.Errorf("the name of the file has no part %d", c.segment)
		}
	}
	if reference.Placeholder(name) {
		return "", at, fmt.Errorf("%q has a variable, so it names no cluster", name)
	}
	if !names.Valid(name) {
		return "", at, fmt.Errorf("%q is no valid name of a cluster", name)
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

// partsOf returns the folders of a file, and its name without extension.
func partsOf(file string) []string {
	file = strings.TrimPrefix(path.Clean(file), "/")
	return strings.Split(strings.TrimSuffix(file, path.Ext(file)), "/")
}

// notHub returns the name of a cluster. Only the hub itself may be called hub, which is the name of its folder.
func notHub(name string) string {
	if name == "hub" {
		return "hub-cluster"
	}
	return name
}

// place finds out for which cluster each object is, and which API server has it.
func (a *adoption) place(from ClusterFrom) {
	fleet := a.reached()
	for _, o := range a.objects {
		name, at, err := from.read(o)
		o.cluster, o.spelt = notHub(name), name
		if kubeConfig := o.kubeConfig(); kubeConfig.Exists() {
			if known := cmp.Or(fleet[reachedBy(o.namespace, kubeConfig)], fleet[reachedBy("", kubeConfig)]); known != "" {
				o.cluster, o.spelt, err = known, known, nil
			}
		}
		if err != nil {
			a.report(o, finding.Problem{Code: finding.CodeUnplaced, Node: at, Detail: fmt.Sprintf(
				"%v, and the clusters come from %s; correct it, or write another --cluster-from", err, from)})
		}
	}
	standalone := from.place == fromPath || from.place == fromLabel && a.repeats()
	for _, o := range a.objects {
		if standalone && !o.hasKubeConfig() {
			o.server = o.cluster
		}
	}
}

// kubeConfig is how Flux reaches the cluster of the object; absent for the cluster that has the object.
func (o *object) kubeConfig() tree.Node { return o.workload.Part(kinds.KubeConfig).At.In(o.root.At) }

func (o *object) kubeConfigName() tree.Node {
	return kinds.KubeConfigRef(o.kubeConfig()).Get("name")
}

func (o *object) hasKubeConfig() bool { return o.kubeConfig().Exists() }

// reached returns the names of the clusters of the fleet by their kubeConfigs, each with the namespace of its Secret
// where the cluster has one. Clusters that a kubeConfig does not tell apart have the empty name.
func (a *adoption) reached() map[string]string {
	all := make(map[string]string, len(a.members))
	for i := range a.members {
		m := &a.members[i]
		if !m.KubeConfig().Exists() {
			continue
		}
		by, name := reachedBy(m.Namespace().Text(), m.KubeConfig()), m.Name
		if _, twice := all[by]; twice {
			name = ""
		}
		all[by] = name
	}
	return all
}

func reachedBy(namespace string, kubeConfig tree.Node) string {
	return namespace + "/" + string(tree.AppendJSON(nil, kubeConfig))
}

// repeats reports whether two objects without kubeConfig have one kind, namespace and name: they have two API servers.
func (a *adoption) repeats() bool {
	seen := map[groupKey]bool{}
	return slices.ContainsFunc(a.objects, func(o *object) bool {
		before := seen[o.key()]
		seen[o.key()] = true
		return before && !o.hasKubeConfig()
	})
}
