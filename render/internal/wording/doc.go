// Package wording prints names, counts and texts of objects for people, in few words, also for several clusters.
package wording
