// Package credential recognizes texts that are passwords, tokens and private keys: by their own shape ([Find]), and
// by the name of what they are the value of ([Named]).
//
// It prefers silence: a word, a name of an object, a path, a placeholder and a reference to a secret store are none.
// It works on text alone.
package credential
