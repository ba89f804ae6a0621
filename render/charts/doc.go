// Package charts checks the values of HelmReleases by the charts that are at hand.
package charts
