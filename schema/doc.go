// Package schema says what fluxapp reads: applications that run on many clusters, and the few documents that go with them.
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
// [Parse] reads a stream of documents and keeps each one's tree beside what it is, so that a value prints as it was
// written and a problem has a place. It refuses what cannot stand where it stands: unknown fields, other types, Flux's words
// in the wrong place. The rules that need a whole entry ([CheckApplication], [CheckEntry] and the like) are called by package
// render, which knows what an entry is once its layers are merged.
//
//	docs, err := schema.Parse("app.yaml", data)
//	for _, e := range schema.Errors(err) {
//		fmt.Println(e) // app.yaml:12:7: spec.config.kustomization[0].intervall: unknown field; did you mean "interval"? [FA101]
//	}
//
// Every rule has a [Code], which never changes its meaning.
//
// The types say what the language is: [Application], [FluxApplication] and what they hold. A field of Flux has Flux's own
// type, from Flux's API modules. Input may use the words of older Flux APIs; they are converted to the current ones.
//
// The rules of Flux's fields are those of its CRDs: testdata/generate makes a table of them from the comments that controller-gen
// makes the CRDs from, with the versions of Flux that brought them ([FluxVersion]). [JSONSchema] and [CRD] give the whole language
// to editors and clusters.
//
// The package renders nothing, and reads no files.
package schema
