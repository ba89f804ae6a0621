package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"gotest.tools/v3/assert"
)

// An exception is what fluxapp refuses and a schema does not.
type exception struct {
	code    finding.Code   // empty is any
	finding *regexp.Regexp // those that it is about, by their words; nil is all
	why     string
	kind    string // of the documents; empty is any
}

func (e exception) explains(f finding.Finding) bool {
	return (e.code == "" || e.code == f.Code) && (e.kind == "" || e.kind == f.Subject.Kind()) &&
		(e.finding == nil || e.finding.MatchString(f.String()))
}

// beyondText are the rules about the text. A schema sees what a reader makes of the text, so that whatever else is
// wrong may not be there any more.
var beyondText = []exception{
	{codeDuplicateKey, nil, "a reader keeps one of the two", ""},
	{codeTag, nil, "a reader replaces the tag by what it means", ""},
	{codes.TooLarge, nil, "a schema does not count levels", ""},
}

// beyondSchemas are the rules about values that no schema has.
var beyondSchemas = []exception{
	{codes.Duration, regexp.MustCompile(`is longer than Flux can count`),
		"a pattern does not add hours and minutes", ""},
	{codeRange, regexp.MustCompile(`: -?[0-9]+(\.0+|e[0-9]+) is no whole number`),
		"1.0 and 1 are one number in JSON", ""},
	{codeReserved, regexp.MustCompile(`rendered-from`), "an annotation of an application is any text", ""},
	{"", regexp.MustCompile(`\.imageAutomation\.update\.(checkout|commit|push)[.:]`),
		"an older field takes any value, and what becomes of it is checked", ""},
	{"", regexp.MustCompile(`\.values\.`), "values may be anything", ""},
	{codes.Encrypted, regexp.MustCompile(`: this is encrypted`), "a schema does not look into texts", ""},
	{codeConversion, nil, "of two fields that contradict each other an editor would say that something is not " +
		"allowed", ""},
}

// stops is about values that the CRDs take, and that source-controller stops at.
const stops = `Flux cannot parse|names no (host|repository)|is no (whole|full|name of a|digest|tag|range)|` +
	`an endpoint is|with this provider|the endpoint is a URL|an index is read by|with type: oci|the version from ref|` +
	`in lower case; write|is that of the chart|has more than|a password without|is relative to its source`

// alwaysRefused are the rules of Render that schemas have too, except some findings.
var alwaysRefused = []exception{
	{codes.Required, regexp.MustCompile(`(deploy|kustomization|kclRun)\[[0-9]+\](\.[A-Za-z]+)*: ` +
		`|config\.(defaults|overrides)|\.chart\.|spec\.sources?[.[]` +
		`|\.sharding\.|\.limits\.|\.tenancy\.|\.imageAutomation\.|\.alerts\[[0-9]+\]\.spec(\.(providerRef|eventSources))?: ` +
		`|: metadata\.namespace: |is required with (provider|serviceAccountName)|\.healthChecks\[` +
		`|\.providers\[[0-9]+\]\.spec(\.(address|channel|secretRef))?: `),
		"another layer, a base, or --namespace may bring it", ""},
	{codes.Duration, regexp.MustCompile(`\$\((cluster|app)\.|\(used as `),
		"a schema does not know what a reference becomes", ""},
	{codeEmpty, regexp.MustCompile(`(Ref|dependsOn\[[0-9]+\])\.name: ` +
		`|\.artifact\.|\.tenancy\.(role\.rules|subjects)|\.eventSources: |\.healthCheckExprs\[`),
		"Flux's own types have no rule there", ""},
	{codes.Unsupported,
		regexp.MustCompile(`this label does not take|\.params\.|take ` +
			`"member[0-9]"|spec\.sources\[|\.tenancy\.subjects\[|\.imageAutomation\.|is no regular expression` +
			`|\.providers\[|\.healthChecks\[|` + stops),
		"a label of an application is any text, and so is a param", ""},
	{codeOneWorkload, regexp.MustCompile(`has nothing to run`), "to a server, a null is there too", ""},
	{codes.NoDestination, nil, "", ""},
	{codes.KubeConfig, regexp.MustCompile(`a KCLRun reads|hub: true for`),
		"there is one type of kubeConfig for all entries, and the hub needs none", ""},
}

// A reference is a string to a schema, also where it takes the value of a number or a boolean, and so is a $(remove).
var referred = regexp.MustCompile(`\$\((cluster|app)\.|\$\(remove\)`)

