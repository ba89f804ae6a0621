package validate_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// noObjects are types with metadata that no API server stores as objects of their own.
var noObjects = []string{"Binding", "Eviction", "PodStatusResult", "RangeAllocation", "Scale"}

// TestKinds compares kinds.txt with the types of Kubernetes: each stable kind has its row and its version there, and
// each row without * has no other versions, except those of a kind that other packages have.
func TestKinds(t *testing.T) {
	scheme := runtime.NewScheme()
	assert.NilError(t, (&runtime.SchemeBuilder{admissionv1.AddToScheme, appsv1.AddToScheme, autoscalingv1.AddToScheme,
		autoscalingv2.AddToScheme, batchv1.AddToScheme, certificatesv1.AddToScheme, coordinationv1.AddToScheme,
		corev1.AddToScheme, discoveryv1.AddToScheme, eventsv1.AddToScheme, flowcontrolv1.AddToScheme,
		networkingv1.AddToScheme, nodev1.AddToScheme, policyv1.AddToScheme, rbacv1.AddToScheme, resourcev1.AddToScheme,
		schedulingv1.AddToScheme, storagev1.AddToScheme, apiextensionsv1.AddToScheme}).AddToScheme(scheme))
	served := map[string][]string{}
	for gvk, of := range scheme.AllKnownTypes() {
		if _, isObject := of.FieldByName("ObjectMeta"); isObject && !slices.Contains(noObjects, gvk.Kind) {
			key := strings.TrimPrefix(gvk.Group+" "+gvk.Kind, " ")
			served[key] = append(served[key], gvk.Version)
		}
	}
	assert.Check(t, len(served) > 50)
	text, err := os.ReadFile("kinds.txt")
	assert.NilError(t, err)
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		key := strings.TrimPrefix(f[0]+" "+f[1], "v1 ")
		assert.Check(t, !seen[key], "%s has two rows", key)
		seen[key] = true
		assert.Check(t, f[2] == "namespace" || f[2] == "cluster", line)
		for _, version := range served[key] {
			assert.Check(t, slices.Contains(f[3:], version), "%s lacks %s", key, version)
		}
		if isBeta := slices.Contains(f, "*"); served[key] != nil && !isBeta {
			others := slices.DeleteFunc(f[3:], func(v string) bool { return slices.Contains(served[key], v) || v == "v1beta3" })
			assert.Check(t, len(others) == 0, "%s has no %v", key, others)
		}
		assert.Check(t, kinds.Find(kinds.Written|kinds.Made, f[0], f[1]) == nil ||
			!strings.HasSuffix(f[0], "fluxcd.io"), "%s is in the table of Flux", key)
	}
	for key := range served {
		assert.Check(t, seen[key], "%s has no row", key)
	}
}
