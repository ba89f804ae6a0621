// Package rules validates each document and each merged entry by itself, before anything is planned. A template is
// checked once; the values of its holes are checked by the rules of their places.
package rules