// isNull matches a kubeconfig whose reference is null: to a server, it is there.
var isNull = regexp.MustCompile(`\bkubeConfig"?:\s*\{?\s*"?(secretRef|configMapRef)"?: *(null|~)`)

// untilUsed matches an error about one place where a text stands and something else belongs, or about a field that a
// message of a base lacks.
var untilUsed = regexp.MustCompile(`(?s)^[^\n]* must be of type \w+: "string"$|` +
	`spec[./]notification[./](providers|alerts).*(: Required value|: missing property '\w+')$`)

// verdicts compare what fluxapp says of applications with what a schema says.
type verdicts struct {
	refuses func(document) error
	beyond  []exception
	needed  []bool // of beyond, and of beyondText behind it

	// what Parse and Render take; of what Parse refuses, what the schema refuses and what not
	accepted, refused, excused int
	rendered, alsoSchema       int // what only Render refuses, and what of that the schema refuses
}

func compareVerdicts(refuses func(document) error, beyond ...exception) *verdicts {
	beyond = slices.Concat(beyondSchemas, beyond)
	return &verdicts{refuses: refuses, beyond: beyond, needed: make([]bool, len(beyond)+len(beyondText))}
}

// add compares the verdicts on one application. The error says how they contradict each other.
func (v *verdicts) add(d document) error {
	err := v.refuses(d)
	switch {
	case d.accepted() && err != nil && d.kind == kinds.FluxApplicationBase.Name && referred.Match(d.data) &&
		untilUsed.MatchString(err.Error()):
		v.excused++ // it is refused where an application names the base, which may be none
	case d.accepted() && err != nil:
		return fmt.Errorf("fluxapp takes what the schema refuses: %w", err)
	case d.accepted():
		v.accepted++
	case len(d.parsed) > 0 && err != nil:
		v.refused++
	case len(d.parsed) > 0:
		v.excused++
		return v.excuse(d.parsed)
	case err != nil:
		v.rendered++
		v.alsoSchema++
	default:
		v.rendered++
		return v.mayTake(d)
	}
	return nil
}

// excuse expects that one finding is about the text, or every one about what a schema cannot say.
func (v *verdicts) excuse(findings finding.Findings) error {
	var needed []int
	for _, f := range findings {
		if i := slices.IndexFunc(beyondText, func(e exception) bool { return e.explains(f) }); i >= 0 {
			v.needed[len(v.beyond)+i] = true
			return nil
		}
		needed = append(needed, slices.IndexFunc(v.beyond, func(e exception) bool { return e.explains(f) }))
	}
	if slices.Contains(needed, -1) {
		return fmt.Errorf("the schema takes what Parse refuses: %v", findings)
	}
	for _, i := range needed {
		v.needed[i] = true
	}
	return nil
}

// mayTake expects that the schema cannot say what Render refuses. A value that does not fit may be the value of a
// reference.
func (v *verdicts) mayTake(d document) error {
	for _, f := range d.rendered {
		if f.Code == codes.Unsupported && referred.Match(d.data) ||
			f.Code == codes.KubeConfig && isNull.Match(d.data) {
			continue
		}
		if slices.ContainsFunc(v.beyond, func(e exception) bool { return e.code == "" && e.explains(f) }) {
			continue
		}
		i := slices.IndexFunc(alwaysRefused, func(e exception) bool { return e.code == f.Code })
		if i >= 0 && (alwaysRefused[i].finding == nil || !alwaysRefused[i].explains(f)) {
			return fmt.Errorf("the schema takes what Render refuses: %v", d.rendered)
		}
	}
	return nil
}

// addAll compares the verdicts on applications, and says the first contradictions.
func (v *verdicts) addAll(t *testing.T, all []document) {
	t.Helper()
	said := 0
	for _, d := range all {
		if err := v.add(d); err != nil && said < 10 {
			said++
			t.Errorf("%s: %v\nof\n%s", d.file, err, d.data)
		}
	}
	t.Logf("%d applications are taken by both and %d refused by Parse and the schema, %d by Parse alone; of %d that "+
		"Render refuses the schema refuses %d", v.accepted, v.refused, v.excused, v.rendered, v.alsoSchema)
}

// allNeeded expects that every exception was needed.
func (v *verdicts) allNeeded(t *testing.T) {
	t.Helper()
	for i, e := range slices.Concat(v.beyond, beyondText) {
		assert.Check(t, v.needed[i], "nothing needs the exception for %s: %s", e.code, e.why)
	}
}
