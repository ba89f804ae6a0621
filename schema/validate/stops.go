package validate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What is here is what source-controller 1.9 stops at, though its CRDs take it. testdata/generate/stops lists the
// places in its code, with the rule for each. A value with a reference or a placeholder is not known yet, and passes.

func known(n tree.Node) (text string, ok bool) {
	text, ok = names.PlainText(n)
	return text, ok && text != "" && !names.IsReference(n)
}

// compiled returns a regular expression that is compiled when it is needed.
func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// s3 are the providers of a Bucket that minio-go reads.
var s3 = []string{"", "generic", "aws"}

const (
	refPart = `[^/\x00-\x20\x7f~^:?*\[\\]+` // as git check-ref-format has it
	refName = `^` + refPart + `(/` + refPart + `)*$`
	// hostChars are what url.Parse takes in a host, without the colon in front of a port.
	hostChars = `A-Za-z0-9._~!$&'()*+,;=<>"\]\x{80}-\x{10FFFF}-`
)

// forms are what Flux can use as the text of a field of a source, of some providers only if there are any.
var forms = []struct {
	kind      *kinds.Kind
	path      string
	providers []string
	pattern   func() *regexp.Regexp
	hint      string
}{
	{kinds.GitRepository, "ref.branch", nil, compiled(refName), "no name of a branch; write one without spaces and " +
		"~^:?*[\\"},
	{kinds.GitRepository, "ref.tag", nil, compiled(refName), "no name of a tag; write one without spaces and ~^:?*[\\, " +
		"or a range as ref.semver"},
	// gogit.cloneRefName looks for the whole name among the references of the repository
	{kinds.GitRepository, "ref.name", nil, compiled(`^(HEAD|refs(/` + refPart + `)+(\^\{\})?)$`), "no full name of a " +
		"reference; write for example refs/heads/main, refs/tags/v1.0.0 or refs/pull/1/head"},
	// gogit.cloneCommit makes another hash of anything else
	{kinds.GitRepository, "ref.commit", nil, compiled(`^[0-9a-fA-F]{40}$`), "no whole hash of a commit; write its 40 " +
		"hexadecimal digits"},
	// v1.NewHash of go-containerregistry 0.22, which Flux 2.9 does not have yet: it takes sha256 alone
	{kinds.OCIRepository, "ref.digest", nil, compiled(`^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$`), "no digest; " +
		"write sha256: and 64 hexadecimal digits in lower case"},
	{kinds.OCIRepository, "ref.tag", nil, compiled(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`), "no tag; write letters, " +
		"digits, '_', '.' and '-', at most 128, a digest as ref.digest, and a range as ref.semver"},
	// CheckValidBucketName of minio-go
	{kinds.Bucket, "bucketName", s3, compiled(`^[A-Za-z0-9][A-Za-z0-9.:_-]{1,61}[A-Za-z0-9]$`), "no name of a bucket; " +
		"write 3 to 63 letters, digits, '.', '_' and '-', and a folder as prefix"},
	{kinds.Bucket, "bucketName", s3, compiled(`^[^.-]*((\.|-+)[^.-]+)*[.-]?$`), "no name of a bucket; " +
		"write a letter or a digit beside each dot"},
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

// sourceStops reports what Flux stops at in the spec of an inline source.
func (c *validator) sourceStops(spec tree.Node, kind *kinds.Kind) {
	for _, f := range forms {
		n := spec.At(strings.Split(f.path, ".")...)
		if text, ok := known(n); ok && f.kind == kind && !f.pattern().MatchString(text) &&
			(f.providers == nil || isOneOf(spec.Get("provider"), f.providers...)) {
			c.Refuse(n, finding.CodeUnsupported, "%q is %s", text, f.hint)
		}
	}
	switch kind {
	case kinds.GitRepository:
		c.gitStops(spec, spec.Get("ref"))
	case kinds.OCIRepository:
		c.ociStops(spec, spec.Get("ref"))
	case kinds.HelmRepository:
		c.helmStops(spec, spec.Get("url"))
	case kinds.Bucket:
		c.bucketStops(spec, spec.Get("provider"), spec.Get("sts"))
	}
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

func (c *validator) noEffect(n tree.Node, unused bool, why string) {
	if unused && n.Exists() {
		c.WarnKey(n, finding.CodeNoEffect, "%s; leave it out", why)
	}
}

func (c *validator) gitStops(spec, ref tree.Node) {
	scheme, host := c.url(spec.Get("url"))
	c.rangeOf(ref.Get("semver"), wrong, "")
	c.fullRef(ref.Get("branch"), "refs/heads/")
	c.fullRef(ref.Get("tag"), "refs/tags/")
	provider, open := spec.Get("provider"), !spec.Get("secretRef").Exists()
	if isOneOf(provider, "github") && open { // getAuthOpts: InvalidProviderConfiguration
		c.Lacks(spec, "secretRef", "is required with provider: github; write the Secret with the data of the app")
	}
	if host != "" && isOneOf(provider, "aws") && !codeCommit().MatchString(scheme+"://"+host) {
		c.say(provider, wrong, "with this provider the URL is one of CodeCommit; write it as "+
			"https://git-codecommit.REGION.amazonaws.com/v1/repos/NAME, or leave the provider out")
	}
	if open && host != "" && strings.Contains(spec.Get("url").Text(), "://:") { // AuthOptions.Validate of pkg/git
		c.say(spec.Get("url"), wrong, "has a password without a name in front of it; write both into a Secret, and name "+
			"that as secretRef")
	}
	// gogit.clone takes the last of these, and verifySignature stalls without a tag
	mode, tagged := spec.At("verify", "mode"), false
	for _, field := range []string{"branch", "semver", "tag", "name", "commit"} {
		if text := ref.Get(field).Text(); text != "" {
			tagged = field == "semver" || field == "tag" || strings.HasPrefix(text, "refs/tags/") || names.Placeholder(text)
		}
	}
	c.Contradicts(mode, isOneOf(mode, "Tag", "TagAndHEAD") && !tagged && !names.HasReferences(ref),
		"Flux verifies a tag only where ref has one; write ref.tag or ref.semver, or mode: HEAD")
}

// fullRef warns of a prefix that Flux writes itself: nothing but a name that begins with it twice would be found.
func (c *validator) fullRef(n tree.Node, prefix string) {
	text, ok := known(n)
	if short, full := strings.CutPrefix(text, prefix); ok && full {
		c.propose(n, doubtful, short, "Flux puts "+prefix+" in front of it once more; write "+short)
	}
}

// url reports what reconcileSource of a GitRepository and of a HelmRepository cannot parse (URLInvalid), and returns
// scheme and host of other URLs.
func (c *validator) url(n tree.Node) (scheme, host string) {
	text, ok := known(n)
	parts := parsable().FindStringSubmatch(text)
	switch {
	case !ok || !strings.Contains(text, "://") || strings.ContainsAny(text, "\r\n"):
	case parts != nil && parts[2] != "":
		return parts[1], parts[2]
	case parts != nil:
		c.say(n, wrong, "names no host; write scheme://host[:port]/path")
	case scpWithScheme().MatchString(text):
		right := scpWithScheme().ReplaceAllString(text, "$1/$2")
		c.propose(n, wrong, right, "behind the host of a URL is a port, and then a slash; write "+right)
	default:
		c.say(n, wrong, "Flux cannot parse this URL; write scheme://host[:port]/path, with a number as port and %25 for a %")
	}
	return "", ""
}

func (c *validator) ociStops(spec, ref tree.Node) {
	c.repository(spec.Get("url"), "")
	c.rangeOf(ref.Get("semver"), wrong, "")
	c.expression(ref.Get("semverFilter"), "")
	c.noEffect(ref.Get("semverFilter"), ref.Get("semver").Text() == "", "only ref.semver uses it")
	c.verifyStops(spec.Get("verify"))
	c.registryOf(spec)
}

// verifyStops knows verifySignature of the OCIRepository's and makeVerifiers of the HelmChart's reconciler.
func (c *validator) verifyStops(verify tree.Node) {
	identity, root := verify.Get("matchOIDCIdentity"), verify.Get("trustedRootSecretRef")
	notation, keyless := isOneOf(verify.Get("provider"), "notation"), !verify.Get("secretRef").Exists()
	if notation && keyless {
		c.Lacks(verify, "secretRef", "is required with provider: notation; write the Secret with the trust policy and the "+
			"certificates")
	}
	for item := range identity.Children() {
		c.expression(item.Get("issuer"), "")
		c.expression(item.Get("subject"), "")
	}
	c.noEffect(identity, notation || !keyless, "only cosign without a secretRef uses it")
	c.noEffect(root, notation || !keyless, "only cosign without a secretRef uses it")
}

// helmStops knows reconcileSource of a HelmRepository, and buildFromHelmRepository of its charts.
func (c *validator) helmStops(spec, url tree.Node) {
	scheme, _ := c.url(url)
	plain, oci := isOneOf(spec.Get("type"), "", "default"), isOneOf(spec.Get("type"), "oci")
	insecure, provider := spec.Get("insecure"), spec.Get("provider")
	switch {
	case scheme == "":
	case plain && scheme == "oci":
		c.say(url, wrong, "an index is read by http:// or https:// only; write type: oci beside it, or an ociRepository "+
			"with the chart")
	case oci && scheme != "oci":
		c.say(url, wrong, "with type: oci the URL begins with oci://; write it so, or leave the type out")
	case oci:
		c.repository(url, "/chart")
		c.registryOf(spec)
	}
	c.noEffect(insecure, plain && isTrue(insecure), "only type: oci uses it")
	c.noEffect(provider, plain && !isOneOf(provider, "generic"), "only type: oci uses it")
	c.noEffect(spec.Get("certSecretRef"), oci && isTrue(insecure), "insecure: true reads without TLS")
}

func isTrue(n tree.Node) bool { return n.Kind() == tree.Bool && n.Text() == "true" }

func (c *validator) bucketStops(spec, provider, sts tree.Node) {
	endpoint, cert, insecure := spec.Get("endpoint"), spec.Get("certSecretRef"), spec.Get("insecure")
	scheme, _ := c.url(sts.Get("endpoint"))
	switch text, ok := known(endpoint); {
	case !ok:
	case isOneOf(provider, s3...):
		c.endpoint(endpoint, text)
	case isOneOf(provider, "azure") && !strings.ContainsAny(text, "@:"): // runtime.NewRequest of azcore
		c.propose(endpoint, wrong, "https://"+text, "with provider: azure the endpoint is a URL; write https://"+text)
	}
	if isOneOf(provider, "aws") && !spec.Get("secretRef").Exists() { // NewCredentialsProvider of pkg/auth/aws
		if spec.Get("serviceAccountName").Exists() && !spec.Get("region").Exists() {
			c.Lacks(spec, "region", "is required with serviceAccountName; write the region of AWS")
		}
		if scheme != "" && !stsEndpoint().MatchString(sts.Get("endpoint").Text()) {
			c.say(sts.Get("endpoint"), doubtful, "is no endpoint of the STS of AWS; write it as "+
				"https://sts.REGION.amazonaws.com")
		}
	}
	cloud := isOneOf(provider, "gcp", "azure")
	c.noEffect(sts.Get("certSecretRef"), scheme == "http", "an endpoint of http:// has no TLS")
	c.noEffect(cert, isTrue(insecure) && !cloud, "insecure: true reads without TLS")
	c.noEffect(cert, cloud, "only the providers generic and aws use it")
	c.noEffect(insecure, cloud && isTrue(insecure), "only the providers generic and aws use it")
}

// endpoint reports what getEndpointURL of minio-go refuses.
func (c *validator) endpoint(n tree.Node, text string) {
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
		c.propose(n, wrong, right, rule+right+more)
	default:
		c.say(n, wrong, rule+"it without scheme and path, and credentials as secretRef")
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
	c.verifyStops(verify)
	c.Contradicts(verify, !helm && !names.Placeholder(kind),
		"Flux verifies charts from a HelmRepository only, and this source is of kind %s; leave this out", kind)
	c.Contradicts(verify, helm && source.Exists() && isOneOf(source.Get("type"), "", "default"),
		"Flux verifies charts from an OCI registry only; write type: oci at the helmRepository, or leave this out")
}

// ChartValues validates the name and the version of the chart in a merged entry, whose references are replaced.
func ChartValues(d *schema.Document, chart tree.Node, sourceKind string) []finding.Problem {
	c := newValidator(d, 0)
	c.chartValues(chart, sourceKind)
	return c.Problems
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

// registryOf warns of a provider that has no credentials for a registry. Those of a Secret come first.
func (c *validator) registryOf(spec tree.Node) {
	text, ok := known(spec.Get("url"))
	if !ok || spec.Get("secretRef").Exists() || spec.Get("serviceAccountName").Exists() {
		return
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(text, "oci://"), "/")
	for _, r := range registries {
		if isOneOf(spec.Get("provider"), r.provider) && !r.hosts().MatchString(host) {
			c.say(spec.Get("provider"), doubtful, "the provider has credentials for registries like "+r.example+
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
