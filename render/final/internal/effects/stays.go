package effects

// Stays reports whether the object stays when the owner has it no more.
func (c Change) Stays() bool { return c.stays() }
