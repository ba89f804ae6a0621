package validate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

var (
	// authority is what url.Parse takes as the host and the port of a registry.
	authority = pattern.Of(`^(?:\[[0-9A-Fa-f:.]+\](?::[0-9]*)?|[` + hostChars + `]*|[` + hostChars + `:]*:[0-9]*)$`)
	// scpWithScheme is a URL of SSH with a colon in front of the path.
	scpWithScheme = pattern.Of(`^(ssh://(?:[a-z]+@)?[A-Za-z0-9.-]+):([^/:@]+/[^:@]*)$`)
	imagePath     = pattern.Of(`^[a-z0-9_./-]{1,255}$`)
	chartName     = pattern.Of(`^([-a-z0-9]+/?\.?)+$`)
	// endpointParts is what isValidEndpointURL of minio-go takes, with the host.
	endpointParts = pattern.Of(`^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\x{80}-\x{10FFFF}](?:[A-Za-z0-9.,_\x{80}-` +
		`\x{10FFFF}-]*[A-Za-z0-9.\x{80}-\x{10FFFF}])?)(?::[0-9]*)?/*$`)
)

// registries are where the credentials of a provider are good: ParseArtifactRepository of fluxcd/pkg/auth. Newer
// releases, and an environment file of Azure's, know more hosts.
var registries = []struct {
	provider string
	hosts    func() *regexp.Regexp
	example  string
}{
	{"aws", pattern.Of(`(^|\.)(amazonaws\.(com(\.cn)?|eu)|on\.aws|on\.amazonwebservices\.com\.cn|public\.ecr\.aws|` +
		`ecr-public\.aws\.com|(sc2s\.sgov|c2s\.ic)\.gov|adc-e\.uk|hci\.ic\.gov)$`), "ACCOUNT.dkr.ecr.REGION.amazonaws.com"},
	{"azure", pattern.Of(`\.azurecr\.[a-z]+$`), "NAME.azurecr.io"},
	{"gcp", pattern.Of(`(^|\.)gcr\.io$|-docker\.pkg\.dev$|\.s3nsregistry\.fr$`), "REGION-docker.pkg.dev"},
}

// isURL reports what reconcileSource of a GitRepository and of a HelmRepository cannot parse (URLInvalid).
func isURL(c *validator, f field) {
	n := f.Node
	text, ok := known(n)
	parts := parsable().FindStringSubmatch(text)
	switch {
	case !ok || !strings.Contains(text, "://") || !isOneLine(text) || parts != nil && parts[2] != "":
	case parts != nil:
		c.say(n, wrong, "names no host; write scheme://host[:port]/path")
	case scpWithScheme().MatchString(text):
		right := scpWithScheme().ReplaceAllString(text, "$1/$2")
		c.propose(n, wrong, right, "behind the host of a URL is a port, and then a slash; write "+right)
	default:
		c.say(n, wrong, "Flux cannot parse this URL; write scheme://host[:port]/path, with a number as port and %25 for a %")
	}
}

// isEndpoint reports what getEndpointURL of minio-go refuses.
func isEndpoint(c *validator, f field) {
	text, ok := known(f.Node)
	if !ok {
		return
	}
	host := strings.TrimPrefix(strings.TrimPrefix(text, "https://"), "http://")
	host, _, _ = strings.Cut(host, "/")
	right, more := host, ""
	if strings.HasPrefix(text, "http://") {
		more = ", and insecure: true"
	}
	for _, own := range []string{".s3.amazonaws.com", ".storage.googleapis.com"} {
		if i := strings.Index(host, own); i > 0 {
			right, more = host[i+1:], ", and the bucket as bucketName"
		}
	}
	const rule = "an endpoint is a host, or a host and a port; write "
	switch isHost := endpointParts(); {
	case right == host && isHost.MatchString(text):
	case isHost.MatchString(right):
		c.propose(f.Node, wrong, right, rule+right+more)
	default:
		c.say(f.Node, wrong, rule+"it without scheme and path, and credentials as secretRef")
	}
}

// rangeOf reports what is no range of versions for Masterminds/semver, with which Flux reads it.
func rangeOf(c *validator, n tree.Node, p finding.Problem, instead string) {
	text, ok := known(n)
	if _, err := semver.NewConstraint(text); ok && err != nil {
		c.propose(n, p, "", strconv.Quote(text)+" is no range of versions; "+instead+
			`write it as ">=1.0.0 <2.0.0", "1.x" or "~1.4"`)
	}
}

