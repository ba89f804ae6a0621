package validate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What is here is what source-controller 1.9 stops at, though its CRDs take it. testdata/generate/stops lists the
// places in its code, with the rule for each. A value with a reference or a placeholder is not known yet, and passes.

const (
	refPart = `[^/\x00-\x20\x7f~^:?*\[\\]+` // as git check-ref-format has it
	refName = `^` + refPart + `(/` + refPart + `)*$`
	// hostChars are what url.Parse takes in a host, without the colon in front of a port.
	hostChars = `A-Za-z0-9._~!$&'()*+,;=<>"\]\x{80}-\x{10FFFF}-`
)

// stops are the rules of inline sources, by their kinds: forms of the texts that Flux can use, and fields that others
// make wrong.
var stops = map[*kinds.Kind][]row{
	kinds.GitRepository: {
		{"url", nil, isURL},
		{"url", all(not(has("secretRef")), at("url", hasPassword)), // AuthOptions.Validate of pkg/git
			says(wrong, "has a password without a name in front of it; write both into a Secret, and name that as secretRef")},
		{"ref.semver", nil, isRange},
		{"ref.branch", nil, matches(compiled(refName), `no name of a branch; write one without spaces and ~^:?*[\`)},
		{"ref.branch", nil, withoutPrefix("refs/heads/")},
		{"ref.tag", nil, matches(compiled(refName), `no name of a tag; write one without spaces and ~^:?*[\, or a range as `+
			"ref.semver")},
		{"ref.tag", nil, withoutPrefix("refs/tags/")},
		// gogit.cloneRefName looks for the whole name among the references of the repository
		{"ref.name", nil, matches(compiled(`^(HEAD|refs(/`+refPart+`)+(\^\{\})?)$`), "no full name of a reference; write "+
			"for example refs/heads/main, refs/tags/v1.0.0 or refs/pull/1/head")},
		// gogit.cloneCommit makes another hash of anything else
		{"ref.commit", nil, matches(compiled(`^[0-9a-fA-F]{40}$`), "no whole hash of a commit; write its 40 "+
			"hexadecimal digits")},
		{"secretRef", is("provider", "github"), // getAuthOpts: InvalidProviderConfiguration
			required("is required with provider: github; write the Secret with the data of the app")},
		{"provider", all(is("provider", "aws"), not(at("url", isCodeCommit))), says(wrong, "with this provider the URL is "+
			"one of CodeCommit; write it as https://git-codecommit.REGION.amazonaws.com/v1/repos/NAME, or leave the "+
			"provider out")},
		{"verify.mode", all(is("verify.mode", "Tag", "TagAndHEAD"), not(at("ref", mayHaveTag))), contradicts(
			"Flux verifies a tag only where ref has one; write ref.tag or ref.semver, or mode: HEAD")},
	},
	kinds.OCIRepository: {
		{"url", nil, func(c *validator, f field) { c.repository(f.Node, "") }},
		{"ref.semver", nil, isRange},
		{"ref.semverFilter", nil, isExpression("")},
		{"ref.semverFilter", is("ref.semver", ""), unused("only ref.semver uses it; leave it out")},
		// v1.NewHash of go-containerregistry 0.22, which Flux 2.9 does not have yet: it takes sha256 alone
		{"ref.digest", nil, matches(compiled(`^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$`), "no digest; write sha256: and "+
			"64 hexadecimal digits in lower case")},
		{"ref.tag", nil, matches(compiled(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`), "no tag; write letters, digits, '_', '.' "+
			"and '-', at most 128, a digest as ref.digest, and a range as ref.semver")},
		{"provider", nil, isGoodAtRegistry},
		{"verify", nil, func(c *validator, f field) { c.rows(f.Node, verifyStops) }},
	},
	// reconcileSource of a HelmRepository, and buildFromHelmRepository of its charts
	kinds.HelmRepository: {
		{"url", nil, isURL},
		{"url", all(isPlain, hasScheme("url", "oci")), says(wrong, "an index is read by http:// or https:// only; write "+
			"type: oci beside it, or an ociRepository with the chart")},
		{"url", all(isOCI, not(hasScheme("url", "oci", ""))), says(wrong, "with type: oci the URL begins with oci://; write "+
			"it so, or leave the type out")},
		{"url", all(isOCI, hasScheme("url", "oci")), func(c *validator, f field) { c.repository(f.Node, "/chart") }},
		{"provider", all(isOCI, hasScheme("url", "oci")), isGoodAtRegistry},
		{"insecure", all(isPlain, isOn("insecure")), unused("only type: oci uses it; leave it out")},
		{"provider", all(isPlain, not(is("provider", "generic"))), unused("only type: oci uses it; leave it out")},
		{"certSecretRef", all(isOCI, isOn("insecure")), unused(withoutTLS)},
	},
	kinds.Bucket: {
		// CheckValidBucketName of minio-go
		{"bucketName", isS3, matches(compiled(`^[A-Za-z0-9][A-Za-z0-9.:_-]{1,61}[A-Za-z0-9]$`), "no name of a bucket; write "+
			"3 to 63 letters, digits, '.', '_' and '-', and a folder as prefix")},
		{"bucketName", isS3, matches(compiled(`^[^.-]*((\.|-+)[^.-]+)*[.-]?$`), "no name of a bucket; write a letter or a "+
			"digit beside each dot")},
		{"endpoint", isS3, isEndpoint},
		{"endpoint", is("provider", "azure"), isAzureEndpoint},
		{"sts.endpoint", nil, isURL},
		{"sts.endpoint", all(ofAWS, not(at("sts.endpoint", isEndpointOfSTS))), says(doubtful, "is no endpoint of the STS "+
			"of AWS; write it as https://sts.REGION.amazonaws.com")},
		{"region", all(ofAWS, has("serviceAccountName")), required("is required with serviceAccountName; write the " +
			"region of AWS")},
		{"sts.certSecretRef", hasScheme("sts.endpoint", "http"), unused("an endpoint of http:// has no TLS; leave it out")},
		{"certSecretRef", all(isOn("insecure"), not(isCloud)), unused(withoutTLS)},
		{"certSecretRef", isCloud, unused("only the providers generic and aws use it; leave it out")},
		{"insecure", all(isCloud, isOn("insecure")), unused("only the providers generic and aws use it; leave it out")},
	},
}

