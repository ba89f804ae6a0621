// Package reporter takes the findings of a run of the command. It prints them to stderr as text, counts those that
// the run ignores, and writes all at the end of the run in the formats that programs read.
package reporter
