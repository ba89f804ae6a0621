package finding

import "slices"

// Remarks returns, in order, the codes of rules that report warnings or information. Some report errors too. What
// limits decide, and that a RenderConfig has no effect with its limits, is not among them: nobody may ignore it.
func Remarks() []Code { return slices.Clone(remarks) }

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
