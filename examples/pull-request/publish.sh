#!/usr/bin/env bash
# Puts a page onto the site as FOLDER/index.html, or removes the folder: bash publish.sh FOLDER [FILE]
#
# The site is the branch gh-pages. It has one commit, which is replaced: the repository does not grow with each page.
set -euo pipefail
folder=$1 file=${2-}
export GIT_INDEX_FILE=$PWD/.git/index-of-site
export GIT_AUTHOR_NAME=fluxapp GIT_AUTHOR_EMAIL=fluxapp@localhost
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL

for attempt in 1 2 3 4 5; do
  git fetch -q --prune origin '+refs/heads/gh-pages*:refs/remotes/origin/gh-pages*'
  old=$(git rev-parse -q --verify refs/remotes/origin/gh-pages || true)
  rm -f "$GIT_INDEX_FILE"
  git read-tree "${old:---empty}"
  git rm -rfq --cached --ignore-unmatch -- "$folder"
  if [ -n "$file" ]; then
    git update-index --add --cacheinfo "100644,$(git hash-object -w "$file"),$folder/index.html"
  fi
  commit=$(git commit-tree -m "the site" "$(git write-tree)")
  # Refused where another run has published since the fetch: then its pages are fetched too.
  if git push -q --force-with-lease="gh-pages:$old" origin "$commit:refs/heads/gh-pages"; then
    exit 0
  fi
  sleep "$attempt"
done
exit 1
