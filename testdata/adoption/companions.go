package adoption

import "strings"

// automation, provider and alert are objects beside the workloads of an application; NAME and NS are its own.
const (
	automation = `apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageRepository
metadata:
  name: NAME
  namespace: flux-system
spec:
  image: registry.example.com/NAME
  interval: 5m
---
apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata:
  name: NAME
  namespace: flux-system
spec:
  imageRepositoryRef:
    name: NAME
  policy:
    semver:
      range: '>=1.0.0 <2.0.0'
`
	provider = `apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Provider
metadata:
  name: NAME
  namespace: NS
spec:
  type: slack
  channel: NAME
  address: https://slack.example.com
---
apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata:
  name: NAME
  namespace: NS
spec:
  providerRef:
    name: NAME
  eventSeverity: error
  eventSources:
    - kind: HelmRelease
      name: NAME
`
	alert = `apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata:
  name: NAME
  namespace: NS
spec:
  providerRef:
    name: all
  eventSources:
    - kind: HelmRelease
      name: '*'
    - kind: FluxInstance
      name: flux
`
)

// companions are objects of Flux beside the workloads of an application: image automation, or notification.
func (g *generator) companions(a *application, cluster string) (all []*object) {
	text := pick(draw(g.seed, a.name, "companions"), automation, provider, alert, "", "", "")
	if text == "" {
		return nil
	}
	text = strings.NewReplacer("NAME", a.name, "NS", string(word(a.home(cluster)))).Replace(text)
	for document := range strings.SplitSeq(text, "---\n") {
		all = append(all, &object{text: document, clusters: []string{cluster}, app: a.name})
	}
	return all
}
