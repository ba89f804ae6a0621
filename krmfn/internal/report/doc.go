// Package report writes a run's findings in forms that programs read: JSON, SARIF and GitHub's workflow commands. For
// people, [Print] writes them as lines, and only counts those that repeat others.
//
// All forms hold every finding, in the order of the run, and nothing that a finding does not show: no value that may
// be a secret. The package reads no files and prints nothing by itself.
package report
