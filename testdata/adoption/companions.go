package adoption

import "fmt"

// companions are objects of Flux beside the workloads of an application: image automation, or notification.
func (g *generator) companions(a *application, cluster string) (all []*object) {
	r := draw(g.seed, a.name, "companions")
	texts := []string{}
	switch r.IntN(6) {
	case 0:
		texts = append(texts, fmt.Sprintf(`apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageRepository
metadata:
  name: %[1]s
  namespace: flux-system
spec:
  image: registry.example.com/%[1]s
  interval: 5m
`, a.name), fmt.Sprintf(`apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata:
  name: %[1]s
  namespace: flux-system
spec:
  imageRepositoryRef:
    name: %[1]s
  policy:
    semver:
      range: '>=1.0.0 <2.0.0'
`, a.name))
	case 1:
		texts = append(texts, fmt.Sprintf(`apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Provider
metadata:
  name: %[1]s
  namespace: %[2]s
spec:
  type: slack
  channel: %[1]s
  address: https://slack.example.com
`, a.name, word(a.home(cluster))), fmt.Sprintf(`apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata:
  name: %[1]s
  namespace: %[2]s
spec:
  providerRef:
    name: %[1]s
  eventSeverity: error
  eventSources:
    - kind: HelmRelease
      name: %[1]s
`, a.name, word(a.home(cluster))))
	case 2:
		texts = append(texts, fmt.Sprintf(`apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata:
  name: %[1]s
  namespace: %[2]s
spec:
  providerRef:
    name: all
  eventSources:
    - kind: HelmRelease
      name: '*'
    - kind: FluxInstance
      name: flux
`, a.name, word(a.home(cluster))))
	}
	for _, text := range texts {
		all = append(all, &object{text: text, clusters: []string{cluster}, app: a.name})
	}
	return all
}
