package validate

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// classes are the words of conditions for what no text is: of values, and of what is not beside the field.
var classes = map[string]func(c *validator, n tree.Node) bool{
	"<text>":        func(_ *validator, n tree.Node) bool { return n.Text() != "" },
	"true":          func(_ *validator, n tree.Node) bool { return n.Kind() == tree.Bool && n.Text() == "true" },
	"<known>":       func(_ *validator, n tree.Node) bool { _, ok := names.PlainText(n); return ok },
	"<placeholder>": func(_ *validator, n tree.Node) bool { return names.Placeholder(n.Text()) },
	"<references>":  func(_ *validator, n tree.Node) bool { return names.HasReferences(n) },
	"<reference>":   func(_ *validator, n tree.Node) bool { return names.IsReference(n) },
	"<map>":         func(_ *validator, n tree.Node) bool { return n.Kind() == tree.Map },
	"<filled>":      func(_ *validator, n tree.Node) bool { return n.Len() > 0 },
	"<capitals>":    hasCapitals,
	"<starred>":     func(_ *validator, n tree.Node) bool { return n.Text() != "*" && strings.Contains(n.Text(), "*") },
	"<power>":       isPower,
	"<plus>":        has("+"),
	"<slash>":       has("/"), "<dot>": has("."), "<heads>": has("^refs/heads/"), "<tags>": has("^refs/tags/"),
	"<pattern>":     func(_ *validator, n tree.Node) bool { return isPattern(n) },
	"<no-scheme>":   func(_ *validator, n tree.Node) bool { scheme, _ := partsOf(n); return scheme == "" },
	"<oci>":         func(_ *validator, n tree.Node) bool { scheme, _ := partsOf(n); return scheme == "oci" },
	"<http>":        func(_ *validator, n tree.Node) bool { scheme, _ := partsOf(n); return scheme == "http" },
	"<password>":    func(_ *validator, n tree.Node) bool { return hasPassword(n) },
	"<tag>":         func(_ *validator, n tree.Node) bool { return mayHaveTag(n) },
	"<code-commit>": func(_ *validator, n tree.Node) bool { return isCodeCommit(n) },
	"<sts-url>":     func(_ *validator, n tree.Node) bool { return isEndpointOfSTS(n) },
	"<aws-sts>":     func(_ *validator, n tree.Node) bool { return usesSTS(n, "aws") },
	"<ldap-sts>":    func(_ *validator, n tree.Node) bool { return usesSTS(n, "ldap") },
	"<hub-and-spoke>": func(c *validator, _ tree.Node) bool { // an unknown topology is refused elsewhere
		return isOneOf(c.document.Spec().Get("topology"), "", "HubAndSpoke")
	},
	"<standalone>":    func(c *validator, _ tree.Node) bool { return c.document.Facts().Standalone() },
	"<commit-status>": func(_ *validator, n tree.Node) bool { return isOneOf(n, statusProviders...) },
	"<kclrun>":        func(c *validator, _ tree.Node) bool { return c.workload == kinds.KCLRuns },
	"<2.8>":           func(c *validator, _ tree.Node) bool { return c.Flux.Has(8) },
	"<2.9>":           func(c *validator, _ tree.Node) bool { return c.Flux.Has(9) },
}

// has is of texts that are known, and have a mark, or begin with one behind ^.
func has(mark string) func(*validator, tree.Node) bool {
	return func(_ *validator, n tree.Node) bool {
		text, ok := known(n)
		return ok && (strings.Contains(text, mark) || mark[0] == '^' && strings.HasPrefix(text, mark[1:]))
	}
}

const (
	refPart = `[^/\x00-\x20\x7f~^:?*\[\\]+` // as git check-ref-format has it
	// hostChars are what url.Parse takes in a host, without the colon in front of a port.
	hostChars = `A-Za-z0-9._~!$&'()*+,;=<>"\]\x{80}-\x{10FFFF}-`
)

