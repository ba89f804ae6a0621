package finding

// Code is the stable name of a rule. A code is never given to another rule.
type Code string

// Rules of the text.
const (
	// CodeSyntax: the text is not valid YAML.
	CodeSyntax Code = "FA001"
	// CodeDuplicateKey: a map has one key twice.
	CodeDuplicateKey Code = "FA002"
	// CodeKey: a key is null, a list or a map.
	CodeKey Code = "FA003"
	// CodeTag: a value has a tag that changes what it is, for example !!binary. Only !!str and the tags of the value's
	// own type are read.
	CodeTag Code = "FA004"
	// CodeTooLarge: a document is nested too deeply, or its aliases or references take too much memory when they are
	// written out.
	CodeTooLarge Code = "FA005"
	// CodeNotJSON: a number is .inf or .nan, which JSON does not have.
	CodeNotJSON Code = "FA006"
	// CodeKind: the kind, group or version does not exist, and fluxapp reads one that is nearly the same.
	CodeKind Code = "FA007"
	// CodeNoApplication: the input holds no application.
	CodeNoApplication Code = "FA009"
)

// Rules of fields and their types.
const (
	// CodeUnknownField: there is no such field.
	CodeUnknownField Code = "FA101"
	// CodeMisplaced: the field belongs to another place in the document.
	CodeMisplaced Code = "FA102"
	// CodeType: the value has another type than the field.
	CodeType Code = "FA103"
	// CodeUnquoted: a number or boolean is where a string belongs. In quotes it is a string.
	CodeUnquoted Code = "FA104"
	// CodeDuration: the value is not a duration, for example 10m or 1h30m.
	CodeDuration Code = "FA105"
	// CodeNullItem: a list has a null item.
	CodeNullItem Code = "FA106"
	// CodeRequired: a required field is missing.
	CodeRequired Code = "FA107"
	// CodeRange: the number is outside of the range of the field, or has a fraction.
	CodeRange Code = "FA108"
	// CodeEmpty: the string is empty.
	CodeEmpty Code = "FA109"
	// CodeUnsupported: the value is none of those that the field takes.
	CodeUnsupported Code = "FA110"
	// CodePlaceholder: a ${…} is where Flux wants a boolean, number, list or map, or where it would decide what is
	// rendered.
	CodePlaceholder Code = "FA111"
)

