// Package entries merges applications' entries with their layers: defaults are below an entry, overrides over it.
//
// An entry is merged once for each set of layers that reaches a cluster. The result is a [Template]: the merged entry,
// with a hole for each string whose references have another value on each cluster. An [Instance] is a template for one
// cluster. [Instance.Expand] is the definition: the template with the values of its holes. Package rules checks it and
// package emit prints it, mostly without expanding: a property test holds that this makes no difference.
//
// A hole is allowed only at the places of one table, holeRules. References at all other places are replaced while the
// entry is merged, so that clusters with other values have another template: planning reads such fields as they are.
package entries
