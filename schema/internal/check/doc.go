// Package check has the rules of names and of labels and annotations, which documents of all kinds share.
package check