// Rules of one application.
const (
	// CodeOneWorkload: an application has none, or more than one, of helmRelease, kustomization and kclRun.
	CodeOneWorkload Code = "FA201"
	// CodeNoDestination: the list of entries is empty.
	CodeNoDestination Code = "FA202"
	// CodeNoSource: the application or entry has no source.
	CodeNoSource Code = "FA203"
	// CodeTwoSources: a source is given in more than one way.
	CodeTwoSources Code = "FA204"
	// CodeSourceKind: what the application runs cannot use a source of this kind.
	CodeSourceKind Code = "FA205"
	// CodeNoChart: there is neither a chart nor a template.
	CodeNoChart Code = "FA206"
	// CodeChartAndTemplate: there is a chart beside a template, which has its own chart.
	CodeChartAndTemplate Code = "FA207"
	// CodeChartOfSource: there are fields of a chart, but the source is the chart itself.
	CodeChartOfSource Code = "FA208"
	// CodeKubeConfig: a kubeConfig has no reference, or two.
	CodeKubeConfig Code = "FA209"
	// CodeName: the value is not a valid name of a Kubernetes object.
	CodeName Code = "FA210"
	// CodeNamespace: the value is not a valid name of a namespace.
	CodeNamespace Code = "FA211"
	// CodeLabel: the key or value of a label or annotation is not valid.
	CodeLabel Code = "FA212"
	// CodeReserved: the document sets a label or annotation that fluxapp sets itself, or in which tools tell each other
	// the file of an object.
	CodeReserved Code = "FA213"
	// CodeTooLong: the name is longer than Flux can use.
	CodeTooLong Code = "FA214"
	// CodeVersion: no Flux has this apiVersion.
	CodeVersion Code = "FA215"
	// CodeConversion: an old field is beside the new field that it would be converted to, and they differ.
	CodeConversion Code = "FA216"
	// CodeHubName: a cluster is called hub, which is the name of the hub's folder.
	CodeHubName Code = "FA217"
	// CodeContradiction: Flux does not take these two fields or values together.
	CodeContradiction Code = "FA218"
	// CodeFluxField: the Flux version of the run does not have the field or the value.
	CodeFluxField Code = "FA219"
	// CodeUnknownCluster: the fleet has no cluster of this name.
	CodeUnknownCluster Code = "FA220"
	// CodeNoCluster: a selector matches no cluster of the fleet.
	CodeNoCluster Code = "FA221"
	// CodeSelector: the selector is not valid.
	CodeSelector Code = "FA222"
	// CodeReference: a reference is not written correctly, names something that does not exist, or is where fluxapp
	// replaces none.
	CodeReference Code = "FA223"
	// CodeDependency: an entry depends on an application that renders nothing to wait for.
	CodeDependency Code = "FA224"
	// CodeRemoval: a $(remove) has nothing below it that it could remove.
	CodeRemoval Code = "FA227"
	// CodeObjectSize: an object is larger than an API server stores. As a warning: it is nearly as large.
	CodeObjectSize Code = "FA225"
	// CodeJoinedList: an item of valuesFiles is a list of files, joined by semicolons.
	CodeJoinedList Code = "FA228"
	// CodeMessageTemplate: the template of a commit message cannot be read, or uses data that Flux no longer has.
	CodeMessageTemplate Code = "FA230"
	// CodeEventSource: a pattern is in the place of a name in the eventSources of an Alert.
	CodeEventSource Code = "FA231"
	// CodeEncrypted: SOPS has encrypted a document that fluxapp reads, or a text in it, and nobody decrypts it.
	CodeEncrypted Code = "FA232"
	// CodeExpression: Flux cannot compile an expression of CEL, or it gives another type than Flux takes.
	CodeExpression Code = "FA233"
	// CodePatch: the text of a patch is none that kustomize takes. As a warning: it takes it, and does something else.
	CodePatch Code = "FA234"
	// CodeAPIVersion: some Flux that fluxapp knows does not serve the version of rendered objects.
	CodeAPIVersion Code = "FA236"
	// CodeValues: the schema of a chart does not take the values. As information: Helm does not validate them.
	CodeValues Code = "FA237"
	// CodeListOperator: KEY+ or KEY+(FIELD) has no list below it, or one that it cannot be merged with.
	CodeListOperator Code = "FA238"
	// CodeChart: a chart cannot be read, or its checkout does not have it. As information: a link that may lead to one.
	CodeChart Code = "FA239"
	// CodeDelivery: delivery cannot apply the objects from where they are written, or a run over some applications would
	// change what delivers the others.
	CodeDelivery Code = "FA240"
	// CodeFile: the field file is no path in the rendered folder that objects can lie in, or not in this run.
	CodeFile Code = "FA241"
	// CodeBase: an application names a base that does not exist, that it names already, or that is for another workload.
	CodeBase Code = "FA226"
)

// Rules of what is around the workload.
const (
	// CodePermissions: tenancy gives more than a tenant may have. As a warning: it gives rights from which more follows,
	// or too few for an entry.
	CodePermissions Code = "FA229"
)

// Rules of all documents together.
const (
	// CodeDuplicateDocument: two documents are the same application, base or template.
	CodeDuplicateDocument Code = "FA301"
	// CodeDuplicateObject: two rendered objects have the same kind, namespace and name.
	CodeDuplicateObject Code = "FA302"
	// CodeDuplicateRelease: two HelmReleases would be the same Helm release on one cluster.
	CodeDuplicateRelease Code = "FA303"
	// CodeDuplicateChart: two HelmCharts have the same name: rendered ones, or those that Flux makes for releases.
	CodeDuplicateChart Code = "FA304"
	// CodeDuplicatePath: two objects would be written to the same file.
	CodeDuplicatePath Code = "FA305"
	// CodeUnknownFlux: fluxapp does not know the Flux version of the run.
	CodeUnknownFlux Code = "FA306"
	// CodeNoSuchApplication: the run names an application that is not among the documents.
	CodeNoSuchApplication Code = "FA307"
	// CodeDuplicateCluster: two clusters of the fleet have the same name.
	CodeDuplicateCluster Code = "FA308"
	// CodeCycle: objects wait for each other in a circle.
	CodeCycle Code = "FA309"
	// CodeDuplicateArtifact: two ArtifactGenerators would make one ExternalArtifact.
	CodeDuplicateArtifact Code = "FA312"
	// CodeShard: the run names a shard that does not exist.
	CodeShard Code = "FA310"
	// CodeIgnore: ignore names no rule that reports warnings or information. As information it counts the findings that
	// the run ignored.
	CodeIgnore Code = "FA311"
)

