// Package shape knows the fields of documents: which there are, of which types, with which rules, and since which Flux.
//
// Shapes are made from Go types by reflection, so that the types of package v1alpha1 and of Flux are the only list of fields. The rules and
// descriptions of fields are generated from the comments of these types. [Check] compares a value with a shape, and [CheckFields] applies
// the rules.
package shape