// forms are the classes of texts that match a pattern, or are not known yet.
var forms = map[string]string{
	"<ref>": `^` + refPart + `(/` + refPart + `)*$`,
	// gogit.cloneRefName looks for the whole name among the references of the repository
	"<full-ref>": `^(HEAD|refs(/` + refPart + `)+(\^\{\})?)$`,
	"<commit>":   `^[0-9a-fA-F]{40}$`, // gogit.cloneCommit makes another hash of anything else
	// v1.NewHash of go-containerregistry 0.22, which Flux 2.9 does not have yet: it takes sha256 alone
	"<digest>":    `^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$`,
	"<image-tag>": `^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`,
	"<sub>":       `^\*/[^*]*$`, // a subresource of all resources
	"<url>":       `[@:]`,       // runtime.NewRequest of azcore
	"<email>":     `^[^@<>\s]+@[^@<>\s]+$`,
	"<relative>":  `^[^/]`,
	"<prefix>":    `^[a-z0-9][a-z0-9.-]*$`,
	"<suffix>":    `^[a-z0-9.-]*[a-z0-9]$`,
	// Validate of go-git's config.RefSpec
	"<refspec>":    `^[^:]*:[^:]+$`,
	"<media-type>": `^[^/\s]+/[^/\s]+$`,
	// CheckValidBucketName of minio-go
	"<bucket>":        `^[A-Za-z0-9][A-Za-z0-9.:_-]{1,61}[A-Za-z0-9]$`,
	"<channel/topic>": `^[^/]+/.+$`, // NewZulip
	// NewGitHubClient, NewGiteaClient and NewBitbucket, and NewAzureDevOps, of what parseGitAddress makes
	"<owner/name>":  `^([A-Za-z+]+://[^/]+/+|[^/:]+:/?)[^/]+/[^/]+$`,
	"<azure-repo>":  `^([A-Za-z+]+://[^/]+/+|[^/:]+:/?)([^/]+/){3}[^/]+$`,
	"<web>":         `^(?i:https?)://.`,
	"<bucket-dots>": `^[^.-]*((\.|-+)[^.-]+)*[.-]?$`,
}

// statusProviders are the types of Providers that write the status of a commit, and so take commitStatusExpr.
var statusProviders = []string{"github", "gitlab", "gitea", "bitbucketserver", "bitbucket", "azuredevops"}

func isOfForm(text string) func(*validator, tree.Node) bool {
	form := pattern.Of(text)
	return func(_ *validator, n tree.Node) bool {
		text, ok := known(n)
		return !ok || form().MatchString(text)
	}
}

// known returns the text of a value; false for one that is empty, or not known yet because of a reference.
func known(n tree.Node) (text string, ok bool) {
	text, ok = names.PlainText(n)
	return text, ok && text != "" && !names.IsReference(n)
}

// isOneOf is false for a placeholder. An absent n is one of the values if the first of them is empty.
func isOneOf(n tree.Node, values ...string) bool {
	value, ok := names.PlainText(n)
	return !n.Exists() && values[0] == "" || ok && slices.Contains(values, value)
}

func hasCapitals(_ *validator, n tree.Node) bool {
	text, ok := names.PlainText(n)
	return ok && text != strings.ToLower(text)
}

// isPattern is true of a text that is meant to match several names. An asterisk alone is no pattern: Flux knows it.
func isPattern(n tree.Node) bool {
	text, ok := names.PlainText(n)
	return ok && text != "*" && strings.ContainsAny(text, "*?[]^$|()+")
}

var (
	// parsable is what url.Parse takes of the URLs of Flux, and their scheme and host. An address of IPv6 passes unread.
	parsable = pattern.Of(`^([a-z]+)://(?:[A-Za-z0-9._:~!$&'()*+,;=%@-]*@)?(\[[0-9A-Fa-f:.%]+\]|[` + hostChars +
		`]*)(?::[0-9]*)?(?:/(?:[^%?#]|%[0-9A-Fa-f]{2})*)?(?:[?#].*)?$`)
	// codeCommit is what getRegionFromCodeCommitURL, and stsEndpoint what ValidateSTSEndpoint of pkg/auth/aws takes.
	codeCommit  = pattern.Of(`^(?i:https)://git-codecommit(-fips)?\.[^.]+\.(.+\.)?amazonaws\.com(\.cn)?$`)
	stsEndpoint = pattern.Of(`^https://(.+\.)?sts(-fips)?(\.[^.]+)?(\.vpce)?\.amazonaws\.com$`)
)

// partsOf returns the scheme and the host of a URL; empty for what is none, and for what is not known.
func partsOf(n tree.Node) (scheme, host string) {
	text, ok := known(n)
	if parts := parsable().FindStringSubmatch(text); ok && parts != nil && parts[2] != "" && isOneLine(text) {
		return parts[1], parts[2]
	}
	return "", ""
}

func isOneLine(text string) bool { return !strings.ContainsAny(text, "\r\n") }

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

// usesSTS is true of a Bucket with one of the two services. Beside provider: aws, or if both are the same placeholder,
// the placeholder of the service can only become aws. Otherwise a secret means that it can only become ldap.
func usesSTS(bucket tree.Node, wanted string) bool {
	provider, sts := bucket.Get("provider"), bucket.Get("sts")
	service := sts.Get("provider")
	switch {
	case !names.Placeholder(service.Text()):
		return isOneOf(service, wanted)
	case isOneOf(provider, "aws") || service.Text() == provider.Text():
		return wanted == "aws"
	}
	return wanted == "ldap" && (sts.Get("secretRef").Exists() || sts.Get("certSecretRef").Exists())
}
