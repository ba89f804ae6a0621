package change

// Digest is for the tests.
func (c Changes) Digest() string { return c.digest() }
