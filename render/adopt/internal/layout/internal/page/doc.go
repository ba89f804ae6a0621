// Package page prints the values of a document as YAML that people read: short lists and maps on one line, texts as
// their authors write them, and comments at their lines. It knows nothing of applications.
package page
