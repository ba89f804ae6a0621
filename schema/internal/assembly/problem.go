package assembly

import "github.com/fluxapp-dev/fluxapp/schema/internal/record"

// Rule is what a problem is about.
type Rule uint8

// The rules. From YAML11 on they are remarks: the text has a meaning, but not the same one to every reader.
const (
	Syntax Rule = iota
	DuplicateKey
	BadKey
	BadTag
	TooLarge
	NotJSON
	YAML11
	LostDigits
	MergeOrder
	Escape
	StraySetter
	NullSetter
	BadMarker
)

// Problem is one violation of a rule, at an offset of the source.
type Problem struct {
	Rule     Rule
	At       uint32
	Document *record.Document // nil when there is none
	Record   int32            // of Document
	Other    int32            // DuplicateKey: the first of the two
	OnKey    bool             // it is about the key of the record
	Key      string           // BadKey: the key of the record, a map, as it was written; empty if it is no scalar
	Detail   string
}

// Report adds a problem of a value.
func (a *Assembler) Report(rule Rule, at int32, detail string) {
	a.Add(Problem{Rule: rule, Record: at, Detail: detail})
}

// Add adds a problem of a record at the place of its value or key.
func (a *Assembler) Add(p Problem) {
	p.Document = a.Doc
	if r := &a.Doc.Records[p.Record]; p.OnKey {
		p.At = r.KeyAt
	} else {
		p.At = r.At
	}
	a.Problems = append(a.Problems, p)
}
