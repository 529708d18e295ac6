import { quoted } from '../call-shape/quote.ts';

/** What a command says when the dispatcher gave no answer: the agent shows it to the model. */
export const NO_ANSWER =
  'hookctl gave no answer, so this call is refused. A person can run: npx hookctl doctor; to get out: npx hookctl uninstall --all';

/** Seconds. The dispatcher answers within 3 once it runs; a busy machine needs longer to start it. Every agent waits longer than this for its hook. */
export const DEADLINE_SECONDS = 8;

/**
 * A command line that fails closed: it passes on what the dispatcher says (standard output, standard error, exit code 0 or 2), and blocks with exit code 2
 * when the dispatcher crashes, is killed, hangs or is gone. Plain POSIX shell, since macOS has no `timeout`; `/bin/sh -c`, since some agents start hooks in the
 * person's own shell. Only for events before a call: a stop that is refused because of a crash would never end.
 */
export function closedCommand(argv: readonly string[], deadlineSeconds = DEADLINE_SECONDS): string {
  return ['/bin/sh', '-c', `'${closed(deadlineSeconds)}'`, ...argv.map(quoted)].join(' ');
}

/**
 * Must contain no single quotes. The watchdog exits with the dispatcher and keeps no pipe open. Its `sleep` is killed by a signal that cannot be caught: between
 * fork and exec the shell that becomes `sleep` still has the trap, and would lose another one.
 */
function closed(seconds: number): string {
  return [
    'exec 3<&0',
    '"$0" "$@" <&3 3<&- & p=$!',
    'q=',
    `(trap "q=1; kill -9 \\$s" TERM; sleep ${seconds} & s=$!; [ $q ] && kill -9 $s; wait $s && kill -9 $p) <&- >/dev/null 2>&1 3<&- & w=$!`,
    'wait $p',
    'c=$?',
    'kill $w 2>/dev/null',
    '[ $c = 0 ] || [ $c = 2 ] && exit $c',
    `echo "${NO_ANSWER}" >&2`,
    'exit 2',
  ].join('; ');
}
