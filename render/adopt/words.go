package adopt

import (
	"regexp"
	"strings"
)

// clustersWord is what people call folders of clusters.
var clustersWord = regexp.MustCompile(`^(clusters?|env(ironment)?s?|sites?|stages?|regions?|fleet|spokes?|members?)$`)

// stageWord is what people call the clusters of a stage. Files and namespaces of one application are clusters only if
// they are called so: most files are versions of the application, and most namespaces are of teams.
var stageWord = regexp.MustCompile(
	`^(canary|demo|dev(elopment)?|int(egration)?|live|pre-?prod(uction)?|prod(uction)?|` +
		`qa|sandbox|stag(e|ing)|test(ing)?|uat)$`)

// otherWord is what people call folders beside those of clusters, or above them.
var otherWord = regexp.MustCompile(
	`^(apps?|archived?|backups?|bases?|clusters?|common|components?|cop(y|ies)|deploy(ments?)?|examples?|flux|helm|` +
		`infra(structure)?|k8s|kubernetes|manifests?|old|releases?|services?|shared|templates?|v[0-9]+|workloads?)$`)

// oldEnding is how people call what they keep of a folder or file: production-backup is no cluster beside production.
var oldEnding = regexp.MustCompile(`[-_.](archived?|backup|bak|copy|deprecated|disabled|old|orig)[-_.]?[0-9]*$`)

// isNoCluster reports whether a folder or file is called like a release in it, like a folder for several clusters, or
// like an old one.
func isNoCluster(name string, objects []*object) bool {
	word := strings.Trim(strings.ToLower(name), "_.")
	return otherWord.MatchString(word) || oldEnding.MatchString(word) ||
		isOfRelease(name, objects)
}

// isOfRelease reports whether a folder or file is called like a release in it. Where all releases in it have one name,
// it is of that release too if its name begins or ends so: berlin-web and web-berlin have web.
func isOfRelease(name string, objects []*object) bool {
	releases := map[string]bool{}
	for _, o := range objects {
		if o.isRelease() {
			releases[o.name] = true
		}
	}
	for release := range releases {
		isPart := strings.HasPrefix(name, release+"-") || strings.HasSuffix(name, "-"+release)
		if name == release || isPart && len(releases) == 1 {
			return true
		}
	}
	return false
}
