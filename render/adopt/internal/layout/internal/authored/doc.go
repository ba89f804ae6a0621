// Package authored keeps what the authors of objects wrote beside the values: the order of keys, and comments. A
// [Place] of the document has it from all members, and a [Scribe] puts it around the values of one document. It does
// not know what a document has where.
package authored
