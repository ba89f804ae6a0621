package krmfn

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// Rules of files, packages and the function: what a run finds beside the documents.
const (
	// CodeFunctionConfig: the functionConfig is not one that the function reads.
	CodeFunctionConfig schema.Code = "FA401"
	// CodeForeignObject: an object has the name of a rendered one, and fluxapp did not make it, or made it from another document.
	CodeForeignObject schema.Code = "FA402"
	// CodeForeignFile: a file has the path of a rendered one, and fluxapp did not write it, or wrote it for another document.
	CodeForeignFile schema.Code = "FA403"
	// CodeOrphan: an existing object is no longer rendered: its document renders it no more, is gone, or was not read.
	CodeOrphan schema.Code = "FA405"
	// CodeNotRead: a file or link was skipped although it may hold documents.
	CodeNotRead schema.Code = "FA406"
	// CodeMissing: a check found that a rendered object does not exist.
	CodeMissing schema.Code = "FA407"
	// CodeOutOfDate: a check found an object that differs from the rendered one.
	CodeOutOfDate schema.Code = "FA408"
	// CodeSelection: the client passed only a part of the package.
	CodeSelection schema.Code = "FA409"
	// CodeApart: objects for several API servers have the same name, and the client does not keep the files that tell them apart.
	CodeApart schema.Code = "FA410"
	// CodeWhichPackage: several packages hold a document or its objects, and fluxapp cannot tell which one is meant.
	CodeWhichPackage schema.Code = "FA411"
	// CodeIdleList: the kustomization.yaml of a cluster lists no object of fluxapp any more, and holds something of its user's.
	CodeIdleList schema.Code = "FA412"
	// CodeListEdit: the kustomization.yaml of a cluster is written so that fluxapp cannot change its own entries in it.
	CodeListEdit schema.Code = "FA413"
	// CodeDeleted: the run deleted, moved or replaced the file of an object. The message says what Flux then does.
	CodeDeleted schema.Code = "FA416"
	// CodeEmptied: the run deleted the last file of a folder that Flux reads.
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
