package tree

import (
	"slices"
	"strings"
)

// neighbours returns how many pieces, small documents, can be parsed as one text. A piece with an anchor stays alone: the
// parser would know it in the documents behind it.
func (r *reader) neighbours(pieces []piece) int {
	n := 0
	for n < len(pieces) && pieces[n].end-pieces[0].start <= r.batch && (n == 0 || pieces[n].start == pieces[n-1].end) {
		text := r.src.text[pieces[n].start:pieces[n].end]
		if pieces[n].json || isOdd(text) || strings.ContainsAny(text, "&%") {
			break
		}
		n++
	}
	return max(n, 1)
}

// together reads neighbours in one go, and reports whether that can be done. A problem in one is left to reading each of them.
func (r *reader) together(pieces []piece) bool {
	p := piece{start: pieces[0].start, end: pieces[len(pieces)-1].end}
	at := newPlaces(r.src.text[p.start:p.end], p.start)
	documents, err := decode(at.text)
	if err != nil {
		return false
	}
	trees, problems := len(r.trees), len(r.problems)
	r.fill(documents, at, p)
	if slices.ContainsFunc(r.problems[problems:], Problem.refuses) {
		r.trees, r.problems = r.trees[:trees], r.problems[:problems]
		return false
	}
	return true
}