// Rules of files, for those who write the objects into a folder.
const (
	// CodeOutside: a name or path leads to a file outside of the folder that fluxapp writes.
	CodeOutside Code = "FA404"
)

// Warnings.
const (
	// CodeYAML11: readers of YAML 1.1 and 1.2 read the value differently.
	CodeYAML11 Code = "FA501"
	// CodeLostDigits: a number looks like a version, and some readers drop digits of it.
	CodeLostDigits Code = "FA502"
	// CodeMergeOrder: a key is before a merge key (<<) that has the same key.
	CodeMergeOrder Code = "FA503"
	// CodeFilled: Flux requires the field. It is missing, so fluxapp has added it.
	CodeFilled Code = "FA504"
	// CodeNoNamespace: the document has no namespace, so its objects have none.
	CodeNoNamespace Code = "FA505"
	// CodeCrossNamespace: an object refers to an object in another namespace, which Flux must allow. It is information,
	// because Flux allows it by default.
	CodeCrossNamespace Code = "FA506"
	// CodeNoEffect: Flux ignores the field.
	CodeNoEffect Code = "FA507"
	// CodeConverted: an old field was converted, and the new one means something else.
	CodeConverted Code = "FA508"
	// CodeUnusedSource: the source is not used, because the template has its own, or because nothing names the item of
	// sources.
	CodeUnusedSource Code = "FA509"
	// CodeTemplateNamespace: a saved template refers to a source in another namespace, which a HelmChart cannot.
	CodeTemplateNamespace Code = "FA510"
	// CodeFleetNamespace: a reference without a namespace means the namespace that the fleet gives to the object.
	CodeFleetNamespace Code = "FA511"
	// CodeUnusedOverride: an override matches no cluster of any entry.
	CodeUnusedOverride Code = "FA512"
	// CodeShardedChart: a chart has the label of a shard, and its source does not.
	CodeShardedChart Code = "FA513"
	// CodeUngated: waves do not hold back this change, because it is not in the spec of an object.
	CodeUngated Code = "FA514"
	// CodeManyGates: a controller reads many objects for those of an application that wait for them.
	CodeManyGates Code = "FA515"
	// CodeUnusedRemoval: a $(remove) removes nothing on any cluster.
	CodeUnusedRemoval Code = "FA524"
	// CodePushSecret: image automation pushes to a GitRepository without credentials.
	CodePushSecret Code = "FA530"
	// CodeSharedKubeConfig: two clusters of the fleet have one kubeConfig, and so are one cluster to Flux.
	CodeSharedKubeConfig Code = "FA532"
	// CodeNearValue: the chart has no value of this name, and has one that is nearly called so.
	CodeNearValue Code = "FA533"
	// CodeValueType: a value has another type than the one in the values.yaml of its chart.
	CodeValueType Code = "FA534"
	// CodeUpdatePath: image automation has no path, so it changes all files of the repository.
	CodeUpdatePath Code = "FA531"
	// CodeManyObjects: one Kustomization of Flux applies so many objects that it needs minutes for each commit.
	CodeManyObjects Code = "FA535"
	// CodeWorkers: Kustomizations that wait can hold all workers of kustomize-controller.
	CodeWorkers Code = "FA536"
	// CodeIdleWave: a wave waits for nothing of a lower one, of which all clusters are suspended or disabled.
	CodeIdleWave Code = "FA537"
)

// Rules of escapes.
const (
	// CodeEscape: fluxapp reads an escape that kubectl does not read.
	CodeEscape Code = "FA415"
	// CodeSetterComment: a setter comment marks no value that is printed, so it is not printed.
	CodeSetterComment Code = "FA525"
	// CodeIgnoreText: the ignore of a source is YAML, and Flux reads it as lines of a .gitignore.
	CodeIgnoreText Code = "FA526"
	// CodeDottedKey: a key at the top of values is spelt for helm --set, with dots for the maps.
	CodeDottedKey Code = "FA527"
	// CodeCredential: a text of the document looks like a password, a token or a private key.
	CodeCredential Code = "FA528"
	// CodeMarker: a setter comment of image automation names no ImagePolicy of the input, or cannot be read.
	CodeMarker Code = "FA529"
	// CodeLeftSuspended: an override leaves a cluster out with disable whose object is suspended: Flux removes nothing
	// there if it was suspended before.
	CodeLeftSuspended Code = "FA522"
	// CodeSourceNamespace: the sourceRef of an entry or a layer replaces one with a namespace, and has none.
	CodeSourceNamespace Code = "FA523"
)

