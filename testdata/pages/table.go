package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// table prints fields. Of those of Flux it has the first sentence: fluxapp explain prints the others.
func (r *reference) table(fields []schema.Field) {
	r.WriteString("\n| Field | Type | What it does |\n|---|---|---|\n")
	var old, others []string
	for _, f := range fields {
		switch {
		case f.Of == "":
			old = append(old, "`"+f.Name+"`")
		case unread(f):
			others = append(others, "`"+f.Name+"`")
		default:
			about := plain(f.Description)
			if !isOurs(f.Of) {
				about = firstSentence(about)
			}
			said := append(since(f), about)
			kind := strings.Join(append([]string{r.kind(f)}, preset(f)...), ", ")
			fmt.Fprintf(r, "| `%s` | %s | %s |\n", f.Name, kind, strings.Join(append(said, limits(f)...), " "))
		}
	}
	if old != nil {
		fmt.Fprintf(r, "\nFields of older Flux APIs, which are converted: %s.\n", strings.Join(old, ", "))
	}
	if others != nil {
		fmt.Fprintf(r, "\nFields that fluxapp does not read: %s.\n", strings.Join(others, ", "))
	}
}

// kind returns the type of a field, with a link to the object that it holds.
func (r *reference) kind(f schema.Field) string {
	if at := r.anchors[f.Holds]; at != "" {
		return fmt.Sprintf("[%s](#%s)", f.Type, at)
	}
	return f.Type
}

// preset returns what counts when a field is absent, if anything does.
func preset(f schema.Field) []string {
	switch {
	case f.Required && f.Default == "":
		return []string{"**required**"}
	case f.OptionalSince != 0:
		return []string{fmt.Sprintf("**required** below Flux %s", f.OptionalSince)}
	case f.Default != "":
		var text string
		if json.Unmarshal([]byte(f.Default), &text) != nil {
			text = f.Default // no text, but a number or a boolean
		}
		return []string{"default `" + text + "`"}
	}
	return nil
}

// The patterns of names, which the page explains once.
var names = map[string]string{
	`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`: "A name",
	`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`:  "A namespace",
}

// limits returns sentences on what a field takes.
func limits(f schema.Field) (said []string) {
	if len(f.Values) > 0 {
		said = append(said, "One of "+values(f.Values)+".")
	}
	length := ""
	switch {
	case f.MaxLength > 0 && f.MinLength > 1:
		length = fmt.Sprintf("%d to %d characters", f.MinLength, f.MaxLength)
	case f.MaxLength > 0:
		length = fmt.Sprintf("at most %d characters", f.MaxLength)
	}
	switch name := names[f.Pattern]; {
	case name != "":
		said = append(said, name+" of "+length+".")
	case f.Pattern != "" && f.Type != "duration":
		said = append(said, "It matches `"+strings.ReplaceAll(f.Pattern, "|", "\\|")+"`.")
	case length != "":
		said = append(said, strings.ToUpper(length[:1])+length[1:]+".")
	}
	return said
}

// since returns the Flux that brought a field, and the last one that has it, as sentences.
func since(f schema.Field) (sentences []string) {
	if f.Since != 0 {
		sentences = append(sentences, fmt.Sprintf("*Flux %s and newer.*", f.Since))
	}
	if f.Until != 0 {
		sentences = append(sentences, fmt.Sprintf("*Flux %s and older.*", f.Until))
	}
	return sentences
}

func values(list []schema.FieldValue) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = "`" + v.Value + "`"
		if v.Since != 0 {
			words[i] += fmt.Sprintf(" (Flux %s and newer)", v.Since)
		}
	}
	return strings.Join(words, ", ")
}

// plain returns a description as one line of a table.
func plain(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer("|", "\\|", "<", "&lt;", ">", "&gt;").Replace(text)
}