const withoutTLS = "insecure: true reads without TLS; leave it out"

// verifyStops are the rules of verify: verifySignature of the OCIRepository's and makeVerifiers of the HelmChart's
// reconciler.
var verifyStops = []row{
	{"secretRef", is("provider", "notation"), required("is required with provider: notation; write the Secret with the " +
		"trust policy and the certificates")},
	{"matchOIDCIdentity[].issuer", nil, isExpression("")},
	{"matchOIDCIdentity[].subject", nil, isExpression("")},
	{"matchOIDCIdentity", isKeyed, unused("only cosign without a secretRef uses it; leave it out")},
	{"trustedRootSecretRef", isKeyed, unused("only cosign without a secretRef uses it; leave it out")},
}

// The conditions of these rules.
var (
	isS3    = is("provider", "", "generic", "aws") // minio-go reads them
	isCloud = is("provider", "gcp", "azure")
	isPlain = is("type", "", "default")
	isOCI   = is("type", "oci")
	isKeyed = either(is("provider", "notation"), has("secretRef"))
	ofAWS   = all(is("provider", "aws"), not(has("secretRef"))) // NewCredentialsProvider of pkg/auth/aws
)

// hasScheme is true of a URL with one of the schemes; the empty one is that of what is no URL, or not known.
func hasScheme(path string, schemes ...string) condition {
	return at(path, func(n tree.Node) bool {
		scheme, _ := partsOf(n)
		return slices.Contains(schemes, scheme)
	})
}

