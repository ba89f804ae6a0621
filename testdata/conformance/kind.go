package conformance

import (
	"context"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// A kind is one version of a CRD, compiled: its CEL rules cost much more to compile than to run.
type kind struct {
	namespaced bool
	deprecated bool
	schema     *schema.Structural
	validator  validation.SchemaValidator
	rules      *cel.Validator // nil if the CRD has none
}

// compile makes ready what the API server makes ready when it begins to serve a version of a CRD.
func compile(crd *apiextensionsv1.CustomResourceDefinition,
	version apiextensionsv1.CustomResourceDefinitionVersion) (*kind, error) {
	crdSchema := &apiextensions.CustomResourceValidation{}
	if err := apiextensionsv1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(version.Schema,
		crdSchema, nil); err != nil {
		return nil, err
	}
	structural, err := schema.NewStructural(crdSchema.OpenAPIV3Schema)
	if err != nil {
		return nil, err
	}
	if errs := schema.ValidateStructural(nil, structural); len(errs) > 0 {
		return nil, errs.ToAggregate()
	}
	if err := defaulting.PruneDefaults(structural); err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidator(crdSchema.OpenAPIV3Schema)
	if err != nil {
		return nil, err
	}
	return &kind{
		namespaced: crd.Spec.Scope == apiextensionsv1.NamespaceScoped,
		deprecated: version.Deprecated,
		schema:     structural,
		validator:  validator,
		rules:      cel.NewValidator(structural, true, celconfig.PerCallLimit),
	}, nil
}

// check refuses what the API server would refuse when the object is created, with its words. The object may be
// changed, as the API server would change it.
func (k *kind) check(object *unstructured.Unstructured) (errs []error) {
	unknown, err := k.coerce(object)
	if err != nil {
		return []error{err}
	}
	for _, path := range unknown {
		errs = append(errs, fmt.Errorf("unknown field %q", path))
	}
	defaulting.Default(object.Object, k.schema)
	for _, err := range k.validate(object) {
		errs = append(errs, err)
	}
	return errs
}

// coerce removes what the schema does not know, and nulls where they mean nothing, and returns the paths of what it did
// not know. The order is the order of unstructuredSchemaCoercer in customresource_handler.go.
func (k *kind) coerce(object *unstructured.Unstructured) (unknown []string, err error) {
	version, kindName := object.GetAPIVersion(), object.GetKind()
	meta, found, unknown, err := objectmeta.GetObjectMetaWithOptions(object.Object,
		objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	unknown = append(unknown,
		pruning.PruneWithOptions(object.Object, k.schema, true,
			schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})...)
	defaulting.PruneNonNullableNullsWithoutDefaults(object.Object, k.schema)
	fieldErr, paths := objectmeta.CoerceWithOptions(nil, object.Object, k.schema, false,
		objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if fieldErr != nil {
		return nil, fieldErr
	}
	object.SetAPIVersion(version)
	object.SetKind(kindName)
	if found {
		err = objectmeta.SetObjectMeta(object.Object, meta)
	}
	return append(unknown, paths...), err
}

// validate is Validate of strategy.go.
func (k *kind) validate(object *unstructured.Unstructured) field.ErrorList {
	errs := metavalidation.ValidateObjectMetaAccessor(object, k.namespaced, metavalidation.NameIsDNSSubdomain,
		field.NewPath("metadata"))
	errs = append(errs, validation.ValidateCustomResource(nil, object.Object, k.validator)...)
	errs = append(errs, objectmeta.Validate(nil, object.Object, k.schema, false)...)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, k.schema, object.Object)...)
	if len(errs) > 0 || k.rules == nil { // rules may rely on the schema
		return errs
	}
	errs, _ = k.rules.Validate(context.Background(), nil, k.schema, object.Object, nil, celconfig.RuntimeCELCostBudget)
	return errs
}
