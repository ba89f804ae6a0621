package fleet

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const (
	// maxExpanded is how many bytes an application's strings may grow for all clusters: as many as aliases may take.
	maxExpanded = 1 << 28
	// maxTexts is how many bytes of texts are made for one object, in all passes: more do not fit into it.
	maxTexts = 4 * kinds.MaxObject
)

const remedy = "; make it smaller, or keep it out of the object, for example with valuesFrom or substituteFrom"

// TooLarge is the problem of a value that makes an object larger than any that is stored.
func TooLarge(n tree.Node) finding.Problem {
	return finding.Problem{Code: finding.CodeObjectSize, Node: n,
		Detail: "makes an object larger than 1.5 MiB, and no API server stores more" + remedy}
}

// NearlyTooLarge is TooLarge as a warning, of an object of a size in bytes.
func NearlyTooLarge(n tree.Node, size int) finding.Problem {
	return finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeObjectSize, Node: n,
		Detail: fmt.Sprintf("makes an object of %d bytes, and no API server stores more than 1.5 MiB"+remedy, size)}
}

// TooLarge refuses a string for what it becomes once, whatever clusters it goes to, and replaces it no more.
func (s *References) TooLarge(n tree.Node) {
	if s != nil && !s.large[n.Value()] {
		s.large[n.Value()] = true
		s.report(TooLarge(n))
	}
}

// Exceeds counts what a string becomes in a number of places of an object that has room for some bytes. It refuses it
// where it does not fit, or where what all clusters have of the application's strings is too much.
func (s *References) Exceeds(n, value tree.Node, places, room int) bool {
	size := places * value.Size(room)
	before := s.expanded
	s.expanded += max(0, size-len(n.Text()))
	switch {
	case size > room:
		s.TooLarge(n)
	case s.Ended() && before <= maxExpanded:
		s.report(finding.Problem{Code: finding.CodeTooLarge, Node: n, Detail: "written out for all clusters, the " +
			"references of this application take more than 256 MiB" + remedy})
	}
	return size > room || s.Ended()
}

// Ended reports whether what the strings of the application became is so much that no more are replaced.
func (s *References) Ended() bool { return s.expanded > maxExpanded }
