package divide

import (
	"cmp"
	"regexp"
	"slices"
	"sync"
)

// LabelSources returns references to the labels that all clusters have with several values, the shortest key first.
func LabelSources(clusters []map[string]string) (found []Source) {
	for key := range clusters[0] {
		s := Source{Reference: "$(cluster.labels." + key + ")", asWord: true}
		if !plainKey().MatchString(key) {
			s.Reference = "$(cluster.labels['" + key + "'])"
		}
		for _, labels := range clusters {
			s.Values = append(s.Values, labels[key])
		}
		differ := slices.ContainsFunc(s.Values, func(value string) bool { return value != s.Values[0] })
		if differ && !slices.ContainsFunc(s.Values, func(value string) bool { return !hasLetter().MatchString(value) }) {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(x, y Source) int {
		return cmp.Or(cmp.Compare(len(x.Reference), len(y.Reference)), cmp.Compare(x.Reference, y.Reference))
	})
	return found
}

// plainKey matches keys that a reference needs not quote. Text that hasLetter does not match may be there by chance.
var (
	plainKey  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+$`) })
	hasLetter = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z]`) })
)
