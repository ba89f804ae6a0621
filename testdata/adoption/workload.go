package adoption

import (
	"fmt"
	"strings"
)

// Names of groups and kinds.
const (
	helm      = "helm.toolkit.fluxcd.io/v2"
	kustomize = "kustomize.toolkit.fluxcd.io/v1"
	source    = "source.toolkit.fluxcd.io/v1"
)

// application is what the objects of an application share.
type application struct {
	name, namespace string
	// object is the name of its HelmRelease or Kustomization on a cluster: that of the application, by default.
	object func(cluster string) string
	// in is the namespace of its objects on a cluster: that of the application, by default.
	in func(cluster string) string
	// source is the namespace of its source; empty is that of the object.
	source string
	// repository is the name of its source, which other applications share; empty is the application's name.
	repository string
	// stranger is a cluster whose objects share nothing with those of others; empty is none.
	stranger string
	// kubeConfig is the name of the Secret by which a hub reaches a cluster; empty is no kubeConfig.
	kubeConfig func(cluster string) string
	// chartRef says that the chart comes from an OCIRepository, and not from a HelmRepository.
	chartRef bool
	// noInterval objects get their interval from a patch of their parent.
	noInterval bool
}

func (a *application) objectName(cluster string) string {
	if a.object == nil {
		return a.name
	}
	return a.object(cluster)
}

// sourceName is the name of its source. The source of an OCI chart has one chart.
func (a *application) sourceName() string {
	if a.repository == "" || a.chartRef {
		return a.name
	}
	return a.repository
}

func (a *application) home(cluster string) string {
	if a.in == nil {
		return a.namespace
	}
	return a.in(cluster)
}

// metadata returns the metadata of an object.
func (d draft) metadata(name, namespace string) fields {
	all := fields{{key: "name", value: word(name)}, {key: "namespace", value: word(namespace)}}
	if d.chance(1, 5) {
		all = all.with("labels", fields{{key: "team", value: oneOf("web", "data")(d.random)},
			{key: "app.kubernetes.io/managed-by", value: scalar("flux")}}[:d.between(1, 2)])
	}
	if d.own.chance(1, 16) {
		all = all.with("annotations", fields{{key: "example.com/only", value: word(d.place())},
			{key: "example.com/empty", value: scalar(`""`)}})
	} else if d.chance(1, 8) {
		all = all.with("annotations", fields{{key: "example.com/owner", value: scalar("team@example.com")}})
	}
	return all
}

// interval is the beginning of most specs.
func (d draft) interval() (all fields) {
	if d.app.noInterval {
		return nil
	}
	return fields{{key: "interval", value: oneOf("1h", "30m", "10m0s", "5m")(d.random)}}
}

// release returns the HelmRelease of an application.
func (d draft) release() fields {
	spec := d.interval()
	if d.chance(1, 5) {
		spec = spec.with("releaseName", scalar(d.app.name))
	}
	spec = append(spec, d.chart())
	if d.app.kubeConfig != nil {
		spec = append(spec, d.reach())
	}
	if d.chance(1, 8) {
		spec = spec.with("timeout", vary(d, 1, 3, oneOf("5m", "15m")))
	}
	if d.chance(9, 10) {
		spec = spec.with("values", d.values())
	} else if d.chance(1, 2) {
		spec = spec.with("values", vary(d, 1, 2, oneOf("{}", "{a: 1}", "{a: null}", "")))
	}
	if d.own.chance(1, 12) {
		spec = spec.with("suspend", scalar("true"))
	}
	return d.whole(helm, "HelmRelease", spec)
}

// reach returns the kubeConfig of an object.
func (d draft) reach() field {
	secret := fields{{key: "name", value: scalar(d.app.kubeConfig(d.cluster))}}
	return field{key: "kubeConfig", value: fields{{key: "secretRef", value: secret}}}
}

// whole returns an object with its application's name.
func (d draft) whole(apiVersion, kind string, spec fields) fields {
	return fields{{key: "apiVersion", value: scalar(apiVersion)}, {key: "kind", value: scalar(kind)},
		{key: "metadata", value: d.metadata(d.app.objectName(d.cluster), d.app.home(d.cluster))},
		{key: "spec", value: spec}}
}

