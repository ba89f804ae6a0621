package krmfn

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// Rules of the doors: what a run refuses that is wrong with no document.
const (
	// CodeFunctionConfig: the functionConfig is none that the function reads.
	CodeFunctionConfig schema.Code = "FA401"
	// CodeForeignObject: an object that fluxapp did not make, or made of another document, is in the way.
	CodeForeignObject schema.Code = "FA402"
	// CodeForeignFile: a file that fluxapp did not write, or wrote for another document, is in the way.
	CodeForeignFile schema.Code = "FA403"
	// CodeOrphan: an object is left although it is no longer rendered: its document does not make it any more, is gone, or was
	// not read.
	CodeOrphan schema.Code = "FA405"
	// CodeNotRead: something in a folder was left although it may hold documents, such as a link to another folder.
	CodeNotRead schema.Code = "FA406"
	// CodeMissing: a check found that an object is not there.
	CodeMissing schema.Code = "FA407"
	// CodeOutOfDate: a check found an object that says something else than what is rendered now.
	CodeOutOfDate schema.Code = "FA408"
	// CodeSelection: the client has handed over a part of the package only.
	CodeSelection schema.Code = "FA409"
	// CodeApart: objects of one identity are for several API servers, and the client keeps no files that tell them apart.
	CodeApart schema.Code = "FA410"
	// CodeWhichPackage: several packages hold a document, or its objects, and fluxapp cannot tell which of them is wanted.
	CodeWhichPackage schema.Code = "FA411"
	// CodeIdleList: the kustomization.yaml of a cluster lists no object of fluxapp any more, and holds something of its user's.
	CodeIdleList schema.Code = "FA412"
	// CodeListEdit: the kustomization.yaml of a cluster is written so that fluxapp cannot change its own entries in it.
	CodeListEdit schema.Code = "FA413"
	// CodeDeleted: a run took an object out of the folder that it writes; what Flux does when the object leaves its API server.
	CodeDeleted schema.Code = "FA416"
	// CodeEmptied: a run deleted the last file of a folder, where Flux then finds nothing that it could follow.
	CodeEmptied schema.Code = "FA417"
)

// Result is one finding, with the fields of a ResourceList's results.
type Result struct {
	// Message says what is wrong and what to write instead.
	Message string `yaml:"message"`
	// Severity is error, warning or info.
	Severity schema.Severity `yaml:"severity"`
	// ResourceRef is the document that the finding is about.
	ResourceRef *ResourceRef `yaml:"resourceRef,omitempty"`
	Field       *Field       `yaml:"field,omitempty"`
	File        *File        `yaml:"file,omitempty"`
	// Tags hold the rule's code.
	Tags map[string]string `yaml:"tags,omitempty"`
}

// ResourceRef names a resource.
type ResourceRef struct {
	APIVersion string `yaml:"apiVersion,omitempty"`
	Kind       string `yaml:"kind,omitempty"`
	Name       string `yaml:"name,omitempty"`
	Namespace  string `yaml:"namespace,omitempty"`
}

// String returns the kind and namespace/name, as far as there are any.
func (r ResourceRef) String() string {
	return strings.TrimSpace(r.Kind + " " + strings.Trim(r.Namespace+"/"+r.Name, "/"))
}

// Field is the field that a finding is about, with what it says and what would be right where there is one answer.
type Field struct {
	Path          string `yaml:"path,omitempty"`
	CurrentValue  string `yaml:"currentValue,omitempty"`
	ProposedValue string `yaml:"proposedValue,omitempty"`
}

// File is where the client keeps a resource. Index counts the documents of the file.
type File struct {
	Path  string `yaml:"path"`
	Index int    `yaml:"index,omitempty"`
}

// Results are the findings of a run.
type Results []Result

// Failed reports whether one of them is an error.
func (rs Results) Failed() bool {
	return slices.ContainsFunc(rs, func(r Result) bool { return r.Severity == schema.SeverityError })
}

// sorted returns the results in an order that the order of the items does not change: by file, then by resource. What is
// said of one resource stays in the order of its text.
func (rs Results) sorted() Results {
	slices.SortStableFunc(rs, func(a, b Result) int {
		return cmp.Or(compareFiles(a.File, b.File), compareRefs(a.ResourceRef, b.ResourceRef))
	})
	return rs
}

func compareFiles(a, b *File) int {
	if a == nil || b == nil {
		return cmp.Compare(presence(a != nil), presence(b != nil))
	}
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Index, b.Index))
}

func compareRefs(a, b *ResourceRef) int {
	if a == nil || b == nil {
		return cmp.Compare(presence(a != nil), presence(b != nil))
	}
	return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.APIVersion, b.APIVersion))
}

func presence(there bool) int {
	if there {
		return 1
	}
	return 0
}

// String returns the result as one line: file or resource: path: message [code], with the severity before the path unless
// it is an error.
func (r Result) String() string {
	var parts []string
	switch {
	case r.File != nil:
		parts = append(parts, r.File.Path)
	case r.ResourceRef != nil:
		parts = append(parts, r.ResourceRef.String())
	}
	if r.Severity != schema.SeverityError {
		parts = append(parts, string(r.Severity))
	}
	if r.Field != nil {
		parts = append(parts, r.Field.Path)
	}
	parts = slices.DeleteFunc(append(parts, r.Message), func(part string) bool { return part == "" })
	line := strings.Join(parts, ": ") + " [" + r.Tags["code"] + "]"
	return strings.ReplaceAll(line, "\n", " ")
}

// place says of a result which resource it is about.
func (r Result) place(item *yaml.RNode) Result {
	if item == nil {
		return r
	}
	r.ResourceRef = &ResourceRef{
		APIVersion: text(item, "apiVersion"), Kind: text(item, "kind"),
		Name: text(item, "metadata", "name"), Namespace: text(item, "metadata", "namespace"),
	}
	if path := annotation(item, annotationPath); path != "" {
		index, _ := strconv.Atoi(annotation(item, annotationIndex)) // none is the first
		r.File = &File{Path: path, Index: index}
	}
	return r
}

func refusal(code schema.Code, message string) Result {
	return Result{Message: message, Severity: schema.SeverityError, Tags: map[string]string{"code": string(code)}}
}
