package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"
)

// generator is the module that makes CRDs of the API modules of Flux.
const generator = "../generate"

// toolchain is the Go of the generator, in its go.mod: the modules of the newest Flux need it.
var toolchain = regexp.MustCompile(`(?m)^toolchain (\S+)$`)

// Generate writes the CRDs of each version of Flux, and of KCLRuns, into a folder of its name in dir, an absolute path.
func Generate(dir string) error {
	module, err := os.ReadFile(filepath.Join(generator, "go.mod"))
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "run", ".", "-crds", dir)
	cmd.Dir, cmd.Env = generator, append(os.Environ(), "GOTOOLCHAIN="+string(toolchain.FindSubmatch(module)[1]))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", generator, err, out)
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
		if crd.Name == "alerts.notification.toolkit.fluxcd.io" {
			addOperatorKinds(crd)
		}
		crds = append(crds, crd)
	}
	return crds, err
}

// addOperatorKinds does to the CRD of Alerts what flux-operator does to it when it installs Flux: events of its own
// kinds are taken too (github.com/controlplaneio-fluxcd/flux-operator, internal/builder/profiles.go).
func addOperatorKinds(crd *apiextensionsv1.CustomResourceDefinition) {
	for _, version := range crd.Spec.Versions {
		spec := version.Schema.OpenAPIV3Schema.Properties["spec"]
		items := spec.Properties["eventSources"].Items.Schema
		kind := items.Properties["kind"]
		for _, name := range []string{"FluxInstance", "ResourceSet", "ResourceSetInputProvider"} {
			kind.Enum = append(kind.Enum, apiextensionsv1.JSON{Raw: []byte(`"` + name + `"`)})
		}
		items.Properties["kind"] = kind
	}
}
