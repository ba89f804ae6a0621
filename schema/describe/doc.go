// Package describe tells editors, clusters and people which fields documents have: [JSONSchema], [CRD] and [FieldsAt].
package describe
