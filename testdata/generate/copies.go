package main

import (
	"errors"
	"path/filepath"

	"golang.org/x/tools/go/packages"
	"sigs.k8s.io/controller-tools/pkg/deepcopy"
	"sigs.k8s.io/controller-tools/pkg/genall"
)

// writeCopies writes zz_generated.deepcopy.go of the packages with the types of documents, as controller-gen object
// does.
func writeCopies(root string) error {
	for _, folder := range []string{"schema/v1alpha1", "schema/internal/kcl"} {
		generator := genall.Generator(deepcopy.Generator{})
		run, err := genall.Generators{&generator}.ForRootsWithConfig(&packages.Config{Dir: root}, "./"+folder)
		if err != nil {
			return err
		}
		run.OutputRules.Default = genall.OutputToDirectory(filepath.Join(root, folder))
		if run.Run() {
			return errors.New(folder + ": no copies; see above")
		}
	}
	return nil
}