// chartStops reports what Flux stops at in a chart from a source of a kind, with its spec if that is inline.
func chartStops(c *validator, chart, source tree.Node, kind string) {
	verify, helm := chart.Get("verify"), kind == kinds.HelmRepository.Name
	chartValues(c, chart, kind)
	c.rows(verify, "verify")
	c.Contradicts(verify, !helm && !names.Placeholder(kind),
		"Flux verifies charts from a HelmRepository only, and this source is of kind %s; leave this out", kind)
	c.Contradicts(verify, helm && source.Exists() && isOneOf(source.Get("type"), "", "default"),
		"Flux verifies charts from an OCI registry only; write type: oci at the helmRepository, or leave this out")
}

func chartValues(c *validator, chart tree.Node, kind string) {
	name := chart.Get("chart")
	text, ok := known(name)
	folder := slices.Contains([]string{kinds.GitRepository.Name, kinds.Bucket.Name}, kind)
	if ok && folder && strings.HasPrefix(text, "/") { // LocalReference.Validate
		c.propose(name, wrong, "."+text, "the path of a chart is relative to its source; write ."+text)
	}
	if kind != kinds.HelmRepository.Name {
		return
	}
	if ok && !chartName().MatchString(text) { // RemoteReference.Validate
		c.Refuse(name, codes.Unsupported, "%q is no name of a chart in a HelmRepository; write lower-case letters, "+
			"digits, '-', '.' and '/', and the version as version", text)
	}
	// one that is no range is compared with the versions of the repository, before it is refused
	rangeOf(c, chart.Get("version"), doubtful, "leave it out for the newest one, or ")
}

// isGoodAtRegistry warns of a provider that has no credentials for a registry. Secrets and ServiceAccounts come first.
func isGoodAtRegistry(c *validator, f field) {
	text, ok := known(f.around.Get("url"))
	if !ok || f.around.Get("secretRef").Exists() || f.around.Get("serviceAccountName").Exists() {
		return
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(text, "oci://"), "/")
	for _, r := range registries {
		if isOneOf(f.Node, r.provider) && !r.hosts().MatchString(host) {
			c.say(f.Node, doubtful, "the provider has credentials for registries like "+r.example+
				" only; leave it out, or write a secretRef")
		}
	}
}

// isRepositoryURL reports what is no name of a repository in a registry, with the text of the row, which Flux writes
// below it (parseRepository of the OCIRepository's reconciler, which stalls).
func isRepositoryURL(c *validator, f field) {
	n, below := f.Node, f.text
	text, ok := known(n)
	name, found := strings.CutPrefix(text, "oci://")
	if below != "" {
		name = strings.TrimSuffix(name, "/")
	}
	bare, more := bareRepository(name)
	switch right := "oci://" + strings.ToLower(bare); {
	case !ok || !found:
	case isRepository(name + below):
		if strings.Contains(name, ".") && !strings.Contains(name+below, "/") {
			c.say(n, doubtful, "names no repository of a registry, and Flux takes it for one of Docker Hub; "+
				"write oci://"+name+"/REPOSITORY")
		}
	case bare == "":
		c.say(n, wrong, "has more than a registry and a repository; write these alone, and credentials as secretRef")
	case below == "" && !strings.Contains(bare, "/"):
		c.say(n, wrong, "names no repository; write oci://"+strings.TrimSuffix(name, "/")+"/REPOSITORY")
	case !isRepository(strings.ToLower(bare) + below):
		c.say(n, wrong, "is no name of a repository; write oci://HOST/REPOSITORY with lower-case letters, digits, '-', '_', "+
			"'.' and '/'")
	case more == "":
		c.propose(n, wrong, right, "a repository is in lower case; write "+right)
	case below != "":
		c.propose(n, wrong, right, "a version is that of the chart; write "+right)
	default:
		c.propose(n, wrong, right, "Flux reads the version from ref; write "+right+more)
	}
}

// bareRepository returns the name of an image without tag and digest, and where these belong. It is empty for a name
// with something else behind an @, before which there may be a password.
func bareRepository(name string) (bare, more string) {
	bare, digest, _ := strings.Cut(name, "@")
	if digest != "" && !strings.HasPrefix(digest, "sha256:") {
		return "", ""
	}
	last := strings.LastIndexByte(bare, '/') + 1
	short, tag, _ := strings.Cut(bare[last:], ":")
	switch {
	case digest != "":
		more = ", and ref: {digest: " + digest + "}"
	case tag != "":
		more = ", and ref: {tag: " + tag + "}"
	}
	return strings.TrimRight(bare[:last]+short, "/"), more
}

// isRepository agrees with NewRepository of package name of go-containerregistry 0.22: the one of Flux 2.9 takes no
// repository of one letter. testdata/ociimage compares the two.
func isRepository(text string) bool {
	registry, path, found := strings.Cut(text, "/")
	if !found || !strings.ContainsAny(registry, ".:") && registry != "localhost" {
		registry, path = "", text
	}
	return authority().MatchString(registry) && imagePath().MatchString(path)
}
