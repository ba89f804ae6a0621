package page

import "slices"

// Comments are those about a value of the document.
type Comments struct {
	Above  []string
	Behind string
	Below  []string
}

func (c Comments) Has(text string) bool {
	return c.Behind == text || slices.Contains(c.Above, text) || slices.Contains(c.Below, text)
}

func (c Comments) isEmpty() bool { return c.Behind == "" && len(c.Above)+len(c.Below) == 0 }

// And returns the comments of both.
func (c Comments) And(other Comments) Comments {
	if c.Behind == "" {
		c.Behind = other.Behind
	} else if other.Behind != "" {
		other.Above = append(slices.Clone(other.Above), other.Behind)
	}
	c.Above, c.Below = slices.Concat(c.Above, other.Above), slices.Concat(c.Below, other.Below)
	return c
}

// AboveOnly returns the comments without one behind the line, which is above it.
func (c Comments) AboveOnly() Comments {
	if c.Behind != "" {
		c.Above, c.Behind = append(slices.Clone(c.Above), c.Behind), ""
	}
	return c
}

// AsAbove returns the comments, all of them above.
func (c Comments) AsAbove() Comments {
	return Comments{Above: slices.Concat(c.AboveOnly().Above, c.Below)}
}