func hasPassword(n tree.Node) bool {
	_, host := partsOf(n)
	return host != "" && strings.Contains(n.Text(), "://:")
}

// isCodeCommit, like isEndpointOfSTS, is true of a URL that is not known yet, too.
func isCodeCommit(n tree.Node) bool {
	scheme, host := partsOf(n)
	return host == "" || codeCommit().MatchString(scheme+"://"+host)
}

func isEndpointOfSTS(n tree.Node) bool {
	scheme, _ := partsOf(n)
	return scheme == "" || stsEndpoint().MatchString(n.Text())
}

// mayHaveTag knows that gogit.clone takes the last of these, and that verifySignature stalls without a tag.
func mayHaveTag(ref tree.Node) (tagged bool) {
	for _, field := range []string{"branch", "semver", "tag", "name", "commit"} {
		if text := ref.Get(field).Text(); text != "" {
			tagged = field == "semver" || field == "tag" || strings.HasPrefix(text, "refs/tags/") || names.Placeholder(text)
		}
	}
	return tagged || names.HasReferences(ref)
}

var (
	// parsable is what url.Parse takes of the URLs of Flux, and their scheme and host. An address of IPv6 passes unread.
	parsable = compiled(`^([a-z]+)://(?:[A-Za-z0-9._:~!$&'()*+,;=%@-]*@)?(\[[0-9A-Fa-f:.%]+\]|[` + hostChars +
		`]*)(?::[0-9]*)?(?:/(?:[^%?#]|%[0-9A-Fa-f]{2})*)?(?:[?#].*)?$`)
	// authority is what it takes as the host and the port of a registry.
	authority = compiled(`^(?:\[[0-9A-Fa-f:.]+\](?::[0-9]*)?|[` + hostChars + `]*|[` + hostChars + `:]*:[0-9]*)$`)
	// scpWithScheme is a URL of SSH with a colon in front of the path.
	scpWithScheme = compiled(`^(ssh://(?:[a-z]+@)?[A-Za-z0-9.-]+):([^/:@]+/[^:@]*)$`)
	imagePath     = compiled(`^[a-z0-9_./-]{1,255}$`)
	chartName     = compiled(`^([-a-z0-9]+/?\.?)+$`)
	// endpointParts is what isValidEndpointURL of minio-go takes, with the host.
	endpointParts = compiled(`^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\x{80}-\x{10FFFF}](?:[A-Za-z0-9.,_\x{80}-\x{10FFFF}-]*` +
		`[A-Za-z0-9.\x{80}-\x{10FFFF}])?)(?::[0-9]*)?/*$`)
	// codeCommit is what getRegionFromCodeCommitURL, and stsEndpoint what ValidateSTSEndpoint of pkg/auth/aws takes.
	codeCommit  = compiled(`^(?i:https)://git-codecommit(-fips)?\.[^.]+\.(.+\.)?amazonaws\.com(\.cn)?$`)
	stsEndpoint = compiled(`^https://(.+\.)?sts(-fips)?(\.[^.]+)?(\.vpce)?\.amazonaws\.com$`)
)

// registries are where the credentials of a provider are good: ParseArtifactRepository of fluxcd/pkg/auth. Newer
// releases know more hosts, and so does an environment file of Azure's.
var registries = []struct {
	provider string
	hosts    func() *regexp.Regexp
	example  string
}{
	{"aws", compiled(`(^|\.)(amazonaws\.(com(\.cn)?|eu)|on\.aws|on\.amazonwebservices\.com\.cn|public\.ecr\.aws|` +
		`ecr-public\.aws\.com|(sc2s\.sgov|c2s\.ic)\.gov|adc-e\.uk|hci\.ic\.gov)$`), "ACCOUNT.dkr.ecr.REGION.amazonaws.com"},
	{"azure", compiled(`\.azurecr\.[a-z]+$`), "NAME.azurecr.io"},
	{"gcp", compiled(`(^|\.)gcr\.io$|-docker\.pkg\.dev$|\.s3nsregistry\.fr$`), "REGION-docker.pkg.dev"},
}

