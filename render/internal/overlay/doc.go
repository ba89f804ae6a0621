// Package overlay merges maps that lie over one another, and tells which of them a field comes from.
//
// It is the only merge of package render: for bases, defaults, entries, overrides, params, sources, labels, annotations
// and charts. Maps are merged field by field, as Helm merges values, and every other value replaces what is below it. A
// [Table] has a row for each field with another rule. A key with a plus lays a list behind the one below it.
package overlay
