package validate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What is here is what source-controller 1.9 stops at, though its CRDs take it. testdata/generate/stops lists the places
// in its code, with the rule for each. A value with a reference or a placeholder is not known yet, and passes.

func known(n tree.Node) (text string, ok bool) {
	text, ok = reference.PlainText(n)
	return text, ok && text != "" && !reference.Is(n)
}

// A form is what Flux can use as the text of a field of a source. It is of one kind, and of providers if it has any.
type form struct {
	kind, field string
	providers   []string
	pattern     *regexp.Regexp
	hint        string
}

// A branch and a tag are what git check-ref-format takes. minio-go's CheckValidBucketName is for the S3 providers.
var forms = sync.OnceValue(func() []form {
	compile, git, oci, bucket := regexp.MustCompile, kinds.GitRepository.Name, kinds.OCIRepository.Name, kinds.Bucket.Name
	ref := compile(`^[^/\x00-\x20\x7f~^:?*\[\\]+(/[^/\x00-\x20\x7f~^:?*\[\\]+)*$`)
	return []form{
		{git, "ref.branch", nil, ref, "no name of a branch; write one without spaces and ~^:?*[\\"},
		{git, "ref.tag", nil, ref, "no name of a tag; write one without spaces and ~^:?*[\\, or a range as ref.semver"},
		// gogit.cloneRefName looks for the whole name among the references of the repository
		{git, "ref.name", nil, compile(`^(HEAD|refs(/[^/\x00-\x20\x7f~^:?*\[\\]+)+(\^\{\})?)$`), "no full name of a reference; " +
			"write for example refs/heads/main, refs/tags/v1.0.0 or refs/pull/1/head"},
		// gogit.cloneCommit makes another hash of anything else
		{git, "ref.commit", nil, compile(`^[0-9a-fA-F]{40}$`), "no whole hash of a commit; write its 40 hexadecimal digits"},
		// v1.NewHash of go-containerregistry 0.22, which Flux 2.9 does not have yet: it takes sha256 alone
		{oci, "ref.digest", nil, compile(`^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$`), "no digest; write sha256: and 64 hexadecimal digits in " +
			"lower case"},
		{oci, "ref.tag", nil, compile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`), "no tag; write letters, digits, '_', '.' and " +
			"'-', at most 128, a digest as ref.digest, and a range as ref.semver"},
		{bucket, "bucketName", s3, compile(`^[A-Za-z0-9][A-Za-z0-9.:_-]{1,61}[A-Za-z0-9]$`), "no name of a bucket; write 3 " +
			"to 63 letters, digits, '.', '_' and '-', and a folder as prefix"},
	}
})

// s3 are the providers of a Bucket that minio-go reads.
var s3 = []string{"", "generic", "aws"}

// sourceStops reports what Flux stops at in the spec of an inline source.
func (c *validator) sourceStops(spec tree.Node, kind *kinds.Kind) {
	for _, f := range forms() {
		n := spec.At(strings.Split(f.field, ".")...)
		text, ok := known(n)
		if ok && f.kind == kind.Name && !f.pattern.MatchString(text) &&
			(f.providers == nil || isOneOf(spec.Get("provider"), f.providers...)) {
			c.Refuse(n, finding.CodeUnsupported, "%q is %s", text, f.hint)
		}
	}
	switch kind {
	case kinds.GitRepository:
		c.gitStops(spec)
	case kinds.OCIRepository:
		c.ociStops(spec)
	case kinds.HelmRepository:
		c.helmStops(spec)
	case kinds.Bucket:
		c.bucketStops(spec)
	}
}

func (c *validator) gitStops(spec tree.Node) {
	ref := spec.Get("ref")
	scheme, host := c.url(spec.Get("url"))
	c.rangeOf(ref.Get("semver"), finding.SeverityError, "")
	c.fullRef(ref.Get("branch"), "refs/heads/")
	c.fullRef(ref.Get("tag"), "refs/tags/")
	provider := spec.Get("provider")
	if isOneOf(provider, "github") && !spec.Get("secretRef").Exists() { // getAuthOpts: InvalidProviderConfiguration
		c.Lacks(spec, "secretRef", "is required with provider: github; write the Secret with the data of the app")
	}
	if host != "" && isOneOf(provider, "aws") && !codeCommit().MatchString(scheme+"://"+host) {
		c.Refuse(provider, finding.CodeUnsupported, "with this provider the URL is one of CodeCommit; write it as "+
			"https://git-codecommit.REGION.amazonaws.com/v1/repos/NAME, or leave the provider out")
	}
	if !spec.Get("secretRef").Exists() && strings.Contains(spec.Get("url").Text(), "://:") && host != "" {
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: spec.Get("url"), // AuthOptions.Validate
			Detail: "has a password without a name in front of it; write both into a Secret, and name that as secretRef"})
	}
	// gogit.clone takes the first of these, and verifySignature stalls without a tag
	mode, tagged := spec.At("verify", "mode"), false
	for _, field := range []string{"branch", "semver", "tag", "name", "commit"} {
		if n := ref.Get(field); n.Text() != "" {
			tagged = field == "semver" || field == "tag" || field == "name" &&
				(strings.HasPrefix(n.Text(), "refs/tags/") || !isKnown(n))
		}
	}
	c.Contradicts(mode, isOneOf(mode, "Tag", "TagAndHEAD") && !tagged && !reference.Contains(ref),
		"Flux verifies a tag only where ref has one; write ref.tag or ref.semver, or mode: HEAD")
}

// fullRef warns of a prefix that Flux writes itself: nothing but a name that begins with it twice would be found.
func (c *validator) fullRef(n tree.Node, prefix string) {
	if short, full := strings.CutPrefix(n.Text(), prefix); full && isKnown(n) {
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeUnsupported, Node: n,
			Current: n.Text(), Proposed: short, Detail: fmt.Sprintf("Flux puts %s in front of it once more; write %s", prefix,
				short)})
	}
}

func isKnown(n tree.Node) bool {
	_, ok := known(n)
	return ok
}

// codeCommit is what getRegionFromCodeCommitURL of fluxcd/pkg/auth/aws takes.
var codeCommit = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i:https)://git-codecommit(-fips)?\.[^.]+\.(.+\.)?amazonaws\.com(\.cn)?$`)
})

// hostChars are what url.Parse takes in a host, without the colon in front of a port.
const hostChars = `A-Za-z0-9._~!$&'()*+,;=<>"\]\x{80}-\x{10FFFF}-`

var (
	// parsable is what url.Parse takes of the URLs of Flux, and their scheme and host. An address of IPv6 passes unread.
	parsable = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^([a-z]+)://(?:[A-Za-z0-9._:~!$&'()*+,;=%@-]*@)?(\[[0-9A-Fa-f:.%]+\]|[` + hostChars +
			`]*)(?::[0-9]*)?(?:/(?:[^%?#]|%[0-9A-Fa-f]{2})*)?(?:[?#].*)?$`)
	})
	// scpWithScheme is a URL of SSH with a colon in front of the path.
	scpWithScheme = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(ssh://(?:[a-z]+@)?[A-Za-z0-9.-]+):([^/:@]+/[^:@]*)$`)
	})
)

