// Package reader turns a text into the records of its documents.
//
// The text is split into documents, which go.yaml.in/yaml/v3 parses and a converter turns into records. The parser's nodes take twenty times the
// bytes of their text, so a long document is parsed in batches, and small documents are parsed together. A text that cannot be cut, or in
// which anything is wrong, is parsed as a whole: the result is always that of the whole.
package reader
