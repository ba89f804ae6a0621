package finding

// Code is the stable name of a rule. A code is never given to another rule.
type Code string