// url reports what reconcileSource of a GitRepository and of a HelmRepository cannot parse (URLInvalid), and returns
// scheme and host of other URLs. The value may hold a password.
func (c *validator) url(n tree.Node) (scheme, host string) {
	text, ok := known(n)
	if !ok || !strings.Contains(text, "://") || strings.ContainsAny(text, "\r\n") {
		return "", ""
	}
	parts := parsable().FindStringSubmatch(text)
	if parts != nil && parts[2] != "" {
		return parts[1], parts[2]
	}
	p := finding.Problem{Code: finding.CodeUnsupported, Node: n,
		Detail: "Flux cannot parse this URL; write scheme://host[:port]/path, with a number as port and %25 for a %"}
	switch {
	case parts != nil:
		p.Detail = "names no host; write scheme://host[:port]/path"
	case scpWithScheme().MatchString(text):
		p.Current, p.Proposed = text, scpWithScheme().ReplaceAllString(text, "$1/$2")
		p.Detail = "behind the host of a URL is a port, and then a slash; write " + p.Proposed
	}
	c.Report(p)
	return "", ""
}

func (c *validator) ociStops(spec tree.Node) {
	url, ref := spec.Get("url"), spec.Get("ref")
	c.repository(url, "")
	c.rangeOf(ref.Get("semver"), finding.SeverityError, "")
	c.expression(ref.Get("semverFilter"), "")
	c.noEffect(ref.Get("semverFilter"), ref.Get("semver").Text() == "", "only ref.semver uses it")
	c.verifyStops(spec.Get("verify"))
	c.registryOf(spec)
}

