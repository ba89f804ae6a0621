// Package compare compares two trees: which values differ, under the rules of whoever asks.
//
//	for d := range (compare.Rules{}).Differences(before, after) {
//		fmt.Println(d.Path, d.Before.JSON(), d.After.JSON())
//	}
//
// Comments, styles and the order of keys never count.
package compare
