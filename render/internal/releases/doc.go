// Package releases finds the charts of HelmReleases, and checks their values with what is known of the charts.
//
// Package render is given what it checks with, so that a program that only renders does not link it.
package releases
