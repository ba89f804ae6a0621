// Package graph parses the pictures of fluxapp graph with the programs that draw them: Mermaid, which GitHub uses,
// and Graphviz.
package graph
