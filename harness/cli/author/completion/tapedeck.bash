# tapedeck, for bash; in ~/.bashrc: eval "$(tapedeck completion bash)"
# Asks `tapedeck --complete WORDS…`, which prints a candidate a line, with a few words on it behind a tab; where there is none, files
# are completed. Nothing that was typed is evaluated. For bash 3.2 and newer.
_tapedeck() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("${line%%$'\t'*}")
  done < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _tapedeck tapedeck
