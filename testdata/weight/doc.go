// Package weight measures what programs get that import package render, and what a browser loads for the playground.
package weight
