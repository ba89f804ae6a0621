// Package finding is what rules report: problems at nodes of documents, and findings with file, line, column and path.
//
// A rule reports a [Problem], which knows a node and nothing of lines. [Locate] makes [Findings] of problems: it adds
// the places, drops what repeats another problem or follows from one, removes values that may be secrets, and sorts
// in file order.
//
//	for _, f := range result.Findings {
//		// app.yaml:12:7: spec.config.kustomization[0].intervall: unknown field; did you mean "interval"? [FA101]
//		fmt.Println(f)
//	}
//
// Findings have any severity. [Findings.Err] is an error if something is wrong; errors.As gets Findings from it. Every
// rule has a [Code], which never changes its meaning: package codes has the constants, and RULES.md of package schema
// explains each.
package finding
