package schema

// Code is the stable name of a rule. A code is never given to another rule.
type Code string

// Rules of the text.
const (
	// CodeSyntax: the text is no YAML.
	CodeSyntax Code = "FA001"
	// CodeDuplicateKey: a map holds one key twice. Readers differ in which one they take.
	CodeDuplicateKey Code = "FA002"
	// CodeKey: a key is null, a list or a map.
	CodeKey Code = "FA003"
	// CodeTag: a tag such as !!binary changes what a value is; only tags that say what it is anyway, and !!str, are read.
	CodeTag Code = "FA004"
	// CodeTooLarge: a document is nested too deeply, or its aliases stand for too much.
	CodeTooLarge Code = "FA005"
	// CodeNotJSON: .inf and .nan have no form in JSON, which is what an API server reads.
	CodeNotJSON Code = "FA006"
	// CodeKind: a kind or version of the group gitops.kubesphere.io that does not exist.
	CodeKind Code = "FA007"
	// CodeNotYet: the field is part of the language, and this version does not read it.
	CodeNotYet Code = "FA008"
	// CodeNoApplication: the input holds no application.
	CodeNoApplication Code = "FA009"
)

// Rules of the shape: what may stand where.
const (
	// CodeUnknownField: there is no such field.
	CodeUnknownField Code = "FA101"
	// CodeMisplaced: the field is a word of Flux that has another place here.
	CodeMisplaced Code = "FA102"
	// CodeType: the value is of another type than the field.
	CodeType Code = "FA103"
	// CodeUnquoted: a number or boolean stands where a string belongs. Quotes keep it as it is.
	CodeUnquoted Code = "FA104"
	// CodeDuration: no duration as Flux writes them, such as 10m or 1h30m.
	CodeDuration Code = "FA105"
	// CodeNullItem: a list holds a null.
	CodeNullItem Code = "FA106"
	// CodeRequired: the field must be there.
	CodeRequired Code = "FA107"
	// CodeRange: the number is out of the field's range.
	CodeRange Code = "FA108"
	// CodeEmpty: the string must not be empty.
	CodeEmpty Code = "FA109"
	// CodeUnsupported: the value is none of those that the field takes.
	CodeUnsupported Code = "FA110"
	// CodePlaceholder: a ${…} stands where Flux wants a boolean, number, list or map, or where it would decide what is rendered.
	CodePlaceholder Code = "FA111"
)

// Rules of one application.
const (
	// CodeOneWorkload: an application has exactly one of helmRelease, kustomization and kclRun.
	CodeOneWorkload Code = "FA201"
	// CodeNoDestination: deploy or kustomization has no entry.
	CodeNoDestination Code = "FA202"
	// CodeNoSource: nothing says where the chart or the manifests come from.
	CodeNoSource Code = "FA203"
	// CodeTwoSources: a source is given in more than one way.
	CodeTwoSources Code = "FA204"
	// CodeSourceKind: the workload cannot use a source of this kind.
	CodeSourceKind Code = "FA205"
	// CodeNoChart: nothing says which chart to release.
	CodeNoChart Code = "FA206"
	// CodeChartAndTemplate: a chart is given beside the template that brings one.
	CodeChartAndTemplate Code = "FA207"
	// CodeChartOfSource: chart fields stand beside a source that is the chart itself.
	CodeChartOfSource Code = "FA208"
	// CodeKubeConfig: a kubeConfig needs exactly one reference.
	CodeKubeConfig Code = "FA209"
	// CodeName: no valid name of a Kubernetes object.
	CodeName Code = "FA210"
	// CodeNamespace: no valid name of a namespace.
	CodeNamespace Code = "FA211"
	// CodeLabel: no valid label or annotation.
	CodeLabel Code = "FA212"
	// CodeReserved: metadata that fluxapp sets itself.
	CodeReserved Code = "FA213"
	// CodeTooLong: a name that is longer than Flux can use.
	CodeTooLong Code = "FA214"
	// CodeVersion: an apiVersion that no Flux has.
	CodeVersion Code = "FA215"
	// CodeConversion: an old field that stands beside the one it became.
	CodeConversion Code = "FA216"
	// CodeHubName: a cluster cannot be called hub, which is the hub's own folder.
	CodeHubName Code = "FA217"
	// CodeContradiction: two fields that Flux does not take together.
	CodeContradiction Code = "FA218"
	// CodeFluxField: the Flux of the run is too old for the field, or for its value.
	CodeFluxField Code = "FA219"
	// CodeUnknownCluster: the fleet has no cluster of this name.
	CodeUnknownCluster Code = "FA220"
	// CodeNoCluster: a selector matches no cluster of the fleet.
	CodeNoCluster Code = "FA221"
	// CodeSelector: no valid selector of labels.
	CodeSelector Code = "FA222"
	// CodeReference: a reference that is not written as one, or to what is not there, or where none is replaced.
	CodeReference Code = "FA223"
	// CodeDependency: an application that an entry depends on renders nothing that it could wait for.
	CodeDependency Code = "FA224"
	// CodeGates: an object waits for so many others that no cluster could store it.
	CodeGates Code = "FA225"
)

