package final

import (
	"encoding/json"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/charts"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/stream"
)

// release is a HelmRelease on one side, as Helm renders it.
type release struct {
	request charts.Request // without members
	shape   string         // of the request: what is the same of releases that are rendered together
	texts   []string       // what differs
	post    string         // the postRenderers and commonMetadata, as JSON; empty for none
	ofRelease
}

// ofRelease is what is left of a release when it is rendered.
type ofRelease struct {
	namespace string   // of objects that name none
	keepsCRDs bool     // those of the folder crds that are there stay as they are
	unknown   []string // what is not given
}

// newRelease reads a HelmRelease. Upgrade: the release is on both sides, or it goes.
func (r *runner) newRelease(side *stream.Side, upgrade bool) (*release, error) {
	var object helmv2.HelmRelease
	if err := json.Unmarshal(side.Object, &object); err != nil {
		return nil, err
	}
	made := &release{}
	values, unknown, err := r.given.values(&object)
	if err != nil {
		return nil, err
	}
	if values == nil {
		values = map[string]any{}
	}
	made.unknown = unknown
	spec := object.Spec
	q := charts.Request{
		Source:  charts.Source{Path: side.Path, Root: side.Root, ValuesFiles: side.ValuesFiles, IgnoreMissing: side.IgnoreMissing},
		Upgrade: upgrade, KubeVersion: r.KubeVersion, APIVersions: r.APIVersions,
		CRDs:       object.GetInstall().CRDs != helmv2.Skip && !object.GetInstall().SkipCRDs,
		SkipSchema: object.GetInstall().DisableSchemaValidation,
	}
	if upgrade {
		policy := object.GetUpgrade().CRDs
		q.CRDs, q.SkipSchema = policy == helmv2.Create || policy == helmv2.CreateReplace,
			object.GetUpgrade().DisableSchemaValidation
		made.keepsCRDs = policy == helmv2.Create
	}
	made.namespace = object.GetReleaseNamespace()
	q.Shape = map[string]any{
		"name":      wording.ReleaseName(spec.ReleaseName, spec.TargetNamespace, object.Name),
		"namespace": made.namespace, "values": values,
	}
	if spec.PostRenderers != nil || spec.CommonMetadata != nil {
		post, err := json.Marshal(postRender{spec.PostRenderers, spec.CommonMetadata})
		if err != nil {
			return nil, err
		}
		made.post = string(post)
	}
	return made, made.set(q)
}

// set sets what is rendered.
func (made *release) set(q charts.Request) error {
	shape, texts := engine.Shape(q.Shape)
	made.request, made.texts = q, texts
	q.Shape = shape
	key, err := json.Marshal(q)
	made.shape = string(key) + made.post
	return err
}
