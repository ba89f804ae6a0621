package adopt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// applicationName returns an object's name without its cluster's: app for member1-app, podinfo for podinfo-berlin, and
// shop for shop-berlin-web with the namespace web on the cluster, as fluxapp names objects. Other names stay.
func applicationName(name, cluster, target string) string {
	if short := withoutCluster(name, cluster, target); names.Valid(short) {
		return short
	}
	return name
}

func withoutCluster(name, cluster, target string) string {
	if cluster == "" || name == cluster {
		return name
	}
	if target != "" {
		if before, found := strings.CutSuffix(name, "-"+cluster+"-"+target); found && before != "" {
			return before
		}
	}
	if behind, found := strings.CutPrefix(name, cluster+"-"); found && behind != "" {
		return behind
	}
	if before, found := strings.CutSuffix(name, "-"+cluster); found && before != "" {
		return before
	}
	return strings.Replace(name, "-"+cluster+"-", "-", 1)
}

// variable is a placeholder in a name.
var variable = regexp.MustCompile(`\$\{([^}]*)\}`)

// documentName returns a name for a document: db-suffix for db-${SUFFIX}.
func documentName(name string) string {
	name = variable.ReplaceAllStringFunc(name, func(text string) string {
		text, _, _ = strings.Cut(strings.Trim(text, "${}"), ":")
		return strings.ReplaceAll(strings.ToLower(text), "_", "-")
	})
	return strings.Trim(name, "-")
}

// shape is the name of an object with * for its cluster.
func (o *object) shape() string {
	if short := withoutCluster(o.name, o.spelt, o.targetNamespace()); short != o.name {
		return strings.ReplaceAll(o.name, o.spelt, "*")
	}
	return o.name
}

// homeOf returns the namespace for the document: the one that most objects have. Where each cluster has its own, the
// one of the sources is as good, and better for people. It is empty if an object has none: it would get one.
func homeOf(objects []*object) (namespace string) {
	count := map[string]int{}
	for _, o := range objects {
		count[o.namespace]++
	}
	if count[""] > 0 {
		return ""
	}
	if len(objects) > 1 && len(count) == len(objects) {
		if source := sourceNamespace(objects[0]); source != "" &&
			!slices.ContainsFunc(objects, func(o *object) bool { return sourceNamespace(o) != source }) {
			return source
		}
	}
	for _, o := range objects {
		if count[o.namespace] > count[namespace] || count[o.namespace] == count[namespace] && o.namespace < namespace {
			namespace = o.namespace
		}
	}
	return namespace
}

func sourceNamespace(o *object) string {
	_, source := o.workload.Source(o.root.At)
	return source.Get("namespace").Text()
}

// known is what an object tells of its application. The zero value tells nothing.
type known struct {
	namespace, name string
	kubeSphere      bool // its label and annotation are KubeSphere's
	rendered        bool // fluxapp rendered it
}

// owner is what the annotation rendered-from has.
func (k known) owner() string { return strings.TrimPrefix(k.namespace+"/"+k.name, "/") }

// knownOf reads what fluxapp and KubeSphere write into an object.
func knownOf(o *object) (k known) {
	metadata := o.root.Get("metadata")
	label, annotation := metadata.At("labels", terms.LabelManagedBy), metadata.At("annotations", terms.AnnotationName)
	if label.Text() != "" && annotation.Text() != "" && annotation.Text() == o.kubeSphereName() {
		k = known{namespace: o.namespace, name: label.Text(), kubeSphere: true}
	}
	if from := metadata.At("annotations", terms.AnnotationRenderedFrom).Text(); from != "" {
		var both bool
		k.rendered = true
		if k.namespace, k.name, both = strings.Cut(from, "/"); !both {
			k.namespace, k.name = "", from
		}
	}
	return k
}

// kubeSphereName is the annotation by which KubeSphere finds the object: the kubeconfig's Secret and the namespace.
func (o *object) kubeSphereName() string {
	return strings.Trim(o.kubeConfigName().Text()+"-"+o.targetNamespace(), "-")
}

func (o *object) targetNamespace() string {
	return o.workload.Part(kinds.TargetNamespace).At.In(o.root.At).Text()
}
