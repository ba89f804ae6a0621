// Package render turns applications into the Flux objects of every cluster.
//
//	docs := schema.Parse("app.yaml", data)
//	result, err := render.Render(docs, render.Options{})
//	err = result.WriteYAML(os.Stdout)
//
// The same documents and options give the same bytes, in any order of documents, keys and entries. The spec of an
// object is the author's own tree: scalars are printed as they were written, and [Render] lists everything that is
// added. An object is built when it is asked for, so writing a large fleet needs little memory.
//
// The package reads no file, clock, environment, network or random number; what a run needs to know is in [Options].
// It applies nothing, and does not know what is in a cluster.
//
// # The way of an entry
//
// [Render] is the whole way, one call for each step. The packages are below render/internal. A step reads what the
// steps before it made, and nothing of those after it:
//
//	collect  inventory  documents: applications (collect.go), merged over their bases (base.go), their sources and
//	                    chart templates (source.go; items of spec.sources: named_source.go), clusters; the sections
//	                    around the workload, with the names of the application in them: around.go (Around). What comes
//	                    later reads them there
//	merge    entries    entry + layers + clusters → Template and Instances (entries.go, merge.go). Clusters are chosen
//	                    in choose.go. The layers of an entry: stack.go; what all entries share with references in it is
//	                    the lowest: shared.go; how one is merged over another: layers.go, a source: source.go; which
//	                    overrides reach a cluster: override.go (reaching). Params: params.go. References: hole.go and
//	                    package fleet
//	check    rules      the rules about one document or one merged entry: check.go, which calls package
//	                    schema/validate; the values of references: check_holes.go; the sections around the workload:
//	                    around.go
//	plan     plan       Instance → Placement (placement.go). Names of objects are made in plan.go: of entries in name,
//	                    of shared charts in sharedChart, of saved charts in savedTemplate, of KubeSphere's
//	                    GitRepositories in repository. Inline sources have theirs from inventory/source.go
//	                    (inlineSource), and those of an entry are planned with it: plan/source.go (ownSources). Where
//	                    the author gives no name, naming/name.go joins and shortens the parts. Dependencies: depend.go.
//	                    Around the workload: tenancy.go; image.go, with the GitRepository that the automation commits
//	                    to; notification.go; alert.go, behind all others, because Alerts list objects
//	bundle   bundle     what clusters need before Flux acts there as the ServiceAccount of tenancy: Plan returns
//	                    placements for the Flux of the cluster itself, which are like all others, and those of
//	                    [Result.Bootstrap]
//	gate     emit       the gates of waves: wave.go: which wave waits for which (Gate), the gates (newGates), their
//	                    expressions (readyExpr). build.go (waitsForAll) puts them into dependsOn
//	verify   verify     the rules about all placements together: verify.go
//	order    render     the total order of objects: render.go (order)
//	emit     emit       Placement → object → bytes: build.go, printer.go
//
// What only some documents have is in files of its own, and a run without it does not enter them: references,
// overrides, bases, params, sources in layers, $(remove) and lists that grow (entries/removal.go, grow.go), waves,
// dependencies, shards of controllers, and things that must exist on every cluster (verify/prerequisites.go). What
// must exist is listed by package needs, when it is asked for.
//
// # A new kind of object
//
//	kinds     its row in schema/kinds (table.go), whose place is its rank in the output: what it refers to, what a
//	          controller knows by it, what follows from a change and from its deletion. Needs, diff, status, graph,
//	          verify and explain read it there, and tests compare it with Flux's Go type. Source is the role of fields
//	          of spec.source, Workload that of what entries become, and Around that of what is in imageAutomation,
//	          notification and tenancy; anything else needs a role of its own, which must be part of kinds.Written, or
//	          its objects are never deleted
//	language  its fields in schema/v1alpha1, with Flux's Go type; a new API is a new requirement in every go.mod. A
//	          workload also needs a name (Workload, Workloads) and the type of its entry. schema/internal/shape (All),
//	          and, for older versions of Flux, testdata/generate. Words for the patterns of its CRD: rule.go
//	rules     a call of shape.CheckFields in schema/validate, or no rule of Flux is applied. Where references are not
//	          replaced, the field is in both lists of validate/application.go (Application, referenceSlips)
//	plan      an object of the application: a method like savedTemplate in plan/plan.go, which Placements calls; it
//	          makes the name and the spec and calls share. One around the workload: the same, of the section in
//	          inventory.Around. One without a spec, for example a Role: Body of Common has what is beside apiVersion,
//	          kind and metadata (plan/tenancy.go). An object that some entries bring: like sharedChart. A workload:
//	          commonOf there, and its spec in emit/build.go (specOf). What fluxapp writes into it because of other
//	          objects must not be in emit/own.go (Own)
//	types     render/typed, and the types of the tests of schema/kinds (reference_test.go)
//	tables    testdata/pages/reference.yaml, schema/LANGUAGE.md, testdata/conformance (apis; builtins; emittedKinds or
//	          heldApart), and cases in testdata/cases
//
// Then run make generate, make golden and make test. The tests find most tables that were forgotten.
package render