// Rules of all documents together.
const (
	// CodeDuplicateDocument: two documents are one application, or one template.
	CodeDuplicateDocument Code = "FA301"
	// CodeDuplicateObject: two objects of one kind, namespace and name.
	CodeDuplicateObject Code = "FA302"
	// CodeDuplicateRelease: two HelmReleases are one Helm release on one cluster.
	CodeDuplicateRelease Code = "FA303"
	// CodeDuplicateChart: two HelmCharts of one name, written or made by helm-controller.
	CodeDuplicateChart Code = "FA304"
	// CodeDuplicatePath: two objects would be written to one file.
	CodeDuplicatePath Code = "FA305"
	// CodeUnknownFlux: the run names a version of Flux that fluxapp does not know.
	CodeUnknownFlux Code = "FA306"
	// CodeNoSuchApplication: the run names an application that is not among the documents.
	CodeNoSuchApplication Code = "FA307"
	// CodeDuplicateCluster: two clusters of the fleet have one name.
	CodeDuplicateCluster Code = "FA308"
	// CodeCycle: objects wait for each other.
	CodeCycle Code = "FA309"
	// CodeShard: the run names no shard, or one that is not there.
	CodeShard Code = "FA310"
)

// Rules of files, for those who write the objects into a folder.
const (
	// CodeOutside: a name leads an object's file out of its folder.
	CodeOutside Code = "FA404"
)

// Warnings.
const (
	// CodeYAML11: readers of YAML 1.1 and 1.2 take the scalar for different values.
	CodeYAML11 Code = "FA501"
	// CodeLostDigits: a number that looks like a version, and loses digits in readers that know floats only.
	CodeLostDigits Code = "FA502"
	// CodeMergeOrder: a key before the merge key that brings it too. Readers differ in which one they take.
	CodeMergeOrder Code = "FA503"
	// CodeFilled: Flux requires the field; fluxapp has filled it in.
	CodeFilled Code = "FA504"
	// CodeNoNamespace: the document has no namespace, so its objects have none.
	CodeNoNamespace Code = "FA505"
	// CodeCrossNamespace: a reference leads into another namespace, which Flux must allow.
	CodeCrossNamespace Code = "FA506"
	// CodeNoEffect: Flux ignores the field.
	CodeNoEffect Code = "FA507"
	// CodeConverted: an old field was converted, and its meaning changes.
	CodeConverted Code = "FA508"
	// CodeUnusedSource: the source is not used, because the template brings its own.
	CodeUnusedSource Code = "FA509"
	// CodeTemplateNamespace: a saved template cannot reach a source of another namespace.
	CodeTemplateNamespace Code = "FA510"
	// CodeFleetNamespace: a reference without a namespace means the namespace that the fleet gives the object.
	CodeFleetNamespace Code = "FA511"
	// CodeUnusedOverride: an override reaches no cluster that an entry goes to.
	CodeUnusedOverride Code = "FA512"
	// CodeShardedChart: a chart is in a shard, and its source is not.
	CodeShardedChart Code = "FA513"
	// CodeUngated: a change that waves do not hold back, because it is none of an object's spec.
	CodeUngated Code = "FA514"
	// CodeManyGates: the objects of an application wait for very many others.
	CodeManyGates Code = "FA515"
)

// Information.
const (
	// CodeArgo: an Application of Argo CD was left alone.
	CodeArgo Code = "FA901"
	// CodeTemplateInCluster: a template is not among the documents and must exist in the cluster.
	CodeTemplateInCluster Code = "FA902"
	// CodeRunConfig: a RenderConfig lies among the documents, where it says nothing.
	CodeRunConfig Code = "FA903"
	// CodeMustExist: a source, namespace, Secret or ConfigMap is only named, and must exist in each cluster.
	CodeMustExist Code = "FA904"
	// CodeNotOutput: a document of a kind that fluxapp does not render carries the annotation rendered-from. It is left alone.
	CodeNotOutput Code = "FA907"
	// CodeLeftOut: an override leaves clusters out with disable; what Flux does with what it delivered there.
	CodeLeftOut Code = "FA910"
)
