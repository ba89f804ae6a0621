// Package plan fixes the name, the namespace and the references of every object. The result is a flat list of
// placements: plain data, from which package emit builds objects and which package verify validates together.
package plan
