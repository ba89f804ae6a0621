// Package emit builds and prints the objects of placements. It compiles a template's objects once and prints each with
// its own values. It also writes the gates of waves, because they hold digests of built specs.
package emit
