package reader

import (
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// like is an item of a list that is open, in which others may find their like.
type like struct{ at, end int32 }

// mostLikes is with how many of the items before it, each unlike the others, an item is compared.
const mostLikes = 4

// compare looks for the like of an item that was just read, among those above mark. One with an alias of what stands in it, or with a
// merge key that brings what stands there, has no like: a difference would be in two places.
func (c *converter) compare(item int32, mark int) {
	if c.doc.Records[item].Kind != scalar.Map || c.aliased >= item || c.stopped {
		return
	}
	mine := like{item, int32(len(c.doc.Records))}
	for i := len(c.likes) - 1; i >= mark; i-- {
		if c.alike(c.likes[i], mine) {
			return
		}
	}
	if c.likes = append(c.likes, mine); len(c.likes) > mark+mostLikes {
		c.likes = append(c.likes[:mark], c.likes[mark+1:]...)
	}
}

// alike notes that an item is the twin of another one, if it is.
func (c *converter) alike(first, item like) bool {
	d := c.doc
	if item.end-item.at != first.end-first.at {
		return false
	}
	apart, from := item.at-first.at, len(d.Differ)
	for at := item.at; at < item.end; at++ {
		mine, its := &d.Records[at], &d.Records[at-apart]
		if !sameShape(d, mine, its, first.at, apart, at, at-apart, at == item.at) {
			d.Differ = d.Differ[:from]
			return false
		}
		if mine.Kind < scalar.List && !sameScalar(d, at, at-apart) {
			d.Differ = append(d.Differ, at)
		}
	}
	root := &d.Records[item.at]
	root.Flags |= record.IsTwin
	root.KeyAt = uint32(len(d.Twins))
	d.Twins = append(d.Twins, record.Twin{Of: first.at, From: uint32(from), To: uint32(len(d.Differ))})
	return true
}

func sameShape(d *record.Document, mine, its *record.Record, begin, apart, at, itsAt int32, root bool) bool {
	const ofText = record.InTable | record.Quoted | record.NonCanonical | record.HasSetter | record.IsTwin
	if mine.Kind != its.Kind || (mine.Flags^its.Flags)&^ofText != 0 {
		return false
	}
	behind := its.First // an alias has the children of what it names, which may be before both
	if behind >= begin {
		behind += apart
	}
	if mine.First != behind {
		return false
	}
	if root {
		return true
	}
	next := its.Next
	if next > 0 {
		next += apart
	}
	return mine.Next == next && d.Key(at) == d.Key(itsAt)
}

func sameScalar(d *record.Document, mine, its int32) bool {
	m, i := &d.Records[mine], &d.Records[its]
	if (m.Flags^i.Flags)&record.NonCanonical != 0 || d.Written(mine) != d.Written(its) {
		return false
	}
	return (m.Flags|i.Flags)&record.HasSetter == 0 || d.Setters[mine] == d.Setters[its]
}
