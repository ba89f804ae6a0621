// Package digest computes SHA-256 (FIPS 180-4) without package crypto/sha256, which brings 27 packages and 32 MiB of address space into every
// program that imports render. It is for names and for noticing changes: nothing that it reads or makes is secret.
//
// crypto/sha256 uses instructions of the processor and is several times faster. A program that links it anyway gives it to render.Options.
package digest
