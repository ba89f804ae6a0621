// Package emit builds and prints the objects of placements. The objects that a template makes are compiled once, and
// printed with the values that are their own. It writes the gates of waves, too, because they hold digests of built
// specs.
package emit
