package adopt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
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
	_, source := o.kind.Source(o.root.At)
	return source.Get("namespace").Text()
}
