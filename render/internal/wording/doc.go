// Package wording prints names, counts and texts of objects for people, in few words, also for several clusters; and
// lines for a terminal, and JSON piece by piece.
package wording
