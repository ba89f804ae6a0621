// Package graph parses the pictures of fluxapp graph with the program that draws them, Mermaid, which GitHub
// uses.
package graph
