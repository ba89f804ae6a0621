package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"
)

// apis are the packages that hold the kinds that fluxapp emits. They must be on this module's graph, which takes their
// versions from fluxapp's go.mod.
var apis = []string{
	"github.com/fluxcd/helm-controller/api/v2",
	"github.com/fluxcd/kustomize-controller/api/v1",
	"github.com/fluxcd/source-controller/api/v1",
	"github.com/fluxcd/source-watcher/api/v2/v1beta1",
	"github.com/fluxcd/image-reflector-controller/api/v1",
	"github.com/fluxcd/image-automation-controller/api/v1",
	"github.com/fluxcd/notification-controller/api/v1beta3",
	"github.com/fluxapp-dev/fluxapp/schema/kcl",
}

// Generate writes the CRDs of apis into a folder, with the controller-gen that this module names. It must run inside
// the module.
func Generate(dir string) error { return generate(dir, ".", apis...) }

// generate writes the CRDs of packages, in the versions that the go.mod of a module's folder chooses. The folder to
// write to is an absolute one.
func generate(dir, module string, packages ...string) error {
	tool, err := exec.Command("go", "tool", "-n", "controller-gen").Output() // which go builds first
	if err != nil {
		return fmt.Errorf("controller-gen: %w", err)
	}
	cmd := exec.Command(strings.TrimSpace(string(tool)), "crd", "output:crd:dir="+dir)
	for _, api := range packages {
		cmd.Args = append(cmd.Args, "paths="+api)
	}
	cmd.Dir = module
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("controller-gen: %w\n%s", err, out)
	}
	return nil
}

// readCRDs returns the CRDs in the files of a folder. None is an error: nothing would be checked.
func readCRDs(dir string) ([]*apiextensionsv1.CustomResourceDefinition, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no CRDs in %s", dir)
	}
	var crds []*apiextensionsv1.CustomResourceDefinition
	for _, file := range files {
		crd := &apiextensionsv1.CustomResourceDefinition{}
		data, err := os.ReadFile(file)
		if err == nil {
			err = yaml.UnmarshalStrict(data, crd)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		crds = append(crds, crd)
	}
	return crds, err
}
