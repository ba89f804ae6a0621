// Package pattern compiles regular expressions when they are needed: most runs need few of them.
package pattern