// verifyStops knows verifySignature of the OCIRepository's and makeVerifiers of the HelmChart's reconciler.
func (c *validator) verifyStops(verify tree.Node) {
	provider, identity := verify.Get("provider"), verify.Get("matchOIDCIdentity")
	notation, keyless := isOneOf(provider, "notation"), !verify.Get("secretRef").Exists()
	if notation && keyless {
		c.Lacks(verify, "secretRef", "is required with provider: notation; write the Secret with the trust policy and the "+
			"certificates")
	}
	for item := range identity.Children() {
		c.expression(item.Get("issuer"), "")
		c.expression(item.Get("subject"), "")
	}
	for _, n := range []tree.Node{identity, verify.Get("trustedRootSecretRef")} {
		c.noEffect(n, notation || !keyless, "only cosign without a secretRef uses it")
	}
}

func (c *validator) noEffect(n tree.Node, unused bool, why string) {
	if unused && n.Exists() {
		c.WarnKey(n, finding.CodeNoEffect, "%s; leave it out", why)
	}
}

// helmStops knows reconcileSource of a HelmRepository, and buildFromHelmRepository of its charts.
func (c *validator) helmStops(spec tree.Node) {
	scheme, _ := c.url(spec.Get("url"))
	kind := spec.Get("type")
	plain, oci := isOneOf(kind, "", "default"), isOneOf(kind, "oci")
	switch {
	case scheme == "":
	case plain && scheme == "oci":
		c.Refuse(spec.Get("url"), finding.CodeUnsupported, "an index is read by http:// or https:// only; write type: oci "+
			"beside it, or an ociRepository with the chart")
	case oci && scheme != "oci":
		c.Refuse(spec.Get("url"), finding.CodeUnsupported, "with type: oci the URL begins with oci://; write it so, or "+
			"leave the type out")
	case oci:
		c.repository(spec.Get("url"), "/chart")
		c.registryOf(spec)
	}
	c.noEffect(spec.Get("insecure"), plain && isTrue(spec.Get("insecure")), "only type: oci uses it")
	c.noEffect(spec.Get("provider"), plain && !isOneOf(spec.Get("provider"), "generic"), "only type: oci uses it")
	c.noEffect(spec.Get("certSecretRef"), oci && isTrue(spec.Get("insecure")), "insecure: true reads without TLS")
}

func isTrue(n tree.Node) bool { return n.Kind() == tree.Bool && n.Text() == "true" }

func (c *validator) bucketStops(spec tree.Node) {
	endpoint, sts, cert := spec.Get("endpoint"), spec.Get("sts"), spec.Get("certSecretRef")
	text, ok := known(endpoint)
	switch provider := spec.Get("provider"); {
	case !ok:
	case isOneOf(provider, s3...):
		c.endpoint(endpoint, text)
	case isOneOf(provider, "azure") && !strings.ContainsAny(text, "@:"): // runtime.NewRequest of azcore
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: endpoint, Current: text, Proposed: "https://" + text,
			Detail: "with provider: azure the endpoint is a URL; write https://" + text})
	}
	scheme, _ := c.url(sts.Get("endpoint"))
	c.noEffect(sts.Get("certSecretRef"), scheme == "http", "an endpoint of http:// has no TLS")
	if isOneOf(spec.Get("provider"), "aws") && !spec.Get("secretRef").Exists() { // NewCredentialsProvider of pkg/auth/aws
		if spec.Get("serviceAccountName").Exists() && !spec.Get("region").Exists() {
			c.Lacks(spec, "region", "is required with serviceAccountName; write the region of AWS")
		}
		if n := sts.Get("endpoint"); scheme != "" && !stsEndpoint().MatchString(n.Text()) {
			c.warn(n, "is no endpoint of the STS of AWS; write it as https://sts.REGION.amazonaws.com")
		}
	}
	insecure, cloud := spec.Get("insecure"), isOneOf(spec.Get("provider"), "gcp", "azure")
	c.noEffect(cert, isTrue(insecure) && !cloud, "insecure: true reads without TLS")
	c.noEffect(cert, cloud, "only the providers generic and aws use it")
	c.noEffect(insecure, cloud && isTrue(insecure), "only the providers generic and aws use it")
}

