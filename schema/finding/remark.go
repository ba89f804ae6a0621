package finding

import "slices"

// Remarks returns, in order, the codes of rules that report warnings or information. Some report errors too. What
// limits decide, and that a RenderConfig has no effect with its limits, is not among them: nobody may ignore it.
func Remarks() []Code { return slices.Clone(remarks) }

var remarks = []Code{
	"FA007", "FA009", "FA110", "FA202", "FA221", "FA225", "FA229", "FA232", "FA234", "FA236", "FA237", "FA239",
	"FA403", "FA405", "FA406", "FA409", "FA415", "FA416", "FA417", "FA423", "FA424", "FA501", "FA502", "FA503",
	"FA504", "FA505", "FA506", "FA507", "FA508", "FA509", "FA510", "FA511", "FA512", "FA513", "FA514", "FA515",
	"FA522", "FA523", "FA524", "FA525", "FA526", "FA527", "FA528", "FA529", "FA530", "FA531", "FA532", "FA533",
	"FA534", "FA535", "FA536", "FA537", "FA606", "FA806", "FA832", "FA833", "FA834", "FA835", "FA837", "FA901",
	"FA902", "FA904", "FA905", "FA907", "FA908", "FA909", "FA910", "FA911", "FA912", "FA913", "FA914", "FA915",
	"FA916", "FA917", "FA918", "FA919", "FA920", "FA921", "FA922", "FA923", "FA924", "FA925", "FA926", "FA928",
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
			ignored[f.omitted.rule] += len(f.omitted.spots)
		case f.Severity != SeverityError && slices.Contains(rules, f.Code):
			ignored[f.Code]++
		default:
			kept = append(kept, f)
		}
	}
	return kept, ignored
}
