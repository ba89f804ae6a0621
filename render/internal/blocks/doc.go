// Package blocks prints what people read of groups of changes: lines for a terminal, and Markdown for a comment on a
// pull request, which is never longer than GitHub takes. It shortens values to what differs, and quotes them so that
// they notify nobody, link to nothing and cannot change the page. It hides no secrets.
package blocks
