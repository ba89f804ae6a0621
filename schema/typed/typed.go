// Package typed gives documents the Go types of package v1alpha1, and makes documents of such values.
//
//	docs := schema.Parse("app.yaml", data)
//	app, err := typed.FluxApplication(docs[0])
//
// It links the Go API of Flux and what that needs of Kubernetes, which is several times as much as packages schema
// and render. For a program that only reads and renders documents, [schema.Document] has the tree of each.
package typed

import (
	"encoding/json"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// FluxApplication returns the typed view of an application of either kind, with older vocabulary converted. Scalars
// are Flux's types there: use Spec for what the author wrote. It is an error when the document is no application, or
// one that Parse refused, or one with a ${…}, a reference or a $(remove) where the type has something else than a
// string, or one with a list that grows.
func FluxApplication(d *schema.Document) (*v1alpha1.FluxApplication, error) {
	if d.Class() != schema.ClassApplication {
		return nil, fmt.Errorf("%s is no application", d)
	}
	if d.GrowsLists() {
		return nil, fmt.Errorf("%s has lists that grow, for which the types have no fields", d)
	}
	var app v1alpha1.FluxApplication
	if err := decodeParts(d, &app.ObjectMeta, &app.Spec); err != nil {
		return nil, err
	}
	app.APIVersion, app.Kind = kinds.FluxApplication.APIVersion, kinds.FluxApplication.Name
	return &app, nil
}

// FluxApplicationBase returns the typed view of a base. Scalars are Flux's types there: use Spec for what the author
// wrote. It is an error when the document is no base, or one that Parse refused, or one with a ${…} or a reference
// where the type has something else than a string.
func FluxApplicationBase(d *schema.Document) (*v1alpha1.FluxApplicationBase, error) {
	if d.Class() != schema.ClassBase {
		return nil, fmt.Errorf("%s is no base", d)
	}
	var base v1alpha1.FluxApplicationBase
	if err := decodeParts(d, &base.ObjectMeta, &base.Spec); err != nil {
		return nil, err
	}
	base.APIVersion, base.Kind = d.APIVersion(), d.Kind()
	return &base, nil
}

func decodeParts(d *schema.Document, metadata, spec any) error {
	if err := decode(d.Root().Get("metadata"), metadata); err != nil {
		return fmt.Errorf("metadata of %s: %w", d.Owner(), err)
	}
	if err := decode(d.Spec(), spec); err != nil {
		return fmt.Errorf("spec of %s: %w", d.Owner(), err)
	}
	return nil
}

func decode(n tree.Node, into any) error {
	if !n.Exists() {
		return nil
	}
	return json.Unmarshal(tree.AppendJSON(nil, n), into)
}