// Limits of changes. What they count is in schema/LANGUAGE.md.
const (
	// CodeMaxDeleted: a change deletes workloads on more clusters than a limit allows, or leaves them without an owner.
	CodeMaxDeleted Code = "FA601"
	// CodeMaxChanged: a change affects workloads on more clusters than a limit allows.
	CodeMaxChanged Code = "FA602"
	// CodeMaxReinstalled: a change reinstalls or renames workloads on more clusters than a limit allows.
	CodeMaxReinstalled Code = "FA603"
	// CodeProtected: a change deletes, reinstalls or renames workloads on protected clusters.
	CodeProtected Code = "FA604"
	// CodeTakenOver: the objects of a document that is gone, or was not read, are of another document now.
	CodeTakenOver Code = "FA421"
	// CodeAcknowledged: a change that limits do not allow was acknowledged, or an acknowledgement lets nothing through.
	CodeAcknowledged Code = "FA605"
	// CodeMoved: a change moves objects from one Kustomization of Flux to another, which deletes them where the first one
	// is faster. As information: they are marked for it.
	CodeMoved Code = "FA607"
	// CodeFreed: after a change, objects wait for none of those that they waited for because of waves.
	CodeFreed Code = "FA608"
)

// Promotion from stage to stage.
const (
	// CodeNoStage: an application has no override and no entry for a stage.
	CodeNoStage Code = "FA801"
	// CodeNoStageField: the layer of a stage does not have the field that is promoted.
	CodeNoStageField Code = "FA802"
	// CodeNotPromoted: the value is not a scalar on one line, or the document cannot have its spelling in the other place.
	CodeNotPromoted Code = "FA803"
	// CodeSeveralValues: the layers of a stage have several values, and it is not clear which one is meant.
	CodeSeveralValues Code = "FA804"
	// CodeSharedValue: other places of the document have the value too, because of an alias or a merge key.
	CodeSharedValue Code = "FA805"
	// CodeCovered: clusters of a stage do not get the value of its layer.
	CodeCovered Code = "FA806"
	// CodeWrongAfter: the documents are wrong with the promoted value.
	CodeWrongAfter Code = "FA807"
	// CodeNotReady: the stage that has the value is not ready as the documents render it.
	CodeNotReady Code = "FA808"
	// CodeNotSoaked: the stage that has the value has not been ready for long enough.
	CodeNotSoaked Code = "FA809"
)

// The status of objects in clusters. What is observed is in render/status.
const (
	// CodeObservedTwice: two texts, or two places of one, have different versions of one object of a server.
	CodeObservedTwice Code = "FA831"
	// CodeObservedServer: a text has the objects of a server on which no application of the run has any.
	CodeObservedServer Code = "FA832"
	// CodeObservedKinds: applications have objects of a kind beside their workloads, and no text has this kind.
	CodeObservedKinds Code = "FA833"
	// CodeObservedOther: a text has objects, and none of those that the run has on its server.
	CodeObservedOther Code = "FA834"
	// CodeSourceFails: a source fails now, and workloads stay ready with what they have of it.
	CodeSourceFails Code = "FA835"
	// CodeObservedType: a field of an observed object has another type than API servers write.
	CodeObservedType Code = "FA836"
	// CodeObservedOlder: observed objects are not what the documents render; a text can be older than what was applied.
	CodeObservedOlder Code = "FA837"
)

