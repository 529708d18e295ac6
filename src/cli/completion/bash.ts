/** Runs on the bash 3.2 of macOS, too: no mapfile, no negative indexes, compopt only where it exists. */
export const BASH = `# Completion of hookctl in bash. It asks hookctl itself, so it never gets old.
_hookctl() {
  local program=\${COMP_WORDS[0]} words=() count=0 i piece previous='' kind='' value current
  COMPREPLY=()
  type "$program" >/dev/null 2>&1 || program=hookctl
  type "$program" >/dev/null 2>&1 || return 0
  # readline cuts words at = and :, which hookctl does not.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    piece=\${COMP_WORDS[i]}
    if ((count > 0)) && [[ $piece == [=:]* || $previous == *[=:] ]]; then
      words[count - 1]=\${words[count - 1]}$piece
    else
      words[count]=$piece
      count=$((count + 1))
    fi
    previous=$piece
  done
  current=\${words[count - 1]}
  local cut=\${current%"\${current##*[=:]}"}
  while IFS= read -r value; do
    if [[ -z $kind ]]; then
      kind=$value
      continue
    fi
    value=\${value%%$'\\t'*}
    COMPREPLY+=("\${value#"$cut"}")
  done < <("$program" __complete "\${words[@]}" 2>/dev/null)
  case $kind in
    files | directories)
      local action=-f
      [[ $kind == directories ]] && action=-d
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen $action -- "\${current#"$cut"}")
      ;;
  esac
}
complete -F _hookctl hookctl
`;
