#!/usr/bin/env bash
# What action.yml runs: cudals check with the action's inputs, which are in the environment. Nothing of an input is executed.
set -euo pipefail
args=(check --fail-on "${INPUT_FAIL_ON:-error}")
[[ -z ${INPUT_PROJECT:-} ]] || args+=(-p "$INPUT_PROJECT")
[[ -z ${INPUT_BASELINE:-} ]] || args+=(--baseline "$INPUT_BASELINE")
read -r -d '' -a more <<< "${INPUT_ARGUMENTS:-}" || true
args+=("${more[@]}")
while IFS= read -r path; do
    [[ -z $path ]] || args+=("$path")
done <<< "${INPUT_PATHS:-}"
if [[ -n ${INPUT_FLAGS:-} ]]; then
    read -r -d '' -a flags <<< "$INPUT_FLAGS" || true
    args+=(-- "${flags[@]}")
fi
run() { # cudals check in a format; what stands behind -- must stay last
    "$CUDALS" "${args[0]}" --format "$1" "${args[@]:1}"
}
if [[ -n ${INPUT_SARIF:-} ]]; then
    run sarif > "$INPUT_SARIF" 2> /dev/null || [[ $? -eq 1 ]]
fi
run github