// A value is wrong where nothing can make it work, and doubtful where a registry or another release of Flux may.
var (
	wrong    = finding.Problem{Code: finding.CodeUnsupported}
	doubtful = finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeUnsupported}
)

// propose reports a value, which programs get only with another one that is right: it may hold a password.
func (c *validator) propose(n tree.Node, p finding.Problem, proposed, detail string) {
	p.Node, p.Proposed, p.Detail = n, proposed, detail
	if proposed != "" {
		p.Current = n.Text()
	}
	c.Report(p)
}

func (c *validator) say(n tree.Node, p finding.Problem, detail string) { c.propose(n, p, "", detail) }

// withoutPrefix warns of a prefix that Flux writes itself: nothing but a name that begins with it twice would be found.
func withoutPrefix(prefix string) rule {
	return func(c *validator, f field) {
		text, ok := known(f.Node)
		if short, full := strings.CutPrefix(text, prefix); ok && full {
			c.propose(f.Node, doubtful, short, "Flux puts "+prefix+" in front of it once more; write "+short)
		}
	}
}

// partsOf returns the scheme and the host of a URL; empty for what is none, and for what is not known.
func partsOf(n tree.Node) (scheme, host string) {
	text, ok := known(n)
	if parts := parsable().FindStringSubmatch(text); ok && parts != nil && parts[2] != "" && isOneLine(text) {
		return parts[1], parts[2]
	}
	return "", ""
}

// url reports what reconcileSource of a GitRepository and of a HelmRepository cannot parse (URLInvalid).
func (c *validator) url(n tree.Node) {
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

func isOneLine(text string) bool { return !strings.ContainsAny(text, "\r\n") }

// isAzureEndpoint knows runtime.NewRequest of azcore.
func isAzureEndpoint(c *validator, f field) {
	if text, ok := known(f.Node); ok && !strings.ContainsAny(text, "@:") {
		c.propose(f.Node, wrong, "https://"+text, "with provider: azure the endpoint is a URL; write https://"+text)
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
func (c *validator) rangeOf(n tree.Node, p finding.Problem, instead string) {
	text, ok := known(n)
	if _, err := semver.NewConstraint(text); ok && err != nil {
		c.propose(n, p, "", strconv.Quote(text)+" is no range of versions; "+instead+
			`write it as ">=1.0.0 <2.0.0", "1.x" or "~1.4"`)
	}
}

// chartStops reports what Flux stops at in a chart from a source of a kind, with its spec if that is inline.
func (c *validator) chartStops(chart, source tree.Node, kind string) {
	verify, helm := chart.Get("verify"), kind == kinds.HelmRepository.Name
	c.chartValues(chart, kind)
	c.rows(verify, verifyStops)
	c.Contradicts(verify, !helm && !names.Placeholder(kind),
		"Flux verifies charts from a HelmRepository only, and this source is of kind %s; leave this out", kind)
	c.Contradicts(verify, helm && source.Exists() && isOneOf(source.Get("type"), "", "default"),
		"Flux verifies charts from an OCI registry only; write type: oci at the helmRepository, or leave this out")
}

func (c *validator) chartValues(chart tree.Node, kind string) {
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
		c.Refuse(name, finding.CodeUnsupported, "%q is no name of a chart in a HelmRepository; write lower-case letters, "+
			"digits, '-', '.' and '/', and the version as version", text)
	}
	// one that is no range is compared with the versions of the repository, before it is refused
	c.rangeOf(chart.Get("version"), doubtful, "leave it out for the newest one, or ")
}

// isGoodAtRegistry warns of a provider that has no credentials for a registry. Those of a Secret, and of a
// ServiceAccount, come first.
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

// repository reports what is no name of a repository in a registry, with what Flux writes below it (parseRepository of
// the OCIRepository's reconciler, which stalls).
func (c *validator) repository(n tree.Node, below string) {
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
