package promoter

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/argoproj-labs/gitops-promoter/api/v1alpha1"
	"github.com/argoproj-labs/gitops-promoter/webrequestsimulator"
	"github.com/argoproj-labs/gitops-promoter/webrequestsimulator/simulatortypes"
	"github.com/fluxcd/pkg/runtime/cel"
	"gotest.tools/v3/assert"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// module returns the folder of GitOps Promoter.
func module(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/argoproj-labs/gitops-promoter").Output()
	assert.NilError(t, err)
	return strings.TrimSpace(string(out))
}

// assertValid checks an object by the schema of its CRD.
func assertValid(t *testing.T, plural string, object map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(module(t), "config/crd/bases/promoter.argoproj.io_"+plural+".yaml"))
	assert.NilError(t, err)
	var crd apiextensionsv1.CustomResourceDefinition
	assert.NilError(t, yaml.Unmarshal(data, &crd))
	var schema apiextensions.JSONSchemaProps
	assert.NilError(t, apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(
		crd.Spec.Versions[0].Schema.OpenAPIV3Schema, &schema, nil))
	validator, _, err := validation.NewSchemaValidator(&schema)
	assert.NilError(t, err)
	errs := validation.ValidateCustomResource(nil, object, validator)
	assert.Equal(t, len(errs), 0, "%v", errs)
}

// assertStored checks that GitOps Promoter can store what it reads from hydrator.metadata: one that its API server
// refuses would keep the stage as it is.
func assertStored(t *testing.T, m v1alpha1.HydratorMetadata) {
	t.Helper()
	policy := v1alpha1.ChangeTransferPolicy{
		TypeMeta: metav1.TypeMeta{APIVersion: v1alpha1.GroupVersion.String(), Kind: "ChangeTransferPolicy"},
		Spec: v1alpha1.ChangeTransferPolicySpec{ActiveBranch: "environments/staging",
			ProposedBranch:      "environments/staging-next",
			RepositoryReference: v1alpha1.ObjectReference{Name: "fleet"},
			// The fields of lists are written also when they are empty, and may not be null.
			ActiveCommitStatuses: []v1alpha1.CommitStatusSelector{}, ProposedCommitStatuses: []v1alpha1.CommitStatusSelector{}},
	}
	policy.Status.Proposed.Dry = v1alpha1.CommitShaState{Sha: m.DrySha, CommitTime: m.Date, RepoURL: m.RepoURL,
		Author: m.Author, Subject: m.Subject, Body: m.Body, References: m.References}
	policy.Status.Proposed.Note = &v1alpha1.HydratorMetadata{DrySha: m.DrySha}
	tree, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&policy)
	assert.NilError(t, err)
	dropNulls(tree)
	assertValid(t, "changetransferpolicies", tree)
}

// dropNulls takes away the times that are not set, which an apply configuration does not write.
func dropNulls(tree map[string]any) {
	for key, value := range tree {
		if value == nil {
			delete(tree, key)
		}
		if below, is := value.(map[string]any); is {
			dropNulls(below)
		}
	}
}

// objects are those of the example.
type objects struct {
	provider   v1alpha1.ScmProvider
	repository v1alpha1.GitRepository
	strategy   v1alpha1.PromotionStrategy
	gate       v1alpha1.WebRequestCommitStatus
}

// read decodes promoter.yaml strictly, and checks each object by its CRD.
func read(t *testing.T) (o objects) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(example, "promoter.yaml"))
	assert.NilError(t, err)
	documents := strings.Split(string(data), "\n---\n")
	kinds := []struct {
		plural string
		into   any
	}{{"scmproviders", &o.provider}, {"gitrepositories", &o.repository}, {"promotionstrategies", &o.strategy},
		{"webrequestcommitstatuses", &o.gate}}
	assert.Equal(t, len(documents), len(kinds))
	for i, document := range documents {
		text, err := yaml.YAMLToJSONStrict([]byte(document))
		assert.NilError(t, err)
		strict, err := json.UnmarshalStrict(text, kinds[i].into)
		assert.NilError(t, err)
		assert.Equal(t, len(strict), 0, "%v", strict)
		var tree map[string]any
		assert.NilError(t, yaml.Unmarshal([]byte(document), &tree))
		assertValid(t, kinds[i].plural, tree)
	}
	return o
}

// TestObjects holds that the objects of GitOps Promoter are about the branches that are hydrated, and name each other.
func TestObjects(t *testing.T) {
	o := read(t)
	var branches []string
	for _, environment := range o.strategy.Spec.Environments {
		branches = append(branches, environment.Branch)
	}
	assert.DeepEqual(t, branches, stages)
	assert.Equal(t, o.repository.Spec.ScmProviderRef.Name, o.provider.Name)
	assert.Equal(t, o.strategy.Spec.RepositoryReference.Name, o.repository.Name)
	assert.Equal(t, o.gate.Spec.PromotionStrategyRef.Name, o.strategy.Name)
	assert.DeepEqual(t, o.strategy.Spec.ActiveCommitStatuses, []v1alpha1.CommitStatusSelector{{Key: o.gate.Spec.Key}})
}

// delivered is what the tests read of deliver.yaml.
type delivered struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		CommitStatusExpr string
		Ref              struct{ Branch string }
		SourceRef        struct{ Name string }
		EventSources     []struct{ Kind, Name string }
		Wait             bool
	}
}

