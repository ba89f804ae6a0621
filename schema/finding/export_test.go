package finding

// MaxRemarks is for the tests.
const MaxRemarks = maxRemarks