func (d draft) chart() field {
	ref := fields{{key: "kind", value: scalar("OCIRepository")}, {key: "name", value: scalar(d.app.sourceName())}}
	if !d.app.chartRef {
		ref[0].value = scalar("HelmRepository")
	}
	if d.app.source != "" {
		ref = ref.with("namespace", scalar(d.app.source))
	}
	if d.app.chartRef {
		return field{key: "chartRef", value: ref}
	}
	version := field{key: "version", value: vary(d, 1, 2, version)}
	if d.own.chance(1, 4) {
		version.above = []string{"renovate: registryUrl=https://charts.example.com/" + d.app.name}
	}
	spec := fields{{key: "chart", value: scalar(d.app.name)}, version, {key: "sourceRef", value: ref}}
	return field{key: "chart", value: fields{{key: "spec", value: spec}}}
}

// kustomization returns a Kustomization with a path.
func (d draft) kustomization(path string) fields {
	ref := fields{{key: "kind", value: scalar("GitRepository")}, {key: "name", value: scalar("flux-system")}}
	if d.app.source != "" {
		ref = ref.with("namespace", scalar(d.app.source))
	}
	spec := append(d.interval(), field{key: "path", value: scalar(path)}, field{key: "prune", value: scalar("true")},
		field{key: "sourceRef", value: ref})
	if d.app.kubeConfig != nil {
		spec = append(spec, d.reach())
	}
	if d.chance(1, 3) {
		spec = spec.with("wait", oneOf("true", "false")(d.random)).with("timeout", vary(d, 1, 4, oneOf("5m", "10m")))
	}
	spec = append(spec, d.more()...)
	return d.whole(kustomize, "Kustomization", spec)
}

// more are fields that some Kustomizations have.
func (d draft) more() (all fields) {
	if d.chance(1, 4) {
		substitute := fields{{key: "APP", value: scalar(d.app.name)}}
		if d.cluster != "" {
			substitute = substitute.with("CLUSTER", word(d.cluster))
		}
		all = all.with("postBuild", fields{{key: "substitute", value: substitute}})
	}
	if d.chance(1, 5) {
		all = all.with("decryption", fields{{key: "provider", value: scalar("sops")},
			{key: "secretRef", value: fields{{key: "name", value: scalar("sops-age")}}}})
	}
	if d.chance(1, 6) {
		all = all.with("patches", list{d.patch()})
	}
	if d.chance(1, 6) {
		all = all.with("dependsOn", list{fields{{key: "name", value: scalar("infrastructure")}}})
	}
	return all
}

// patch is a patch of a Kustomization: a text of YAML in YAML.
func (d draft) patch() fields {
	value := vary(d, 1, 2, oneOf("https://acme-staging.example.com", "https://acme.example.com"))
	text := fmt.Sprintf("- op: replace\n  path: /spec/acme/server\n  value: %s\n", value)
	return fields{{key: "patch", value: block(text)},
		{key: "target", value: fields{{key: "kind", value: scalar("ClusterIssuer")}, {key: "name", value: scalar("main")}}}}
}

// chartSource returns the source of the chart of an application.
func (d draft) chartSource() fields {
	name, namespace := d.app.sourceName(), d.app.home(d.cluster)
	if d.app.source != "" {
		namespace = d.app.source
	}
	kind, spec := "HelmRepository", d.interval().with("url", scalar("https://charts.example.com/"+name))
	if d.app.chartRef {
		kind = "OCIRepository"
		tag := field{key: "tag", value: vary(d, 1, 3, version)}
		if d.chance(1, 5) {
			tag.above = []string{"renovate: datasource=docker depName=ghcr.io/example/charts/" + name}
		}
		spec = d.interval().with("url", scalar("oci://ghcr.io/example/charts/"+name)).with("ref", fields{tag})
	}
	return fields{{key: "apiVersion", value: scalar(source)}, {key: "kind", value: scalar(kind)},
		{key: "metadata", value: d.metadata(name, namespace)}, {key: "spec", value: spec}}
}

// text prints an object as an author writes it.
func (h habits) text(all fields) string {
	var b strings.Builder
	if h.schemas {
		kind := strings.ToLower(string(all[1].value.(scalar)))
		b.WriteString("# yaml-language-server: $schema=https://schemas.example.com/" + kind + ".json\n")
	}
	if short := all[2].value.(fields).flow(); h.flow && short != "" {
		all[2].value = short
	}
	h.print(&b, "", all)
	return b.String()
}

// flow returns fields in one line; empty where a value has more than one.
func (f fields) flow() scalar {
	var parts []string
	for _, one := range f {
		value, ok := one.value.(scalar)
		if !ok {
			return ""
		}
		parts = append(parts, one.key+": "+string(value))
	}
	return scalar("{" + strings.Join(parts, ", ") + "}")
}
