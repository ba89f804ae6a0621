// Package convert rewrites the vocabulary of older Flux APIs as the current one.
package convert
