package validate

import (
	"strconv"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checks are the checks that rows have. No variable begins with them: it would hold itself.
func init() {
	checks = map[string]rowCheck{
		// A field that is there, with a value or an absence beside it that is wrong, or with an effect that it does not have.
		"contradicts":  saying(finding.Problem{Code: check.CodeContradiction, OnKey: true}),
		"unused":       saying(finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, OnKey: true}),
		"noKubeConfig": saying(finding.Problem{Code: codes.KubeConfig, OnKey: true}),
		// Their values are not shown to programs: they may hold passwords.
		"isWrong": saying(wrong), "isDoubtful": saying(doubtful),
		"isMisplaced": saying(finding.Problem{Code: codes.Misplaced, OnKey: true}),
		"isEmpty":     saying(finding.Problem{Code: check.CodeEmpty}),
		"refused":     showing(codes.Unsupported), "tooPowerful": showing(codes.Permissions),
		"matchesNothing": showing(check.CodeEventSource),
		"matchesNone":    saying(finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect}),

		// What must be there: lacks also refuses an empty value, isNamed wants a name.
		"required": required, "lacks": lacks, "isListed": isListed,
		"lacksKubeConfig": func(c *validator, f field) {
			c.Report(finding.Problem{Code: codes.KubeConfig, Node: f.around, Child: f.key, Detail: f.text})
		},
		"choosesNothing": saying(finding.Problem{Code: codes.Required, Missing: true}),
		"isThere":        func(c *validator, f field) { c.Required(f.around, f.key) },
		"isNamed":        isNamed,

		// The forms of names and texts, which an absent field has.
		"isName":        func(c *validator, f field) { c.Name(f.Node, content.DNS1123SubdomainMaxLength) },
		"isReleaseName": func(c *validator, f field) { c.Name(f.Node, MaxReleaseName) },
		"isOwnName":     func(c *validator, f field) { c.RequiredName(f.around, kinds.MaxName) },
		"isNamespace":   func(c *validator, f field) { c.Namespace(f.Node) },
		// A name that can be a part of a path, also with the text of the row behind it.
		"isSegment": func(c *validator, f field) { c.PathSegment(f.Node, content.DNS1123SubdomainMaxLength-len(f.text)) },
		// No reference is replaced there.
		"isWritten": func(c *validator, f field) { c.references(f.Node) },
		// A regular expression; the message about another text ends in the text of the row.
		"isExpression": func(c *validator, f field) { c.expression(f.Node, f.text) },
		"isRange":      func(c *validator, f field) { rangeOf(c, f.Node, wrong, "") },
		"isURL":        isURL, "isEndpoint": isEndpoint,
		"isRepositoryURL": isRepositoryURL, "isGoodAtRegistry": isGoodAtRegistry,
		"isSourceVersion": isSourceVersion,
		"notEmpty":        notEmpty, "hasAtMost": hasAtMost,
		// A regular expression that is compiled between ^(?: and )$. Most are names.
		"isMatcher": isMatcher, "isSelector": isSelector, "isLabelSelector": isLabelSelector, "isPointer": isPointer,
		"isFolder": isFolder, "isLocal": isLocal,
		"areFields": func(c *validator, f field) { c.fieldRows(f.Node, "fields of "+f.text) },

		// The parts of documents and entries.
		"isTopology": isTopology, "beginsLabels": beginsLabels,
		"isCountOfShards": func(c *validator, f field) { c.Count(f.Node, "shards", 1, kinds.MaxShards) },
		"areProtected":    func(c *validator, f field) { c.Protected(f.Node) },
		"isClusterName":   isClusterName, "areClusterNames": areClusterNames, "isNoNull": isNoNull,
		"isHub":        func(c *validator, f field) { hubName(c, f.Node, f.text) },
		"isLabel":      ofMap(func(c *validator, n tree.Node) { c.Label(n) }),
		"isAnnotation": ofMap(func(c *validator, n tree.Node) { c.Annotation(n) }),
		// A missing colon makes one word of a key and its value, and no selector finds the cluster then.
		"isLabelKey":      ofMap(func(c *validator, n tree.Node) { c.QualifiedName(n, n.Key()) }),
		"areParams":       func(c *validator, f field) { params(c, f.Node) },
		"isKubeConfig":    func(c *validator, f field) { c.kubeConfig(f.Node, kinds.HelmReleases) },
		"isReachable":     func(c *validator, f field) { c.reach(f.Get("cluster"), f.Get("kubeConfig"), c.workload) },
		"isMetadata":      func(c *validator, f field) { c.metadata(f.Node) },
		"isSourceRef":     func(c *validator, f field) { c.sourceRef(f.Node, c.workload) },
		"isVerification":  func(c *validator, f field) { c.rows(f.Node, "verify") },
		"areHealthKinds":  func(c *validator, f field) { c.rows(f.around, "health kinds") },
		"areHealthChecks": areHealthChecks, "isWave": isWave, "isVariable": isVariable, "isPatch": isPatch,
		"isTargetPath": isTargetPath, "isIgnoreText": func(c *validator, f field) { ignoreText(c, f.Node) },
		"isAwaited": isKind(wrong), "isUsed": isKind(doubtful), "badName": showing(codes.Name),

		// The sections around the workload.
		"isImage": isImage, "isImageRange": isImageRange, "isReflecting": isReflecting,
		"hasGroups": hasGroups, "isMessage": isMessage, "isNoName": isNoName,
		"isPolicyRule": isPolicyRule,
	}
}

// saying reports a field that is there with the text of the row, and showing shows its value to programs too.
//
//go:noinline
func saying(p finding.Problem) rowCheck {
	return func(c *validator, f field) { c.says(f, p) }
}

func showing(code finding.Code) rowCheck {
	return func(c *validator, f field) { c.says(f, finding.Problem{Code: code, Current: f.Text()}) }
}

// ofMap is about the fields of a map: the items of a list that is there in its place have no keys.
func ofMap(rule func(c *validator, n tree.Node)) rowCheck {
	return func(c *validator, f field) {
		if f.around.Kind() == tree.Map {
			rule(c, f.Node)
		}
	}
}

func (c *validator) says(f field, p finding.Problem) {
	if !f.Exists() {
		return
	}
	detail, proposed := f.says()
	if p.Node, p.Detail, p.Proposed = f.Node, detail, proposed; proposed != "" {
		p.Current = f.Text()
	}
	c.Report(p)
}

func required(c *validator, f field) {
	if !f.Exists() {
		lacks(c, f)
	}
}

func lacks(c *validator, f field) {
	detail, _ := f.says()
	c.Lacks(f.around, f.key, detail)
}

func notEmpty(c *validator, f field) {
	if f.Kind() == tree.List && f.Len() == 0 {
		c.Refuse(f.Node, check.CodeEmpty, "is empty%s", f.text)
	}
}

func isListed(c *validator, f field) {
	if notEmpty(c, f); !f.Exists() {
		c.Lacks(f.around, f.key, "is required"+f.text)
	}
}

func hasAtMost(c *validator, f field) {
	if most, _ := strconv.Atoi(f.text); f.Kind() == tree.List && f.Len() > most {
		c.RefuseKey(f.Node, codes.TooLong, "has %d items, and Flux takes at most %d; leave some out", f.Len(), most)
	}
}
