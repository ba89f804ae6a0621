// Package wording prints names, counts and texts of objects for people: many names in few words, and what objects of
// several clusters have in common.
package wording
