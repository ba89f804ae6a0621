package render

// EntryField returns what the layers of the entry that made the object have for a field, the uppermost first. The
// path leads from the entry to the field, for example chart and version. There is nothing for an object that no entry
// made.
func (o Object) EntryField(path ...string) []Setting {
	if o.p == nil || !o.p.IsEntry() {
		return nil
	}
	e := explainerOf(o.p)
	all := e.entrySettings(path)
	for i, s := range all {
		all[i] = e.ofBase(s)
	}
	return all
}
