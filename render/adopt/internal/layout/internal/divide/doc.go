// Package divide separates what the entries of all clusters have in common from their differences. What they have in
// common has references in texts that differ by the cluster alone, lists that layers merge, and params for the few
// places in which long texts differ.
package divide
