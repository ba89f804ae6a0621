package finding

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// maxRemarks is how many warnings and notes of one rule are kept. The others are counted.
const maxRemarks = 10_000

// Append appends problems to a list, as append does, and bounds the memory of a long one: of the remarks of a rule,
// which are those below an error, it keeps at least the first maxRemarks in file order, and counts others. In any
// order, Locate makes the same findings of them. It is public because package render reports problems too.
func Append(list []Problem, more ...Problem) []Problem {
	if len(list) >= 2*maxRemarks && len(list)+len(more) > cap(list) {
		list = bound(list)
		list = slices.Grow(list, max(len(list), len(more))) // so that the next time is far away
	}
	return append(list, more...)
}

// bound returns a copy without a rule's remarks above maxRemarks, which a problem counts: equal ones of a place once.
func bound(list []Problem) []Problem {
	byRule, omitted, secrets := map[Code][]int{}, map[Code][]uint64{}, map[Code][]string{}
	for i, p := range list {
		switch {
		case p.omitted != nil:
			omitted[p.omitted.rule] = union(omitted[p.omitted.rule], p.omitted.hashes)
			secrets[p.omitted.rule] = append(secrets[p.omitted.rule], p.omitted.secrets...)
		case !p.IsError():
			byRule[p.Code] = append(byRule[p.Code], i)
		}
	}
	drop := map[int]bool{}
	for rule, remarks := range byRule {
		if len(remarks) > maxRemarks {
			omitted[rule] = union(omitted[rule], surplus(list, remarks, drop))
		}
	}
	kept := make([]Problem, 0, len(list)-len(drop)+len(omitted))
	for i, p := range list {
		switch {
		case drop[i] && p.Secret != "":
			secrets[p.Code] = append(secrets[p.Code], p.Secret)
		case !drop[i] && p.omitted == nil:
			kept = append(kept, p)
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(omitted)) {
		if hashes := omitted[rule]; len(hashes) > 0 {
			kept = append(kept, Problem{Severity: SeverityInfo, Code: codes.ManyFindings,
				omitted: &omission{rule, hashes, secrets[rule]}})
		}
	}
	return kept
}

// surplus drops a rule's remarks above maxRemarks and repeated ones. It returns the hashes of more, in ascending order.
func surplus(list []Problem, remarks []int, drop map[int]bool) (more []uint64) {
	found := remarksOf(list, remarks)
	slices.SortStableFunc(found, compareRemarks)
	kept := 0
	for i, s := range found {
		switch repeated := i > 0 && compareRemarks(found[i-1], s) == 0 && found[i-1].in(list) == s.in(list); {
		case repeated:
			drop[s.index] = true
		case kept == maxRemarks:
			drop[s.index] = true
			more = append(more, s.hash())
		default:
			kept++
		}
	}
	slices.Sort(more)
	return more
}

// omission has the remarks of a rule that were not kept, as hashes in ascending order. Several lists may have it.
type omission struct {
	rule    Code
	hashes  []uint64
	secrets []string // of the remarks
}

// maxCounted is how many remarks of a rule are counted that are not kept.
const maxCounted = 1_000_000

func union(a, b []uint64) []uint64 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.Clip(all[:min(len(all), maxCounted)])
}

func (t *omission) detail() string {
	count := fmt.Sprintf("%d times", maxRemarks+len(t.hashes))
	if len(t.hashes) == maxCounted {
		count = "more than " + count
	}
	return fmt.Sprintf("%s is found %s, and only the first %d are reported, in the order of the files; correct what "+
		"they have in common, or ignore the rule",
		t.rule, count, maxRemarks)
}

// remark is what tells remarks of one rule apart, and their order in findings.
type remark struct {
	at      tree.Position
	path    string // of the value, where no file has it
	subject string // its document, where no file has it
	field   string // the last part of the path
	detail  string
	index   int // of the problem in its list
}

func (s *remark) in(list []Problem) *tree.Tree { return list[s.index].Node.Source() }

func remarksOf(list []Problem, remarks []int) []*remark {
	found := make([]*remark, len(remarks)) // to sort large structs links 6 kB more
	var nowhere []int
	var nodes []tree.Node
	for i, index := range remarks {
		p := list[index]
		found[i] = &remark{at: p.position(), field: cmp.Or(p.Child, p.Node.WrittenKey()), detail: p.Detail, index: index}
		if p.other.Exists() {
			found[i].detail += placeOf(p.other) + p.rest
		}
		if found[i].at.Line == 0 {
			nowhere, nodes = append(nowhere, i), append(nodes, p.Node)
		}
	}
	for i, path := range tree.Paths(nodes) {
		s := found[nowhere[i]]
		s.path = path
		if subject := list[s.index].Subject; subject != nil {
			s.subject = subject.String()
		}
	}
	return found
}

func compareRemarks(a, b *remark) int {
	return cmp.Or(
		a.at.Compare(b.at),
		cmp.Compare(a.path, b.path), cmp.Compare(a.subject, b.subject),
		cmp.Compare(a.field, b.field), cmp.Compare(a.detail, b.detail),
	)
}

func (s *remark) hash() uint64 {
	h := fnv.New64a()
	for _, part := range []string{s.at.File, s.path, s.subject, s.field, s.detail} {
		h.Write(append([]byte(part), 0xff)) // no part has this byte
	}
	fmt.Fprint(h, s.at.Line, s.at.Column)
	return h.Sum64()
}

// withoutUncounted drops the count of a rule whose remarks all follow from something else: so do the others.
func withoutUncounted(list Findings) Findings {
	reported := each.Once(list, func(f Finding) Code { return f.Code })
	return slices.DeleteFunc(list, func(f Finding) bool { return f.omitted != nil && !reported[f.omitted.rule] })
}

// Ignore returns the findings without the remarks of some rules, and how many it left out, by rule. Errors stay.
func (l Findings) Ignore(rules []Code) (kept Findings, ignored map[Code]int) {
	if len(rules) == 0 {
		return l, nil
	}
	kept, ignored = Findings{}, map[Code]int{}
	for _, f := range l {
		switch {
		case f.omitted != nil && slices.Contains(rules, f.omitted.rule):
			ignored[f.omitted.rule] += len(f.omitted.hashes)
		case f.Severity != SeverityError && slices.Contains(rules, f.Code):
			ignored[f.Code]++
		default:
			kept = append(kept, f)
		}
	}
	return kept, ignored
}

// A finding says what is wrong and what to write; explain has the rest. So many characters has it behind its place, and
// so many of them has the path, or else what it says of the values of its author is shortened.
const maxLength, maxPath = 400, 120

// word matches what a message has of an author at once: a text in quotes, or one without spaces.
var word = pattern.Of(`"(?:[^"\\]|\\.)*"|\S+`)

// fitted returns a detail of at most so many characters: longer words lose their middle, the longest the most, and then
// what is wrong gives way to what to write.
func fitted(detail string, room int) string {
	count := utf8.RuneCountInString
	for most := 96; most >= 24 && count(detail) > room; most /= 2 {
		detail = word().ReplaceAllStringFunc(detail, func(w string) string { return clipped(w, most) })
	}
	remedy := strings.LastIndex(detail, "; ")
	if remedy < 0 || count(detail[remedy:]) > room/2 {
		remedy = len(detail)
	}
	return clipped(detail[:remedy], room-count(detail[remedy:])) + detail[remedy:]
}

// clipped returns the beginning and the end of a text, with a mark where it lacks something.
func clipped(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	end := most / 3
	return string(runes[:most-end-1]) + "…" + string(runes[len(runes)-end:])
}
