// Package releases finds the charts of HelmReleases, and checks their values with what is known of the charts.
//
// Package render does not import what it checks with: a run is given it, so that who renders only links nothing of it.
package releases