// stsEndpoint is ValidateSTSEndpoint of fluxcd/pkg/auth/aws. Newer releases may know more.
var stsEndpoint = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^https://(.+\.)?sts(-fips)?(\.[^.]+)?(\.vpce)?\.amazonaws\.com$`)
})

func (c *validator) warn(n tree.Node, detail string) {
	c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeUnsupported, Node: n, Detail: detail})
}

// endpoint reports what getEndpointURL and isValidEndpointURL of minio-go refuse.
func (c *validator) endpoint(n tree.Node, text string) {
	bare := strings.TrimPrefix(strings.TrimPrefix(text, "https://"), "http://")
	bare, _, _ = strings.Cut(bare, "/")
	proposed := bare
	for _, host := range []string{".s3.amazonaws.com", ".storage.googleapis.com"} {
		if i := strings.Index(bare, host); i > 0 {
			proposed = bare[i+1:]
		}
	}
	if isEndpoint(text) && proposed == bare {
		return
	}
	p := finding.Problem{Code: finding.CodeUnsupported, Node: n, Detail: "an endpoint is a host, or a host and a port; write " +
		"it without scheme and path, and credentials as secretRef"}
	if isEndpoint(proposed) {
		p.Current, p.Proposed = text, proposed
		p.Detail = fmt.Sprintf("an endpoint is a host, or a host and a port; write %s", proposed)
	}
	switch {
	case p.Proposed != "" && proposed != bare:
		p.Detail += ", and the bucket as bucketName"
	case strings.HasPrefix(text, "http://"):
		p.Detail += ", and insecure: true"
	}
	c.Report(p)
}

func isEndpoint(text string) bool {
	parts := endpointParts().FindStringSubmatch(text)
	if parts == nil {
		return false
	}
	host := parts[1]
	return host[0] == '[' || len(host) <= 255 && strings.Trim(host, "-_") == host && host[0] != '.' &&
		(host == "storage.googleapis.com" || !strings.Contains(host, ".googleapis.com"))
}

