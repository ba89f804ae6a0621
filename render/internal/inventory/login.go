package inventory

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Login is the ConfigMap by which Flux logs in to a cluster, because of an access provider of the cluster's document.
type Login struct {
	App    *Application // which stands for the document
	Origin tree.Node
	Data   tree.Node
}

// flux is a provider of Flux, as the ConfigMap of a kubeConfig names it
// (https://github.com/fluxcd/flux2/tree/main/rfcs/0010-multi-tenant-workload-identity).
type flux struct {
	provider string
	called   []string       // the access providers that mean it, beside those of its own name
	resource string         // how the cloud calls a cluster, for a message; empty for no cloud
	names    *regexp.Regexp // the names that Flux takes; nil for no cloud
	always   bool           // that name is needed also where the address and its certificate are known
}

var providers = []flux{
	{"gcp", []string{"google", "gke"}, "projects/PROJECT/locations/LOCATION/clusters/NAME",
		regexp.MustCompile("^projects/[^/]{1,200}/locations/[^/]{1,200}/clusters/[^/]{1,200}$"), false},
	{"aws", []string{"eks"}, "arn:aws:eks:REGION:ACCOUNT:cluster/NAME",
		regexp.MustCompile(`^arn:aws[\w-]*:eks:[^:]{1,100}:\d{1,30}:cluster/.{1,200}$`), true},
	{"azure", []string{"aks", "kubelogin"}, "/subscriptions/ID/resourceGroups/GROUP/providers/" +
		"Microsoft.ContainerService/managedClusters/NAME", regexp.MustCompile("(?i)^/subscriptions/[^/]{36}/resourceGroups/" +
		`[^/]{1,200}/providers/Microsoft\.ContainerService/managedClusters/[^/]{1,200}$`), false},
	{provider: "generic"},
}

// hostAndPort is an address of which Flux ignores nothing.
var hostAndPort = regexp.MustCompile(`^https://([\w.-]+|\[[\da-fA-F:.]+\])(:\d+)?/?$`)

// gather keeps the clusters among the documents. If several inventories have a cluster of one name, the kinds that are
// for everybody count; of the others, clusters that nothing says how to reach are counted only.
func (inv *Inventory) gather() {
	inv.secrets = map[string]schema.Documents{}
	for _, d := range inv.docs {
		if _, profile := kinds.ProfileOf(d.Root()); profile != "" {
			inv.secrets[profile] = append(inv.secrets[profile], d)
		}
	}
	var others []*schema.Member
	for _, d := range inv.docs {
		if d.Class() != schema.ClassCluster { // two of one name are a problem of whoever looks into the fleet
			continue
		}
		for _, m := range pointers(d.Members()) {
			switch reached := inv.reach(m); {
			case d.Facts().OtherFleet() == "":
				inv.Members = append(inv.Members, reached)
			case reached.Facts().KubeConfigKey("") == (kinds.KubeConfigKey{}):
				inv.others = append(inv.others, d)
			default:
				others = append(others, reached)
			}
		}
	}
	if len(others) > 0 {
		known := each.Once(inv.Members, func(m *schema.Member) string { return m.Name })
		inv.Members = append(inv.Members, each.Only(others, func(m *schema.Member) bool { return !known[m.Name] })...)
	}
}

// reach returns the cluster of a document as the run reaches it.
func (inv *Inventory) reach(m *schema.Member) *schema.Member {
	d := m.Document()
	if m.Hub() || m.Facts().KubeConfigKey("") != (kinds.KubeConfigKey{}) {
		return m
	}
	isOf := func(secret *schema.Document) bool { return inv.hasKubeConfig(secret, d) }
	switch secrets := each.Only(inv.secrets[d.Name()], isOf); {
	case len(secrets) > 1:
		inv.unreached[m] = fmt.Sprintf("%s and %s have one; keep one of them", secrets[0].Subject(), secrets[1].Subject())
		return m
	case len(secrets) == 1:
		name, namespace := nameIn(secrets[0]), secrets[0].Root().At("metadata", "namespace")
		return m.Facts().ReachedBy("secretRef", name.Text(), "Config", namespace, name)
	}
	for name, access := range m.Facts().Accesses {
		row := each.First(inv.Run.AccessProviders.Children(), func(n tree.Node) bool { return n.Get("name").Text() == name })
		data, missing := inv.dataOf(m, name, access, row)
		if data.Exists() {
			reached := m.Facts().ReachedBy("configMapRef", nameOf(m, data), "", tree.Node{}, access)
			inv.Logins[reached] = &Login{inv.application(d, true), access, data}
			return reached
		}
		inv.unreached[m] = cmp.Or(inv.unreached[m], missing)
	}
	return m
}

// nameOf returns the name of a ConfigMap. A login to another API server is another ConfigMap, as it is another
// Secret elsewhere: Flux leaves what it has applied to the old one, and limits hold that.
func nameOf(m *schema.Member, data tree.Node) string {
	leads := data.Get("provider").Text() + "\n" + data.Get("cluster").Text() + "\n" + data.Get("address").Text()
	return wording.ObjectName(m.Name, "kubeconfig", wording.Digest([]byte(leads)))
}

// hasKubeConfig reports whether the Secret of a ClusterProfile of a name is that of this one. Without a label, the
// profile is in the namespace default, or in the Secret's own.
func (inv *Inventory) hasKubeConfig(secret, profile *schema.Document) bool {
	namespace, _ := kinds.ProfileOf(secret.Root())
	own := inv.namespaceOf(profile)
	return namespace == own || namespace == "" && (own == "default" || own == inv.namespaceOf(secret))
}

