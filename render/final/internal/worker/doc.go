// Package worker runs a program in a process of its own that is started again, without what ended it: a template or a
// build that does not end, or that takes all memory, cannot be ended otherwise.
package worker
