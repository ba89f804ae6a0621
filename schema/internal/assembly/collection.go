package assembly

import "github.com/fluxapp-dev/fluxapp/schema/internal/scalar"

// Collection is a list or a map whose children are added.
type Collection struct {
	at     int32
	mark   int // the children of those around it
	merges []merge
}

// Key is the key of a field.
type Key struct {
	At    uint32 // its offset in the source
	Text  string // without quotes
	Plain bool
}

// Collection returns a collection without children for a record.
func (a *Assembler) Collection(at int32) Collection { return Collection{at: at, mark: len(a.children)} }

// AddItem adds an item to a list.
func (a *Assembler) AddItem(child int32) { a.children = append(a.children, child) }

// Last returns the child that was added last to a collection that is open, or 0.
func (a *Assembler) Last() int32 {
	if len(a.children) == 0 {
		return 0
	}
	return a.children[len(a.children)-1]
}

// AddField adds a field to a map, or reports why its key cannot be one.
func (a *Assembler) AddField(c *Collection, k Key, child int32) {
	if wrong := a.setKey(k, child); wrong != "" {
		a.BadKey(c, k, wrong)
		return
	}
	a.children = append(a.children, child)
}

// AddMerge adds a merge key to a map.
func (a *Assembler) AddMerge(c *Collection, keyAt uint32, child int32, isAlias bool) {
	c.merges = append(c.merges, merge{keyAt, child, isAlias})
}

// BadKey reports a key of a map. No record has what is behind the key.
func (a *Assembler) BadKey(c *Collection, k Key, wrong string) {
	a.Problems = append(a.Problems,
		Problem{Rule: BadKey, At: k.At, Document: a.Doc, Record: c.at, Key: k.Text, Detail: wrong})
}

// EndList makes the children that are added the items of a list.
func (a *Assembler) EndList(c Collection) { a.link(c, scalar.List) }

// EndMap makes the children that are added the fields of a map, in the order of their keys.
func (a *Assembler) EndMap(c Collection) {
	scalar.GroupKeys(a.children[c.mark:], a.Doc.Key)
	a.dropDuplicates(c.mark)
	if c.merges != nil {
		a.merge(c.merges, c.mark)
		scalar.GroupKeys(a.children[c.mark:], a.Doc.Key)
	}
	scalar.OrderKeys(a.children[c.mark:], a.Doc.Key)
	a.link(c, scalar.Map)
}

func (a *Assembler) link(c Collection, kind scalar.Kind) {
	a.Doc.Records[c.at].Kind = kind
	next := &a.Doc.Records[c.at].Content
	for _, child := range a.children[c.mark:] {
		*next = child
		next = &a.Doc.Records[child].Next
	}
	a.children = a.children[:c.mark]
}

func (a *Assembler) dropDuplicates(mark int) {
	kept := a.children[:mark]
	for _, child := range a.children[mark:] {
		if last := len(kept) - 1; last >= mark && a.Doc.Key(kept[last]) == a.Doc.Key(child) {
			a.Add(Problem{Rule: DuplicateKey, Record: child, OnKey: true, Other: kept[last]})
			continue
		}
		kept = append(kept, child)
	}
	a.children = kept
}
