package names_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func TestReadKey(t *testing.T) {
	for written, want := range map[string]names.LayerKey{
		"env":              {Name: "env"},
		"env+":             {Name: "env", Operator: "+"},
		"env+(name)":       {Name: "env", Operator: "+(name)", Field: "name"},
		"env+()":           {Name: "env", Operator: "+()"},
		"env+(a.b/c d)":    {Name: "env", Operator: "+(a.b/c d)", Field: "a.b/c d"},
		"a+b+(name)":       {Name: "a+b", Operator: "+(name)", Field: "name"},
		"$(remove)":        {Name: "$(remove)"},
		"$$(remove)":       {Name: "$(remove)"},
		"$$$(remove)":      {Name: "$$(remove)"},
		"x$$(remove)":      {Name: "x$$(remove)"},
		"$":                {Name: "$"},
		"Disney++":         {Name: "Disney+"},
		"Disney+++":        {Name: "Disney++"},
		"env++(name)":      {Name: "env+(name)"},
		"env+++(name)":     {Name: "env++(name)"},
		"image/svg+xml":    {Name: "image/svg+xml"},
		"f(x)":             {Name: "f(x)"},
		"f+(x) ":           {Name: "f+(x) "},
		"f+x)":             {Name: "f+x)"},
		"env+(a+b)":        {Name: "env", Operator: "+(a+b)", Field: "a+b"},
		"+":                {Name: "+"},
		"+(name)":          {Name: "+(name)"},
		"++":               {Name: "++"},
		"++(x)":            {Name: "++(x)"},
		"":                 {},
		")":                {Name: ")"},
		"(":                {Name: "("},
		"env+(name)(other": {Name: "env+(name)(other"},
		"env+(a(b)":        {Name: "env+(a(b)"}, // the last bracket begins the field, and no plus is before it
	} {
		got := names.ReadLayerKey(written)
		assert.DeepEqual(t, got, want)
		assert.Equal(t, got.Merges(), want.Operator != "")
		assert.Equal(t, got.ByField(), len(want.Operator) > 1, written)
		assert.Equal(t, names.ReadLayerKey(names.WrittenLayerKey(written)).Name, written)
		if !got.Merges() && written != "$(remove)" {
			assert.Equal(t, names.WrittenLayerKey(got.Name), written)
		}
	}
}
