package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// situation is one that a fleet can be in. Play brings it about; what kubectl prints at its end is recorded.
type situation struct {
	name, shows string
	play        func(*stage)
}

const (
	shopBerlin = "helmrelease/shop-berlin-shop "
	shopTokyo  = "helmrelease/shop-tokyo-shop "
	webBerlin  = "kustomization/web-berlin-shop "
	webTokyo   = "kustomization/web-tokyo-shop "
)

// all is a line for each workload on both members: what is told of each.
func all(terms string) []string {
	return []string{shopBerlin + terms, shopTokyo + terms, webBerlin + terms, webTokyo + terms}
}

// ready applies a document and waits for its workloads, of which some situations do not have all.
func (s *stage) ready(file string) {
	s.t.Helper()
	s.apply(file)
	var lines []string
	for _, line := range all("Ready=True observed") {
		_, name, _ := strings.Cut(strings.Fields(line)[0], "/")
		if strings.Contains(string(s.render(file)), "name: "+name+"\n") {
			lines = append(lines, line)
		}
	}
	s.until(lines...)
}

func (s *stage) stop(controllers ...string) {
	for _, name := range controllers {
		s.flux.Stop(name)
	}
}

func TestSituations(t *testing.T) {
	w := newWorld(t)
	for _, sit := range situations {
		t.Run(sit.name, func(t *testing.T) {
			w.reset(t)
			s := &stage{world: w, t: t, folder: observed + "/" + sit.name, cluster: w.hub}
			sit.play(s)
			s.record("observed.yaml")
		})
	}
}

// failing is a line for each workload that fails for a reason.
func failing(reason string, workloads ...string) []string {
	var lines []string
	for _, workload := range workloads {
		lines = append(lines, workload+"Ready=False/"+reason)
	}
	return lines
}

