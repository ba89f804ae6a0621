#!/usr/bin/env bash
# Renders each stage to its branch, as the hydrator of GitOps Promoter: bash hydrate.sh
#
# A stage is a folder with the documents of its clusters, for example clusters/staging. What they render goes to the
# branch environments/staging-next: a commit where it differs from what the branch has. Where it does not, only the note
# of the newest commit tells that this commit was rendered too. All branches are pushed at once, or none is.
set -euo pipefail
notes=refs/notes/hydrator.metadata
dry=$(git rev-parse HEAD)
url=$(git config --get remote.origin.url | sed 's|//[^/@]*@|//|') # without a password
git_dir=$(git rev-parse --absolute-git-dir)
export GIT_AUTHOR_NAME=fluxapp GIT_AUTHOR_EMAIL=fluxapp@localhost
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# of NAME: the commit at which a branch is on the server, or nothing.
of() { git rev-parse -q --verify "refs/remotes/origin/environments/$1" || true; }

# in_tree STAGE COMMAND: git with the files and the index of a stage.
in_tree() {
  GIT_INDEX_FILE=$work/$1.index git -C "$work/$1" --git-dir="$git_dir" --work-tree="$work/$1" "${@:2}"
}

# What GitOps Promoter shows of the commit. CI that writes a commit for a change of another repository names that change
# in trailers, as for the hydrator of Argo CD. A reference that GitOps Promoter would refuse is left out.
metadata() {
  jq -n --arg repoURL "$url" --arg drySha "$dry" --arg author "$(git show -s --format='%an <%ae>')" \
    --arg date "$(git show -s --format=%aI)" --arg subject "$(git show -s --format=%s)" \
    --arg body "$(git show -s --format=%b)" --arg trailers "$(git show -s --format='%(trailers:only,unfold)')" '
    def only(pattern): if . != null and test(pattern) then . else null end;
    [$trailers | split("\n")[] | capture("^Argocd-reference-commit-(?<key>[a-z]+): (?<value>.*)$")] | from_entries
    | {sha: .sha | only("^([0-9a-f]{40}|[0-9a-f]{64})$"), repoURL: .repourl | only("^https?://"),
      date: .date | only("^[0-9-]{10}T[0-9:]{8}(Z|[+-][0-9]{2}:[0-9]{2})$"), author, subject,
      body: (.body | if . then (fromjson? // .) else . end)}
    | with_entries(select(.value != null)) as $reference
    | {repoURL: $repoURL, drySha: $drySha, author: $author, date: $date, subject: $subject, body: $body,
      references: (if $reference.sha then [{commit: $reference}] else [] end)}'
}

for attempt in 1 2 3 4 5; do
  git fetch -q --no-tags --prune origin '+refs/heads/environments/*:refs/remotes/origin/environments/*' \
    '+refs/notes/hydrator.*:refs/notes/hydrator.*'
  rm -rf "${work:?}"/*
  refs=()

  # First all stages: with an error of one, or where a limit holds, nothing is pushed. What the branch has is the folder
  # that limits compare with.
  for folder in clusters/*/; do
    stage=$(basename "$folder")
    tip=$(of "$stage-next")
    tip=${tip:-$(of "$stage")}
    mkdir "$work/$stage"
    in_tree "$stage" read-tree "${tip:---empty}"
    in_tree "$stage" checkout-index --all
    fluxapp render documents "$folder" -o "dir=$work/$stage" --prune-orphans
  done
  twice=$(cd "$work" && find ./*/ -name '*.yaml' ! -name kustomization.yaml | cut -d/ -f3- | sort | uniq -d)
  if [ -n "$twice" ]; then
    echo "several stages have $twice: their Kustomizations would take it from each other; write it beside them" >&2
    exit 1
  fi

  for tree in "$work"/*/; do
    stage=$(basename "$tree")
    branch=refs/heads/environments/$stage
    next=$(of "$stage-next")
    tip=${next:-$(of "$stage")}
    if [ -z "$tip" ]; then # a pull request needs a branch that it is for
      tip=$(git commit-tree -m "$stage: the first commit" "$(git mktree </dev/null)")
      refs+=("$tip:$branch")
    fi
    commit=$tip
    in_tree "$stage" add --all --force .
    if [ ! -e "$tree/hydrator.metadata" ] || ! in_tree "$stage" diff --cached --quiet "$tip"; then
      metadata >"$tree/hydrator.metadata"
      in_tree "$stage" add hydrator.metadata
      commit=$(git commit-tree -p "$tip" -m "$stage: rendered from $dry" "$(in_tree "$stage" write-tree)")
    fi
    if [ "$commit" != "$next" ]; then
      refs+=("$commit:$branch-next")
      echo "$stage: a commit for ${branch#refs/heads/}-next"
    fi
    note="{\"drySha\": \"$dry\"}"
    if [ "$(git notes --ref=$notes show "$commit" 2>/dev/null)" != "$note" ]; then
      git notes --ref=$notes add -f -m "$note" "$commit"
      noted=$notes:$notes
    fi
  done

  if [ -z "${noted-}" ]; then
    echo "nothing new"
    exit 0
  fi
  # Refused where a branch has moved since the fetch: GitOps Promoter writes to it where a merge would conflict.
  if git push -q --atomic origin "${refs[@]}" "$noted"; then
    exit 0
  fi
  sleep "$attempt"
done
exit 1
