// Package charts renders charts of the disk in a process of its own, so that a chart that does not end, or that takes
// all memory, ends only that.
package charts