// Information.
const (
	// CodeArgo: an Application of Argo CD was left alone.
	CodeArgo Code = "FA901"
	// CodeTemplateInCluster: a template is not among the documents and must exist in the cluster.
	CodeTemplateInCluster Code = "FA902"
	// CodeRunConfig: a RenderConfig is among the documents, where it has no effect.
	CodeRunConfig Code = "FA903"
	// CodeMustExist: a source, namespace, Secret or ConfigMap is not rendered and must exist in each cluster.
	CodeMustExist Code = "FA904"
	// CodeReferenceSlip: a text is nearly a reference. It is printed as it is.
	CodeReferenceSlip Code = "FA905"
	// CodeNotOutput: a document of a kind that fluxapp does not render carries the annotation rendered-from. It is left
	// alone.
	CodeNotOutput Code = "FA907"
	// CodeVariable: a variable of postBuild.substitute reaches a manifest as a number, a boolean or null, and not as a
	// string.
	CodeVariable Code = "FA908"
	// CodePinnedSelected: an entry with a fixed name and a clusterSelector; what it applied stays on a cluster that it
	// no longer selects.
	CodePinnedSelected Code = "FA909"
	// CodeLeftOut: an override leaves clusters out with disable; what Flux does with what it delivered there.
	CodeLeftOut Code = "FA910"
	// CodeLeftOpen: a null leaves a field that Flux requires to another tool.
	CodeLeftOpen Code = "FA912"
	// CodeUnusedBase: no application names a base, or an override of a base reaches no cluster of the applications that
	// name it.
	CodeUnusedBase Code = "FA911"
	// CodeNoCommonValue: a label or annotation of commonMetadata is left out of an object that no entry makes, because
	// its reference has no value there.
	CodeNoCommonValue Code = "FA913"
	// CodeNoSecret: a source most likely needs credentials, and has no secretRef.
	CodeNoSecret Code = "FA914"
	// CodeServiceAccount: entries without a serviceAccountName have that of tenancy.
	CodeServiceAccount Code = "FA915"
	// CodeBootstrap: clusters need objects that no Flux applies; they are written into folders only.
	CodeBootstrap Code = "FA916"
	// CodeNoEvents: an Alert of the objects of an application leaves out those of a kind that Flux has no Alerts for, or
	// there is no object now.
	CodeNoEvents Code = "FA917"
	// CodeSourceElsewhere: a reference without a namespace, and the run renders a source of this kind and name in
	// another namespace.
	CodeSourceElsewhere Code = "FA918"
	// CodeOtherFleet: there are clusters among the documents that fluxapp does not read, for example a ManagedCluster of
	// Open Cluster Management.
	CodeOtherFleet Code = "FA920"
	// CodeCoveredLayer: on each cluster of a layer a later layer has all of its fields.
	CodeCoveredLayer Code = "FA921"
	// CodeUnsetVariable: a Flux Kustomization with postBuild that delivers an object fails at a ${…} in it, unless it
	// defines the variable.
	CodeUnsetVariable Code = "FA922"
	// CodeFeatureGate: Flux refuses what objects refer to, unless its controllers run with a feature gate.
	CodeFeatureGate Code = "FA923"
	// CodeChartNotFound: values are not checked, because their chart is not at hand.
	CodeChartNotFound Code = "FA924"
	// CodeMarked: objects carry an annotation, because the next commit moves them to another Kustomization of delivery.
	CodeMarked Code = "FA925"
	// CodeClosedWave: so many objects wait for a wave that one of its objects closes it.
	CodeClosedWave Code = "FA926"
	// CodeConfigAbove: a fluxapp.yaml lies above the folder that is read, where its options and limits do not hold.
	CodeConfigAbove Code = "FA927"
	// CodeAwaited: others wait for a Kustomization that is ready as soon as it is applied.
	CodeAwaited Code = "FA928"
	// CodeManyFindings: there are so many warnings or information of one rule that only the first 10,000 are reported,
	// and the others counted.
	CodeManyFindings Code = "FA919"
)

// Rules of adoption, for those who make documents of objects that exist.
const (
	// CodeSameObject: a cluster has an object of one kind, namespace and name from two places.
	CodeSameObject Code = "FA701"
	// CodeUnplaced: where the names of clusters are said to be, there is none.
	CodeUnplaced Code = "FA703"
	// CodeNotAdoptable: a patch or a list of kustomize changes an object on the way, or no document can have it.
	CodeNotAdoptable Code = "FA704"
	// CodeNotProved: rendering the document does not give the object back.
	CodeNotProved Code = "FA705"
	// CodeOwned: another object owns the object.
	CodeOwned Code = "FA708"
	// CodeStays: an object stays as it is, because it is a patch of kustomize, or the root of a cluster.
	CodeStays Code = "FA712"
	// CodeDocumentsApplied: a Kustomization of Flux would apply the documents.
	CodeDocumentsApplied Code = "FA717"
	// CodeUnlisted: kustomize does not build the file of an object.
	CodeUnlisted Code = "FA718"
)
