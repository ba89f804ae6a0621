package userlist

import "path"

// sisters are the folders that a new one is like. Thousands of new folders may have the same ones.
type sisters struct {
	first string // of those in order; empty for none
	lack  bool   // one has no list
}

// sistersOf returns the folders of other clusters that a new folder is like or, where it is of no cluster, those in the
// folders beside the top one that is new.
func (c *check) sistersOf(at, top string) (all sisters) {
	isOfCluster := false
	for _, folder := range append(foldersOf(at), at) {
		if c.clusters[path.Base(folder)] {
			isOfCluster = true
			all = all.and(c.like(likeness{path.Dir(folder), at[len(folder):], true}))
		}
	}
	if !isOfCluster {
		return c.like(likeness{path.Dir(top), at[len(top):], false})
	}
	return all
}

// likeness is one path below each folder in another one: of clusters only, or of all.
type likeness struct {
	parent, below string
	ofClusters    bool
}

func (c *check) like(key likeness) sisters {
	found, known := c.sisters[key]
	if known {
		return found
	}
	for _, folder := range c.within[key.parent] {
		if same := folder + key.below; c.holds(same) && (!key.ofClusters || c.clusters[path.Base(folder)]) {
			found = found.and(sisters{same, c.lists[same] == nil})
		}
	}
	c.sisters[key] = found
	return found
}

func (s sisters) and(other sisters) sisters {
	if s.first == "" || other.first != "" && other.first < s.first {
		s.first = other.first
	}
	s.lack = s.lack || other.lack
	return s
}
