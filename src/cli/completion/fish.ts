export const FISH = `# Completion of hookctl in fish. It asks hookctl itself, so it never gets old.
function __hookctl_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l plain (string unescape -- "$current"); and set current $plain
    set -l program $before[1]
    set -e before[1]
    type -q -- $program; or set program hookctl
    type -q -- $program; or return
    set -l answer ($program __complete $before "$current" 2>/dev/null)
    set -l kind $answer[1]
    set -e answer[1]
    switch "$kind"
        case files directories
            set -l option (string match -r -- '^-[^=]*=' "$current")
            set -l path (string replace -r -- '^-[^=]*=' '' "$current")
            if test "$kind" = directories
                string replace -r -- '^' "$option" (__fish_complete_directories "$path" '')
            else
                string replace -r -- '^' "$option" (__fish_complete_path "$path")
            end
        case '*'
            string join -- \\n $answer
    end
end
complete -c hookctl -f -a '(__hookctl_complete)'
`;
