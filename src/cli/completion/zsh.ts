/** Works as a file in $fpath (the first line) and when it is sourced (the last lines). */
export const ZSH = `#compdef hookctl
# Completion of hookctl in zsh. It asks hookctl itself, so it never gets old.
_hookctl() {
  local program=\${(Q)words[1]} kind line value
  local -a answer candidates
  whence -- "$program" >/dev/null || program=hookctl
  whence -- "$program" >/dev/null || return 1
  answer=("\${(@f)$("$program" __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  kind=\${answer[1]}
  for line in "\${(@)answer[2,-1]}"; do
    value=\${line%%$'\\t'*}
    [[ -n $value ]] || continue
    candidates+=("\${value//:/\\\\:}\${\${(M)line:#*$'\\t'*}:+:\${line#*$'\\t'}}")
  done
  case $kind in
    files) [[ $PREFIX == -*=* ]] && compset -P '*='; _files ;;
    directories) [[ $PREFIX == -*=* ]] && compset -P '*='; _files -/ ;;
    *) (( $#candidates )) && _describe -t values value candidates ;;
  esac
}
if [[ \${funcstack[1]} == _hookctl ]]; then
  _hookctl "$@"
elif (( $+functions[compdef] )); then
  compdef _hookctl hookctl
fi
`;