// statuses returns what Flux calls its status on the commits of each branch: the expression of the Provider, for the
// Kustomization that reads the branch and that the Alert names.
func statuses(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(example, "deliver.yaml"))
	assert.NilError(t, err)
	var expression string
	branchOf, sourceOf, found := map[string]string{}, map[string]string{}, map[string]string{}
	for document := range strings.SplitSeq(string(data), "\n---\n") {
		var o delivered
		assert.NilError(t, yaml.Unmarshal([]byte(document), &o))
		switch o.Kind {
		case "GitRepository":
			branchOf[o.Metadata.Name] = o.Spec.Ref.Branch
		case "Kustomization":
			sourceOf[o.Metadata.Name] = o.Spec.SourceRef.Name
			assert.Assert(t, o.Spec.Wait, o.Metadata.Name)
		case "Provider":
			expression = o.Spec.CommitStatusExpr
		case "Alert":
			compiled, err := cel.NewExpression(expression, cel.WithCompile(),
				cel.WithStructVariables("event", "alert", "provider"))
			assert.NilError(t, err)
			for _, source := range o.Spec.EventSources {
				assert.Equal(t, source.Kind, "Kustomization")
				said, err := compiled.EvaluateString(context.Background(), map[string]any{"event": map[string]any{
					"involvedObject": map[string]any{"kind": source.Kind, "name": source.Name}}})
				assert.NilError(t, err)
				found[branchOf[sourceOf[source.Name]]] = said
			}
		}
	}
	return found
}

// status is an answer of GitHub: the newest status of each context of a commit.
func status(states ...string) map[string]any {
	all := []any{}
	for _, state := range states {
		name, state, _ := strings.Cut(state, "=")
		all = append(all, map[string]any{"context": name, "state": state})
	}
	return map[string]any{"state": "pending", "statuses": all}
}

// TestGate runs the code of GitOps Promoter that asks GitHub, with answers in place of GitHub: it asks for the commit
// that a stage has, and a stage is good only if Flux has written so on this commit, under the name that Flux gives it.
func TestGate(t *testing.T) {
	o, flux := read(t), statuses(t)
	assert.DeepEqual(t, flux, map[string]string{stages[0]: "flux/staging", stages[1]: "flux/production"})
	staging := flux[stages[0]]
	for name, c := range map[string]struct {
		code int
		body any
		want v1alpha1.CommitStatusPhase
	}{
		"ready":     {200, status("ci=failure", staging+"=success"), v1alpha1.CommitPhaseSuccess},
		"failed":    {200, status("ci=success", staging+"=failure"), v1alpha1.CommitPhasePending},
		"not yet":   {200, status("ci=success"), v1alpha1.CommitPhasePending},
		"another":   {200, status(flux[stages[1]] + "=success"), v1alpha1.CommitPhasePending},
		"no status": {200, status(), v1alpha1.CommitPhasePending},
		"no commit": {422, map[string]any{"message": "No commit found"}, v1alpha1.CommitPhasePending},
	} {
		t.Run(name, func(t *testing.T) {
			shas := []string{strings.Repeat("a", 40), strings.Repeat("b", 40)}
			strategy, gate := o.strategy.DeepCopy(), o.gate.DeepCopy()
			var answers []simulatortypes.HTTPResponse
			for i, branch := range stages {
				var e v1alpha1.EnvironmentStatus
				e.Branch, e.Active.Hydrated.Sha = branch, shas[i]
				strategy.Status.Environments = append(strategy.Status.Environments, e)
				answers = append(answers, simulatortypes.HTTPResponse{Branch: branch,
					Response: simulatortypes.Response{StatusCode: c.code, Body: c.body}})
				// It was good at the commit before: that must not count for this one.
				gate.Status.Environments = append(gate.Status.Environments, v1alpha1.WebRequestCommitStatusEnvironmentStatus{
					Branch: branch, ReportedSha: strings.Repeat("c", 40), LastSuccessfulSha: strings.Repeat("c", 40),
					Phase: v1alpha1.CommitPhaseSuccess, LastRequestTime: new(metav1.Now())})
			}
			got, err := webrequestsimulator.Simulate(t.Context(), simulatortypes.Input{
				WebRequestCommitStatus: gate, PromotionStrategy: strategy, HTTPResponses: answers})
			assert.NilError(t, err)
			for i, request := range got.RenderedRequests {
				assert.Equal(t, request.Method+" "+request.URL,
					"GET https://api.github.com/repos/example/fleet/commits/"+shas[i]+"/status?per_page=100")
			}
			assert.Equal(t, len(got.RenderedRequests), 2)
			assert.Equal(t, got.CommitStatuses[0].Spec.Sha, shas[0])
			assert.Equal(t, got.CommitStatuses[0].Spec.Phase, c.want)
			assert.Equal(t, got.CommitStatuses[0].Labels[v1alpha1.CommitStatusLabel], "flux")
		})
	}
}

// TestVersions holds that the page of the example has the versions that its tests run.
func TestVersions(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(example, "README.md"))
	assert.NilError(t, err)
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Path}} {{.Version}}",
		"github.com/argoproj-labs/gitops-promoter", "github.com/fluxcd/notification-controller").Output()
	assert.NilError(t, err)
	said := strings.NewReplacer("github.com/argoproj-labs/gitops-promoter v", "GitOps Promoter ",
		"\ngithub.com/fluxcd/notification-controller v", " and notification-controller ").Replace(string(out))
	assert.Assert(t, strings.Contains(string(page), "The tests run this with "+strings.TrimSpace(said)+"."), said)
}
