package adoption

import "regexp"

// stayed are the reasons why something is left as it is, by their beginnings.
const stayed = `stays as it is; a section|is a source that|is a list of kustomize|is in a file that flux ` +
	`bootstrap writes|` +
	`is a document of fluxapp or KubeSphere|is a \w+ of \S+, the Helm Operator|is no HelmRelease, Kustomization or|` +
	`is no object of Kubernetes|has no apiVersion|was rendered from a document that is lost|is being deleted|` +
	`is of no single application|has labels or annotations that not all|` +
	`is in a folder that other clusters may read|` +
	`is refused: |is in a text that cannot be read|is of a version that fluxapp does not know|is no whole object|` +
	`belongs to the |is what flux bootstrap has made|is rendered from |is in the document |is changed at |` +
	`is patched at |has .* changed at |is not whole: |is a patch of kustomize|applies its own folder|` +
	`is applied by itself|is made by the FluxInstance|is what the root of a cluster reads`

// reasons are what the lines with a code say, by their beginnings, behind the field that they are about.
var reasons = map[string]*regexp.Regexp{
	"FA701": begins(`\w+ \S+( of cluster \S+)? is already at `),
	"FA702": begins(`Helm would store this release as `),
	"FA703": begins(`no part of its path is a cluster|nothing tells for which cluster|clusters read this folder, and |` +
		`several Kustomizations apply this file|.*, and the clusters come from `),
	"FA704": begins(`is patched at |is changed at |has .* changed at |is in a file that cannot be read|` +
		`it has .*, which something adds|fluxapp knows no |is required; |is missing, so |is beside chart`),
	"FA705": begins(`the document of application \S+ would be refused: |.* the document of application \S+ renders `),
	"FA707": begins(`is rendered from `),
	"FA708": begins(`.* writes `),
	"FA709": begins(`".*" has a variable`),
	"FA710": begins(`is of a wave that fluxapp rendered`),
	"FA711": begins(`limits protected `),
	"FA712": begins(`the \w+ \S+ stays as it is: it (` + stayed + `)`),
	"FA714": begins(`this Kustomization `),
	"FA715": begins(`several clusters read this folder`),
	"FA716": begins(`labels or annotations are added to `),
}

var leftReason = begins(stayed)

func begins(text string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:[a-z][\w.\[\]/-]*: )?(?:` + text + `)`)
}

// judgeReasons complains of a reason that is none of those that adopt knows.
func (t *trial) judgeReasons() {
	for _, l := range t.lines {
		if known := reasons[l.code]; known != nil && !known.MatchString(l.message) {
			t.complain("reason", "that is no reason: %s", l.text)
		}
	}
	for _, m := range leftLine.FindAllStringSubmatch(t.adopt.stderr, -1) {
		if !leftReason.MatchString(m[2]) {
			t.complain("reason", "that is no reason: %s", m[0])
		}
	}
}
