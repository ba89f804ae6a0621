// Package identity answers which object of one side is the same thing as an object of another side: the same object of
// an API server, the same Helm release or the same manifests on a cluster, or what takes the place of something. The
// fields that tell it are in the table of [kinds].
//
// The package does not compare objects: package change tells what differs between two that are paired.
//
// The package is public because packages change and krmfn, which is not below render, must give the same answer. It is
// for fluxapp itself.
package identity
