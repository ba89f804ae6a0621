package krmfn_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
)

// A program that has the function in its own binary, and what kustomize or kpt gives it.
func ExampleRun() {
	list := `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: fluxapp.dev/v1alpha1
  kind: FluxApplication
  metadata: {name: hello, namespace: apps}
  spec:
    source: {sourceRef: {kind: GitRepository, name: hello}}
    config:
      kustomization:
      - {destination: {targetNamespace: hello}, path: ./deploy, interval: 10m, prune: true}
`
	var out strings.Builder
	code := krmfn.Run(strings.NewReader(list), &out, os.Stderr)
	_, made, _ := strings.Cut(out.String(), "- apiVersion: kustomize")
	fmt.Println(code)
	fmt.Print("- apiVersion: kustomize" + made)
	// Output:
	// 0
	// - apiVersion: kustomize.toolkit.fluxcd.io/v1
	//   kind: Kustomization
	//   metadata:
	//     annotations:
	//       fluxapp.dev/rendered-from: apps/hello
	//     name: hello-hello
	//     namespace: apps
	//   spec:
	//     interval: 10m
	//     path: ./deploy
	//     prune: true
	//     sourceRef:
	//       kind: GitRepository
	//       name: hello
	//     targetNamespace: hello
}
