// Package yamltest has documents for the tests of what reads YAML: shapes that are hard to read, the files of the
// repository and of others, and generators of documents. It changes documents at random as well. Only tests import it.
package yamltest