var situations = []situation{
	{"ready", "All is ready. The second wave has gates. Applied with plain `kubectl apply`, which adds its own " +
		"annotation.", func(s *stage) {
		kubectl(s.t, s.cluster, s.render("app.yaml"), "apply", "-f", "-")
		s.until(all("Ready=True observed")...)
		s.recordJSON("observed.json")
	}},
	{"oci", "Charts from an OCIRepository for each version; there is none for tokyo's.", func(s *stage) {
		s.apply("app.yaml")
		s.until(shopBerlin+"Ready=True observed", shopTokyo+"Ready=False/SourceNotReady")
		s.settle()
	}},
	{"progressing", "The first wave waits for a Deployment; the second waits for the first.", func(s *stage) {
		s.apply("app.yaml")
		s.until(shopBerlin+"Ready=Unknown/Progressing Reconciling=True",
			webBerlin+"Ready=Unknown/Progressing Reconciling=True",
			shopTokyo+"Ready=False/DependencyNotReady", webTokyo+"Ready=False/DependencyNotReady")
	}},
	{"upgrading", "`applied.yaml` was ready; `app.yaml` is on its way and waits for a Deployment.", func(s *stage) {
		s.ready("applied.yaml")
		s.apply("app.yaml")
		s.until(all("Ready=Unknown/Progressing Reconciling=True")...)
	}},
	{"install-failed", "The API server of the member refuses the chart. berlin has no retries, tokyo has some left.",
		func(s *stage) {
			s.apply("app.yaml")
			s.until(shopBerlin+"Ready=False Stalled=True", shopTokyo+"Ready=False Reconciling=True/ProgressingWithRetry")
		}},
	{"install-retry", "The same with the strategy RetryOnFailure.", func(s *stage) {
		s.apply("app.yaml")
		s.until(shopBerlin+"Ready=False Reconciling=True/ProgressingWithRetry",
			shopTokyo+"Ready=False Reconciling=True/ProgressingWithRetry")
	}},
	{"upgrade-failed", "`applied.yaml` was ready. berlin stays with the failed release; on tokyo Flux rolled back.",
		func(s *stage) {
			s.ready("applied.yaml")
			s.apply("app.yaml")
			s.until(shopBerlin+"Ready=False Stalled=True", shopTokyo+"Ready=False Stalled=True Remediated=True")
		}},
	{"apply-failed", "The API server of the members refuses an object of the Kustomizations.", func(s *stage) {
		s.apply("app.yaml")
		s.until(failing("ReconciliationFailed", webBerlin, webTokyo)...)
	}},
	{"timeout", "A Deployment does not become ready in time.", func(s *stage) {
		s.apply("app.yaml")
		s.until(append(failing("HealthCheckFailed", webBerlin, webTokyo), shopBerlin+"Ready=False Stalled=True",
			shopTokyo+"Ready=False Stalled=True")...)
	}},
	{"version-missing", "`applied.yaml` was ready, on tokyo alone. No chart has the version that `app.yaml` asks for.",
		func(s *stage) {
			s.ready("applied.yaml")
			s.apply("app.yaml")
			s.until(append(failing("SourceNotReady", shopBerlin, shopTokyo), "helmchart/apps-shop-berlin-shop Ready=False",
				"helmchart/apps-shop-tokyo-shop Ready=False")...)
			s.settle()
		}},
	{"kubeconfig-missing", "There is no Secret with the kubeconfig of oslo.", func(s *stage) {
		s.apply("app.yaml")
		s.until(append(all("Ready=True observed"), "helmrelease/shop-oslo-shop Ready=False/RESTClientError",
			"kustomization/web-oslo-shop Ready=False/ReconciliationFailed")...)
	}},
	{"unreachable", "Nobody answers at the address in the kubeconfig of oslo.", func(s *stage) {
		oslo := *s.member("tokyo")
		oslo.url = "https://127.0.0.1:1"
		s.kubeconfig(s.t, "apps", "oslo", oslo.Kubeconfig())
		s.t.Cleanup(func() { kubectl(s.t, s.hub, nil, "delete", "secret", "-n", "apps", "oslo-kubeconfig") })
		s.apply("app.yaml")
		s.until(append(all("Ready=True observed"), "helmrelease/shop-oslo-shop Ready=False/StateError",
			"kustomization/web-oslo-shop Ready=False/ReconciliationFailed")...)
	}},
	{"source-missing", "The source that the workloads refer to does not exist.", func(s *stage) {
		s.apply("app.yaml")
		s.until(append(failing("ArtifactFailed", webBerlin, webTokyo),
			failing("SourceNotReady", shopBerlin, shopTokyo)...)...)
		s.settle()
	}},
	{"source-failing", "All was ready; then the servers of the sources fail. The workloads run what they have.",
		func(s *stage) {
			s.ready("app.yaml")
			s.content.Down("charts.example.com", true)
			s.content.Down("git.example.com", true)
			s.reconcile("helmrepository", "shop")
			s.reconcile("gitrepository", "web")
			s.until(append(all("Ready=True"), "helmrepository/shop Ready=False", "gitrepository/web Ready=False")...)
		}},
	{"source-changed", "`applied.yaml` was ready; the sources of `app.yaml` ask for what nobody has. Flux still tells " +
		"that the workloads are ready, and they run what they had.", func(s *stage) {
		s.ready("applied.yaml")
		s.apply("app.yaml")
		s.until(append(all("Ready=True observed"), "ocirepository/shop Ready=False",
			"gitrepository/web Ready=False")...)
	}},
	{"path-missing", "The repository has no such folder.", func(s *stage) {
		s.apply("app.yaml")
		s.until(failing("ArtifactFailed Reconciling=True/ProgressingWithRetry", webBerlin, webTokyo)...)
	}},
	{"values-missing", "There is no ConfigMap with the values.", func(s *stage) {
		s.apply("app.yaml")
		s.until(failing("ValuesError", shopBerlin, shopTokyo)...)
	}},
	{"dependency-missing", "The object in `dependsOn` does not exist.", func(s *stage) {
		s.apply("app.yaml")
		s.until(append(failing("DependencyNotReady", shopBerlin, shopTokyo, webBerlin, webTokyo),
			"helmchart/apps-shop-berlin-shop Ready=True", "helmchart/apps-shop-tokyo-shop Ready=True")...)
	}},
	{"expression-invalid", "The `readyExpr` of tokyo is no CEL.", func(s *stage) {
		s.applyUnchecked("app.yaml", "dep.status.(")
		s.until(shopBerlin+"Ready=True", webBerlin+"Ready=True", shopTokyo+"Ready=False Stalled=True",
			webTokyo+"Ready=False Stalled=True")
	}},
	{"suspended", "The document suspends all. berlin never ran; tokyo was ready before, with `applied.yaml`.",
		func(s *stage) {
			s.ready("applied.yaml")
			s.apply("app.yaml")
			s.settle()
		}},
	{"suspended-by-hand", "All was ready; then somebody suspended berlin (`flux suspend`).", func(s *stage) {
		s.ready("app.yaml")
		s.suspend()
		s.settle()
	}},
	{"suspended-by-hand-changed", "The same, and then `app.yaml` was applied: berlin still runs `applied.yaml`.",
		func(s *stage) {
			s.ready("applied.yaml")
			s.suspend()
			s.apply("app.yaml")
			s.until(shopTokyo+"Ready=True observed", webTokyo+"Ready=True observed")
			s.settle()
		}},
	{"resumed-by-hand", "The document suspends berlin; somebody resumed it (`flux resume`).", func(s *stage) {
		s.apply("app.yaml")
		s.patch("helmrelease", "shop-berlin-shop", `{"spec":{"suspend":false}}`)
		s.patch("kustomization", "web-berlin-shop", `{"spec":{"suspend":false}}`)
		s.until(all("Ready=True observed")...)
	}},
	{"edited", "All was ready; then somebody changed a field on berlin and added one on tokyo (`kubectl edit`).",
		func(s *stage) {
			s.ready("app.yaml")
			s.patch("helmrelease", "shop-berlin-shop", `{"spec":{"values":{"message":"edited"}}}`)
			s.patch("helmrelease", "shop-tokyo-shop", `{"spec":{"values":{"added":1},"maxHistory":3}}`)
			s.patch("kustomization", "web-berlin-shop", `{"spec":{"prune":false}}`)
			s.patch("kustomization", "web-tokyo-shop", `{"spec":{"force":true,"timeout":"1m"}}`)
			s.settle()
			s.until(all("Ready=True observed")...)
		}},
	{"outdated", "The hub has `applied.yaml`, with waves; `app.yaml` has not been applied.", func(s *stage) {
		s.ready("applied.yaml")
	}},
	{"unobserved", "`applied.yaml` was ready; then the controllers of the workloads stopped, and `app.yaml` was applied.",
		func(s *stage) {
			s.ready("applied.yaml")
			s.stop("helm-controller", "kustomize-controller")
			s.apply("app.yaml")
			s.settle()
		}},
	{"new", "Applied while no controller runs.", func(s *stage) {
		s.stop(Controllers...)
		s.apply("app.yaml")
		s.settle()
	}},
	{"missing", "All was ready; then somebody deleted the workloads of berlin.", func(s *stage) {
		s.ready("app.yaml")
		for _, workload := range []string{shopBerlin, webBerlin} {
			kubectl(s.t, s.cluster, nil, "delete", "-n", "apps", strings.TrimSpace(workload))
		}
		s.settle()
	}},
	{"extra", "`applied.yaml` was ready; `app.yaml` has no tokyo any more, and nobody deleted its workloads.",
		func(s *stage) {
			s.ready("applied.yaml")
		}},
	{"deleting", "All was ready; then the controllers of the workloads stopped, and somebody deleted those of berlin.",
		func(s *stage) {
			s.ready("app.yaml")
			s.stop("helm-controller", "kustomize-controller")
			for _, workload := range []string{shopBerlin, webBerlin} {
				kubectl(s.t, s.cluster, nil, "delete", "--wait=false", "-n", "apps", strings.TrimSpace(workload))
			}
			s.settle()
		}},
	{"drifted", "Somebody changed an object of the releases on berlin; `driftDetection` warns.", func(s *stage) {
		s.ready("app.yaml")
		kubectl(s.t, s.member("berlin"), nil, "patch", "configmap", "-n", "shop", "shop-shop-berlin-shop", "--type=merge",
			"-p", `{"data":{"message":"drifted"}}`)
		s.reconcile("helmrelease", "shop-berlin-shop", "shop-tokyo-shop")
		s.until(shopBerlin+"Ready=True Drifted=True", shopTokyo+"Ready=True Drifted=False")
	}},
}

