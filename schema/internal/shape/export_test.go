package shape

import "github.com/fluxapp-dev/fluxapp/schema/kinds"

// What the tests of the table need: they are in a package of their own, because the types of the language import this
// package.
const (
	HelmAPI    = helmAPI
	SourceAPI  = sourceAPI
	LegacyAPI  = legacyAPI
	OurAPI     = ourAPI
	ObjectMeta = objectMeta
	ListOf     = listOf
	DictOf     = dictOf
)

var NewSet = newSet

// IsMoved reports whether a field of a type is an older place of another field.
func IsMoved(typeName, field string) bool { return hints()[typeName][field].field == moved }

// Required are the names of the fields that must be there.
func (s *Shape) Required() *[]string { return &s.required }

// Entries are the shapes of the entries of each workload.
func (s *Set) Entries() map[kinds.WorkloadField]*Shape { return s.entries }
