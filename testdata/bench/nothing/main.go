// Nothing does nothing: what it costs is what any program of Go costs on the machine.
package main

func main() {}
