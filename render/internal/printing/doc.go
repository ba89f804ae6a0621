// Package printing compares final objects, and prints in groups what changes on all clusters, or which images do, as
// text, Markdown and JSON. Clusters that have the same change share it, so that hundreds of them are cheap. It never
// prints the data of a Secret, hides what looks like a secret elsewhere, and does not know what a change leads to.
package printing
