// Package schema reads the documents of fluxapp: applications that run on many clusters, and the few documents that belong to them.
//
// The smallest application is one Kustomization on one member cluster:
//
//	apiVersion: gitops.kubesphere.io/v1alpha1
//	kind: FluxApplication
//	metadata:
//	  name: hello
//	  namespace: apps
//	spec:
//	  source:
//	    sourceRef: {kind: GitRepository, name: hello}
//	  config:
//	    kustomization:
//	    - destination:
//	        kubeConfig: {secretRef: {name: member1-kubeconfig}}
//	      path: ./deploy
//	      interval: 10m
//	      prune: true
//
// [Parse] reads a stream of documents. It keeps the tree of each document, so that a value is printed as it was written and a
// problem has a place. It refuses unknown fields, values of another type, and fields of Flux that have another place here. Other
// rules need a whole entry ([CheckApplication], [CheckEntry] and so on). Package render calls them when it has merged the layers.
//
//	docs, err := schema.Parse("app.yaml", data)
//	for _, e := range schema.From(err) {
//		fmt.Println(e) // app.yaml:12:7: spec.config.kustomization[0].intervall: unknown field; did you mean "interval"? [FA101]
//	}
//
// Every rule has a [Code], which never changes its meaning.
//
// The types [Application], [FluxApplication] and those of their fields define the language; LANGUAGE.md explains it. A field of Flux
// has Flux's own type, from Flux's API modules. Fields of older Flux APIs are converted to the current ones.
//
// The rules of Flux's fields are those of its CRDs. testdata/generate makes a table of them from the comments that controller-gen
// makes the CRDs from, with the versions of Flux that added them ([FluxVersion]). [JSONSchema] and [CRD] describe the whole language
// for editors and clusters.
//
// The package renders nothing and reads no files.
package schema
