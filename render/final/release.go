package final

import (
	"encoding/json"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// addRelease adds a HelmRelease to what is rendered.
func (r *runner) addRelease(p *pair, side *stream.Side, upgrade bool, made *rendition) error {
	var object helmv2.HelmRelease
	err := json.Unmarshal(side.Object, &object)
	if err != nil {
		return err
	}
	var values map[string]any
	if values, made.unknown, err = r.given.values(&object); err != nil {
		return err
	}
	install, after, spec := object.GetInstall(), object.GetUpgrade(), object.Spec
	made.namespace, made.keepsCRDs = object.GetReleaseNamespace(), upgrade && after.CRDs == helmv2.Create
	g := group{Side: *side, Options: engine.Options{Upgrade: upgrade, KubeVersion: r.KubeVersion,
		APIVersions: r.APIVersions, CRDs: install.CRDs != helmv2.Skip && !install.SkipCRDs,
		SkipSchema: install.DisableSchemaValidation}}
	g.Side.Object = nil
	if upgrade {
		g.Options.CRDs = made.keepsCRDs || after.CRDs == helmv2.CreateReplace
		g.Options.SkipSchema = after.DisableSchemaValidation
	}
	g.Shape = map[string]any{"name": wording.ReleaseName(spec.ReleaseName, spec.TargetNamespace, object.Name),
		"namespace": made.namespace, "values": values}
	if spec.PostRenderers != nil || spec.CommonMetadata != nil {
		g.Post = &helmv2.HelmReleaseSpec{PostRenderers: spec.PostRenderers, CommonMetadata: spec.CommonMetadata}
	}
	return r.join(g, p.Cluster, made)
}

// isReinstalled reports whether the sides are releases of Helm with different names or namespaces.
func (p *pair) isReinstalled() bool {
	var before, after helmv2.HelmRelease
	return p.owner.Kind == kinds.HelmRelease.Name && p.Before != nil && p.After != nil &&
		json.Unmarshal(p.Before.Object, &before) == nil && json.Unmarshal(p.After.Object, &after) == nil &&
		(before.GetReleaseName() != after.GetReleaseName() || before.GetReleaseNamespace() != after.GetReleaseNamespace() ||
			before.GetStorageNamespace() != after.GetStorageNamespace())
}
