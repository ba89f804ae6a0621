// Nothing is a yardstick: it costs what every Go program costs on the machine.
package main

func main() {}
