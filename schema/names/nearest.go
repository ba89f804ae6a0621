package names

import (
	"strings"
)

// Nearest returns the word that a misspelt one most likely means; empty when none is near. Case does not count.
func Nearest(word string, known []string) string {
	best, bestDistance := "", max(1, len(word)/3)+1
	for _, k := range known {
		if max(len(word)-len(k), len(k)-len(word)) >= bestDistance {
			continue // so many letters to insert or delete
		}
		if d := Distance(strings.ToLower(word), strings.ToLower(k)); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete, replace or swap with their neighbour.
func Distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// differs returns in how many letters two words differ, in any case; more than limit as soon as that is sure.
func Differ(a, b string, limit int) int {
	if more := max(len(a)-len(b), len(b)-len(a)); more > limit {
		return more
	}
	return Distance(strings.ToLower(a), strings.ToLower(b))
}

// or joins words as a, b or c.
func Or(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
