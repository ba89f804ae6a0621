// Package schema reads the documents of fluxapp: applications that run on many clusters, and what belongs to them.
//
//	apiVersion: fluxapp.dev/v1alpha1
//	kind: FluxApplication
//	metadata: {name: hello, namespace: apps}
//	spec:
//	  source: {sourceRef: {kind: GitRepository, name: hello}}
//	  config:
//	    kustomization:
//	    - {destination: {cluster: member1}, path: ./deploy, interval: 10m, prune: true}
//
// [Parse] reads a stream of documents and never fails. A document keeps its tree, so that a value is printed as it was
// written and a problem has a place. Rules that need a whole entry are applied by package render, whose result has all
// findings; [Documents.Findings] are for programs that only parse.
//
//	docs := schema.Parse("app.yaml", data)
//	result, err := render.Render(docs, render.Options{})
//	for _, f := range result.Findings {
//		fmt.Println(f) // app.yaml:12:7: spec.config.kustomization[0].intervall: unknown field; …
//	}
//
// An importer also needs finding, tree and kinds, and v1alpha1 for applications in Go. Packages validate, names and
// each are for fluxapp itself.
package schema