var endpointParts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.,_\x{80}-\x{10FFFF}-]+)(?::[0-9]*)?/*$`)
})

// rangeOf reports what is no range of versions for Masterminds/semver, with which Flux reads it.
func (c *validator) rangeOf(n tree.Node, severity finding.Severity, instead string) {
	text, ok := known(n)
	if !ok {
		return
	}
	if _, err := semver.NewConstraint(text); err != nil {
		c.Report(finding.Problem{Severity: severity, Code: finding.CodeUnsupported, Node: n, Current: text,
			Detail: fmt.Sprintf("%q is no range of versions; %swrite it as \">=1.0.0 <2.0.0\", \"1.x\" or \"~1.4\"", text,
				instead)})
	}
}

// chartStops reports what Flux stops at in a chart from a source of a kind, with its spec if that is inline.
func (c *validator) chartStops(chart, source tree.Node, kind string) {
	c.chartValues(chart, kind)
	c.verifyStops(chart.Get("verify"))
	c.Contradicts(chart.Get("verify"),
		source.Exists() && kind == kinds.HelmRepository.Name && isOneOf(source.Get("type"), "", "default"),
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
	switch text, ok := known(name); {
	case !ok:
	case kind == kinds.HelmRepository.Name && !chartName().MatchString(text): // RemoteReference.Validate
		c.Refuse(name, finding.CodeUnsupported, "%q is no name of a chart in a HelmRepository; write lower-case letters, "+
			"digits, '-', '.' and '/', and the version as version", text)
	case slices.Contains(chartFolders, kind) && strings.HasPrefix(text, "/"): // LocalReference.Validate
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: name, Current: text, Proposed: "." + text,
			Detail: fmt.Sprintf("the path of a chart is relative to its source; write .%s", text)})
	}
	if kind == kinds.HelmRepository.Name {
		// one that is no range is compared with the versions of the repository, before it is refused
		c.rangeOf(chart.Get("version"), finding.SeverityWarning, "leave it out for the newest one, or ")
	}
}

var chartFolders = []string{kinds.GitRepository.Name, kinds.Bucket.Name}

var chartName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([-a-z0-9]+/?\.?)+$`) })

// A registry is where the credentials of a provider are good: ParseArtifactRepository of fluxcd/pkg/auth. Newer
// releases know more hosts, and so does an environment file of Azure's.
type registry struct {
	provider string
	hosts    *regexp.Regexp
	example  string
}

var registries = sync.OnceValue(func() []registry {
	return []registry{
		{"aws", regexp.MustCompile(`(^|\.)(amazonaws\.(com(\.cn)?|eu)|on\.aws|on\.amazonwebservices\.com\.cn|` +
			`public\.ecr\.aws|ecr-public\.aws\.com|sc2s\.sgov\.gov|c2s\.ic\.gov|adc-e\.uk|hci\.ic\.gov)$`),
			"ACCOUNT.dkr.ecr.REGION.amazonaws.com"},
		{"azure", regexp.MustCompile(`\.azurecr\.[a-z]+$`), "NAME.azurecr.io"},
		{"gcp", regexp.MustCompile(`(^|\.)gcr\.io$|-docker\.pkg\.dev$|\.s3nsregistry\.fr$`), "REGION-docker.pkg.dev"},
	}
})

// registryOf warns of a provider that has no credentials for a registry. Those of a Secret come first.
func (c *validator) registryOf(spec tree.Node) {
	text, ok := known(spec.Get("url"))
	if !ok || spec.Get("secretRef").Exists() || spec.Get("serviceAccountName").Exists() {
		return
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(text, "oci://"), "/")
	for _, r := range registries() {
		if isOneOf(spec.Get("provider"), r.provider) && !r.hosts.MatchString(host) {
			c.warn(spec.Get("provider"), "the provider has credentials for registries like "+r.example+" only; leave it out, "+
				"or write a secretRef")
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
	if !ok || !found || isRepository(name+below) {
		if found && ok && strings.Contains(name, ".") && !strings.Contains(name+below, "/") {
			c.warn(n, "names no repository of a registry, and Flux takes it for one of Docker Hub; write oci://"+name+
				"/REPOSITORY")
		}
		return
	}
	bare, more := bareRepository(name)
	p := finding.Problem{Code: finding.CodeUnsupported, Node: n}
	switch lower := strings.ToLower(bare); {
	case bare == "":
		p.Detail = "has more than a registry and a repository; write these alone, and credentials as secretRef"
	case below == "" && !strings.Contains(bare, "/"):
		p.Detail = "names no repository; write oci://" + strings.TrimSuffix(name, "/") + "/REPOSITORY"
	case isRepository(lower + below):
		p.Current, p.Proposed = text, "oci://"+lower
		switch {
		case more == "":
			p.Detail = "a repository is in lower case; write " + p.Proposed
		case below != "":
			p.Detail = "a version is that of the chart; write " + p.Proposed
		default:
			p.Detail = "Flux reads the version from ref; write " + p.Proposed + more
		}
	default:
		p.Detail = "is no name of a repository; write oci://HOST/REPOSITORY with lower-case letters, digits, '-', '_', '.' " +
			"and '/'"
	}
	c.Report(p)
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

// authority is what url.Parse takes as the host and the port of a registry. An address of IPv6 passes unread.
var authority = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\[[0-9A-Fa-f:.]+\](?::[0-9]*)?|[` + hostChars + `]*|[` + hostChars + `:]*:[0-9]*)$`)
})

var imagePath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9_./-]{1,255}$`) })
