package conformance

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	strictjson "sigs.k8s.io/json"
)

// A builtin is a kind that an API server has without a CRD. Its rules are the rules of packages core/validation and
// rbac/validation of k8s.io/kubernetes, word for word where they apply. That module is no library: it asks for all its
// parts in versions that only its own replace directives have.
type builtin struct {
	namespaced bool
	check      func(data []byte) field.ErrorList
}

// builtins are the kinds of the core and of RBAC that fluxapp writes.
var builtins = map[schema.GroupVersionKind]builtin{
	corev1.SchemeGroupVersion.WithKind("Namespace"): {false, checked(func(o *corev1.Namespace) field.ErrorList {
		return metadata(&o.ObjectMeta, false, metavalidation.NameIsDNSLabel)
	})},
	corev1.SchemeGroupVersion.WithKind("ServiceAccount"): {true, checked(func(o *corev1.ServiceAccount) field.ErrorList {
		return metadata(&o.ObjectMeta, true, metavalidation.NameIsDNSSubdomain)
	})},
	corev1.SchemeGroupVersion.WithKind("ConfigMap"):   {true, checked(configMap)},
	rbacv1.SchemeGroupVersion.WithKind("Role"):        {true, checked(role)},
	rbacv1.SchemeGroupVersion.WithKind("RoleBinding"): {true, checked(roleBinding)},
}

// checked decodes an object strictly, and validates it.
func checked[T any](validate func(*T) field.ErrorList) func([]byte) field.ErrorList {
	return func(data []byte) field.ErrorList {
		object := new(T)
		unknown, err := strictjson.UnmarshalStrict(data, object)
		for _, u := range append(unknown, err) {
			if u != nil {
				return field.ErrorList{field.Invalid(nil, string(data), u.Error())}
			}
		}
		return validate(object)
	}
}

// checkObject refuses what the API server would refuse. With fill, texts with ${…} are names.
func (b builtin) checkObject(object *unstructured.Unstructured, fill bool) (errs []error) {
	content := object.Object
	if fill {
		content = filledNames(content).(map[string]any)
	}
	data, err := json.Marshal(content)
	if err != nil {
		return []error{err}
	}
	for _, err := range b.check(data) {
		errs = append(errs, err)
	}
	return errs
}

// filledNames is fillNames for lists, too. A kind is the kind of a subject.
func filledNames(value any) any {
	switch value := value.(type) {
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = filledNames(item)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, item := range value {
			out[nameFor(key)] = filledNames(item)
			if text, ok := item.(string); ok && key == "kind" && nameFor(text) != text {
				out[key] = rbacv1.UserKind
			}
		}
		return out
	}
	return fillNames(value)
}

func metadata(meta *metav1.ObjectMeta, namespaced bool, name metavalidation.ValidateNameFunc) field.ErrorList {
	return metavalidation.ValidateObjectMeta(meta, namespaced, name, field.NewPath("metadata"))
}

func configMap(o *corev1.ConfigMap) field.ErrorList {
	errs, size := metadata(&o.ObjectMeta, true, metavalidation.NameIsDNSSubdomain), 0
	for key, value := range o.Data {
		size += len(value)
		for _, msg := range validation.IsConfigMapKey(key) {
			errs = append(errs, field.Invalid(field.NewPath("data").Key(key), key, msg))
		}
		if _, twice := o.BinaryData[key]; twice {
			errs = append(errs, field.Invalid(field.NewPath("data").Key(key), key, "duplicate of key present in binaryData"))
		}
	}
	for key, value := range o.BinaryData {
		size += len(value)
		for _, msg := range validation.IsConfigMapKey(key) {
			errs = append(errs, field.Invalid(field.NewPath("binaryData").Key(key), key, msg))
		}
	}
	if size > corev1.MaxSecretSize {
		errs = append(errs, field.TooLong(field.NewPath(""), "", corev1.MaxSecretSize))
	}
	return errs
}

func rbacName(name string, _ bool) []string { return path.IsValidPathSegmentName(name) }

func role(o *rbacv1.Role) field.ErrorList {
	errs := metadata(&o.ObjectMeta, true, rbacName)
	for i, rule := range o.Rules {
		at := field.NewPath("rules").Index(i)
		if len(rule.Verbs) == 0 {
			errs = append(errs, field.Required(at.Child("verbs"), "verbs must contain at least one value"))
		}
		if len(rule.NonResourceURLs) > 0 {
			errs = append(errs, field.Invalid(at.Child("nonResourceURLs"), rule.NonResourceURLs,
				"namespaced rules cannot apply to non-resource URLs"))
		}
		if len(rule.APIGroups) == 0 {
			errs = append(errs, field.Required(at.Child("apiGroups"), "resource rules must supply at least one api group"))
		}
		if len(rule.Resources) == 0 {
			errs = append(errs, field.Required(at.Child("resources"), "resource rules must supply at least one resource"))
		}
	}
	return errs
}

func roleBinding(o *rbacv1.RoleBinding) field.ErrorList {
	errs, ref := metadata(&o.ObjectMeta, true, rbacName), field.NewPath("roleRef")
	if o.RoleRef.APIGroup != rbacv1.GroupName {
		errs = append(errs, field.NotSupported(ref.Child("apiGroup"), o.RoleRef.APIGroup, []string{rbacv1.GroupName}))
	}
	if o.RoleRef.Kind != "Role" && o.RoleRef.Kind != "ClusterRole" {
		errs = append(errs, field.NotSupported(ref.Child("kind"), o.RoleRef.Kind, []string{"Role", "ClusterRole"}))
	}
	if o.RoleRef.Name == "" {
		errs = append(errs, field.Required(ref.Child("name"), ""))
	}
	for _, msg := range rbacName(o.RoleRef.Name, false) {
		errs = append(errs, field.Invalid(ref.Child("name"), o.RoleRef.Name, msg))
	}
	for i, subject := range o.Subjects {
		errs = append(errs, checkSubject(subject, field.NewPath("subjects").Index(i))...)
	}
	return errs
}

// checkSubject validates a subject after the API server has filled in its group.
func checkSubject(s rbacv1.Subject, at *field.Path) (errs field.ErrorList) {
	if s.Name == "" {
		errs = append(errs, field.Required(at.Child("name"), ""))
	}
	switch s.Kind {
	case rbacv1.ServiceAccountKind:
		for _, msg := range metavalidation.ValidateServiceAccountName(s.Name, false) {
			errs = append(errs, field.Invalid(at.Child("name"), s.Name, msg))
		}
		if s.APIGroup != "" {
			errs = append(errs, field.NotSupported(at.Child("apiGroup"), s.APIGroup, []string{""}))
		}
	case rbacv1.UserKind, rbacv1.GroupKind:
		if s.APIGroup != "" && s.APIGroup != rbacv1.GroupName {
			errs = append(errs, field.NotSupported(at.Child("apiGroup"), s.APIGroup, []string{rbacv1.GroupName}))
		}
	default:
		errs = append(errs, field.NotSupported(at.Child("kind"), s.Kind,
			[]string{rbacv1.ServiceAccountKind, rbacv1.UserKind, rbacv1.GroupKind}))
	}
	if s.Namespace != "" {
		for _, msg := range metavalidation.ValidateNamespaceName(s.Namespace, false) {
			errs = append(errs, field.Invalid(at.Child("namespace"), s.Namespace, msg))
		}
	}
	return errs
}
