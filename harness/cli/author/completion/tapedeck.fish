# tapedeck, for fish: tapedeck completion fish > ~/.config/fish/completions/tapedeck.fish
# Asks `tapedeck --complete WORDS…`, which prints a candidate a line, with a few words on it behind a tab; where there is none, files
# are completed. Nothing that was typed is evaluated.
function __tapedeck_complete
  set -l typed (commandline -opc)
  set -l current (commandline -ct)
  set -l lines ($typed[1] --complete $typed[2..-1] "$current" 2>/dev/null)
  if test (count $lines) -gt 0
    printf '%s\n' $lines
  else
    __fish_complete_path "$current"
  end
end
complete -c tapedeck -f -a '(__tapedeck_complete)'
