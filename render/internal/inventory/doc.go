// Package inventory sorts the documents of a run: applications, their sources and chart templates, and clusters.
package inventory
