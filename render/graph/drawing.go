package graph

// box is a box on its way into the graph.
type box struct {
	key     key
	members []int // items, in their order; none in a gate
	at      int   // its index in the graph
}

type arrow struct {
	from, to end
	meaning  Meaning
}

// end is a box, or a frame by its application.
type end struct {
	box   *box
	frame string
}

// drawing makes a graph of items that are put into boxes.
type drawing struct {
	*boxing
	boxOf  []*box // of the items
	boxes  []*box
	arrows map[arrow]bool
	count  map[string]int // of boxes, by their application
}

func (w *drawing) isFramed(b *box) bool { return b.key.app != "" && w.count[b.key.app] > 1 }

// isOfWave reports whether all objects of a box are workloads of one wave of an application that has several.
func (w *drawing) isOfWave(b *box) bool {
	return b.key.shape == Workload && b.key.kind != "" && w.waved[b.key.app]
}
