#compdef tapedeck
# tapedeck, for zsh; in ~/.zshrc, behind compinit: eval "$(tapedeck completion zsh)"
# Asks `tapedeck --complete WORDS…`, which prints a candidate a line, with a few words on it behind a tab; where there is none, files
# are completed. Nothing that was typed is evaluated.
_tapedeck() {
  local line
  local -a candidates
  for line in "${(@f)$("${words[1]}" --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  if (( ${#candidates} )); then
    _describe tapedeck candidates
  else
    _default
  fi
}
compdef _tapedeck tapedeck
