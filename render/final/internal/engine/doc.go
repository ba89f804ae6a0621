// Package engine renders the charts of Helm for many releases at once: those that differ in texts only are rendered
// together, with a mark in the place of each text.
//
// A mark is one character of the Yi script, U+A000 and those behind it, and its table has a text for each release.
// Templates print marks as they print texts. Every function of a template that looks at its arguments is called once
// for each release instead, when a mark is among them: if what it returns is the marked result with the texts filled
// in, the templates go on; if it differs in words otherwise, these are new marks; if anything else differs, such as a
// boolean, the releases are divided by it, and each part is rendered by itself. So charts are rendered as often as
// their templates take different ways, and what is filled in is what Helm renders.
//
// Functions that return something new each time give marks too, whose text is made up and always the same: such a
// field never changes, and no clock is read.
package engine
