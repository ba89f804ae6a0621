// Package validate has the rules that package render applies to applications, merged entries and the documents beside them.
//
// schema.Parse validates what is written: syntax, fields and types. The rules here need an application as a whole ([Application]), an entry
// with all layers merged ([Entry], [Types], [Chart]), or a value of the run ([Namespace], [FluxVersion]). Each returns problems, which
// package finding locates. They depend on nothing but their arguments.
package validate
