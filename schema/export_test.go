package schema

// OwnKinds is for the tests.
var OwnKinds = ownKinds