// suspend does what flux suspend does with the workloads of berlin.
func (s *stage) suspend() {
	s.t.Helper()
	s.patch("helmrelease", "shop-berlin-shop", `{"spec":{"suspend":true}}`)
	s.patch("kustomization", "web-berlin-shop", `{"spec":{"suspend":true}}`)
}

var standalone = situation{name: "standalone",
	shows: "Each member runs its own Flux: `observed-berlin.yaml` is ready, `observed-tokyo.yaml` fails."}

// TestStandalone has a Flux of its own in each member, and so a recording of each.
func TestStandalone(t *testing.T) {
	w := newWorld(t)
	folder := observed + "/" + standalone.name
	dir := t.TempDir()
	run(t, filepath.Join(w.programs, "fluxapp"), "render", folder+"/app.yaml", "-o", "dir="+dir)
	for _, member := range w.members {
		w.run(t, member)
		kubectl(t, member, nil, "apply", "--server-side", "-k", filepath.Join(dir, member.Name))
		s := &stage{world: w, t: t, folder: folder, cluster: member}
		if member.Name == "berlin" {
			s.until(shopBerlin+"Ready=True", webBerlin+"Ready=True")
		} else {
			s.until(shopTokyo+"Ready=False Stalled=True", webTokyo+"Ready=False/ArtifactFailed")
		}
		s.record("observed-" + member.Name + ".yaml")
	}
}
