package main

import "io"

func printNext(w io.Writer) error { return nil }