// Unreached tells for a message what to write so that Flux can log in to a cluster.
func (inv Inventory) Unreached(m *schema.Member) string {
	if missing := inv.unreached[m]; missing != "" {
		return fmt.Sprintf("%s, or the annotation %s: NAME here", missing, kinds.AnnotationKubeConfig)
	}
	return fmt.Sprintf("add the annotation %s: NAME or NAME/KEY, or %s: NAME", kinds.AnnotationKubeConfig,
		kinds.AnnotationKubeConfigMap)
}

// dataOf returns what the ConfigMap of a cluster says because of an access provider and the row for its name in the
// RenderConfig; otherwise what is missing.
func (inv *Inventory) dataOf(m *schema.Member, name string, access, row tree.Node) (data tree.Node, missing string) {
	meant := cmp.Or(row.Get("provider").Text(), name)
	at := slices.IndexFunc(providers, func(f flux) bool { return f.provider == meant || slices.Contains(f.called, meant) })
	if at < 0 {
		return data, fmt.Sprintf("Flux has no access provider %s; write accessProviders: [{name: %[1]s, provider: "+
			"generic}], or what Flux takes instead, in the RenderConfig", name)
	}
	f, cluster := providers[at], cmp.Or(access.Get("cluster"), access)
	address := cmp.Or(cluster.Get("server"), cluster.Get("url")).Text()
	authority := cmp.Or(cluster.Get("certificate-authority-data"), cluster.Get("caBundle")).Text()
	ca, unread := certificate(authority), each.First(cluster.Children(), isUnread)
	if given := row.Get("address"); given.Exists() {
		address, unread = inv.ofCluster(m, given), tree.Node{}
	}
	resource := inv.ofCluster(m, row.Get("cluster"))
	isName := func(n tree.Node) bool { return f.isName(n.Text()) }
	for _, known := range []tree.Node{extension(cluster), m.Annotations(), m.Params()} {
		resource = cmp.Or(resource, each.First(known.Children(), isName).Text())
	}
	switch {
	case names.MayHaveReference(address), f.names == nil && !hostAndPort.MatchString(address):
		return data, fmt.Sprintf("Flux takes a host and a port, and the address of %s is %q; write accessProviders: "+
			"[{name: %[1]s, provider: %[3]s, address: https://HOST:PORT}] in the RenderConfig", name, address, f.provider)
	case f.names == nil && ca == "" && authority != "":
		return data, "the certificate of its authority is none in PEM and base64; write one there"
	case unread.Exists() && (f.names == nil || ca != ""):
		return data, fmt.Sprintf("Flux does not read its %s; write an address that needs none as accessProviders: "+
			"[{name: %s, provider: %s, address: https://HOST:PORT}] in the RenderConfig", unread.Key(), name, f.provider)
	case f.names != nil && !f.isName(resource) && (resource != "" || f.always || address == "" || ca == ""):
		return data, fmt.Sprintf("Flux needs its name in the cloud, not %q; write accessProviders: [{name: %s, "+
			"provider: %s, cluster: %q}] in the RenderConfig", resource, name, f.provider, f.resource)
	case f.names != nil && ca == "":
		address = "" // the cloud tells both: without a certificate, Flux would take that of the cluster for another address
	}
	audiences := each.In(row.Get("audiences").Children(), tree.Node.Text)
	var fields []tree.Field
	for _, field := range [][2]string{{"address", address}, {"audiences", strings.Join(audiences, "\n")}, {"ca.crt", ca},
		{"cluster", resource}, {"provider", f.provider}, {"serviceAccountName", row.Get("serviceAccountName").Text()}} {
		if field[1] != "" {
			fields = append(fields, tree.Field{Key: field[0], Value: inv.Build.String(field[1], access)})
		}
	}
	return inv.Build.Map(access, fields...), ""
}

// ofCluster returns a text of a RenderConfig with the references to a cluster in it replaced.
func (inv *Inventory) ofCluster(m *schema.Member, n tree.Node) string {
	parts, _ := names.SplitReferences(n.Text()) // what is wrong, and what has no value, stays, and is no name
	r := fleet.Resolver{Cluster: fleet.NamedCluster{Member: m, Name: m.Name}}
	return r.Text(inv.Build, n, parts).Text()
}

// extension returns what a cluster manager adds for the program that logs in
// (https://kubernetes.io/docs/reference/config-api/client-authentication.v1/#client-authentication-k8s-io-v1-Cluster).
func extension(cluster tree.Node) tree.Node {
	isExec := func(n tree.Node) bool { return n.Get("name").Text() == "client.authentication.k8s.io/exec" }
	return each.First(cluster.Get("extensions").Children(), isExec).Get("extension")
}

// certificate returns the PEM of an authority that is written in base64; empty for another text.
func certificate(text string) string {
	decoded, _ := base64.StdEncoding.DecodeString(text)
	if pem := string(decoded); strings.Contains(pem, "-----BEGIN CERT") && !strings.Contains(pem, "PRIVATE KEY") {
		return pem
	}
	return ""
}

// isUnread reports whether a field of a cluster decides whether Flux reaches it, and a ConfigMap has no key for it.
func isUnread(n tree.Node) bool {
	return slices.Contains([]string{"insecure-skip-tls-verify", "proxy-url", "tls-server-name"}, n.Key()) &&
		n.Text() != "" && n.Text() != "false"
}

// isName reports whether Flux takes a name. That of a message is none, nor is a reference without a value.
func (f flux) isName(text string) bool {
	return f.names != nil && f.names.MatchString(text) && text != f.resource && !names.MayHaveReference(text)
}
