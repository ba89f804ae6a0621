// Package schema reads the documents of fluxapp: applications that run on many clusters, and what belongs to them.
//
// The smallest application is one Kustomization on one member cluster:
//
//	apiVersion: fluxapp.dev/v1alpha1
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
// [Parse] reads a stream of documents. They keep the tree of each document, so that a value is printed as it was
// written and a problem has a place. Unknown fields, values of another type, and fields of Flux that have another place
// here are problems of the document. Other rules need a whole entry: package render applies the rules of package
// validate when it has merged the layers.
//
//	docs := schema.Parse("app.yaml", data)
//	result, err := render.Render(docs, render.Options{})
//	for _, f := range result.Findings {
//		// app.yaml:12:7: spec.config.kustomization[0].intervall: unknown field; did you mean "interval"? [FA101]
//		fmt.Println(f)
//	}
//
// Parse never fails: Render reports what it found, in file order among its own findings. [Documents.Findings] are for
// who only parses.
//
// Of the packages below schema, an importer needs finding (findings and the codes of rules), tree (values and their
// places) and kinds (workloads, versions of Flux, labels and annotations). A program that makes applications in Go
// needs v1alpha1, the types of the language; no other package links the Go API of Flux. Packages validate and names are
// for fluxapp itself. [JSONSchema] and [CRD] are for editors and clusters, [FieldsAt] explains fields. LANGUAGE.md
// explains the language, RULES.md the rules.
//
// The package renders nothing and reads no files.
package schema
