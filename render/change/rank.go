package change

import "slices"

// ranks are the actions in the order in which people must see them: what removes something comes first.
var ranks = []Action{Deleted, Reinstalled, Orphaned, Renamed, Suspended, Resumed, Moved, Changed, Created}

func rank(a Action) int { return slices.Index(ranks, a) }
