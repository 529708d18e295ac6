export type Arguments =
  | { kind: 'run'; agent?: string; event?: string }
  | { kind: 'version' }
  | { kind: 'statusline' }
  | { kind: 'help' }
  | { kind: 'wrong'; problem: string };

export const USAGE = `usage: dispatcher [--agent NAME] [--event NAME] [--if-missing TEXT]   (the hook's payload, as JSON, on stdin)
       dispatcher --statusline   (what the agent gives a status line, as JSON, on stdin)
       dispatcher --version | --help`;

/** An agent quotes the whole command of a hook that it cannot start. The text after this word tells people what to do then; it is not for the hook. */
const IGNORED = '--if-missing';

/** Anything unknown is refused: a hook that ignores a mistyped option is a hook that does something else. */
export function readArguments(args: readonly string[]): Arguments {
  const options: { agent?: string; event?: string } = {};
  const left = [...args];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--version' || word === '-V') return { kind: 'version' };
    if (word === '--statusline') return { kind: 'statusline' };
    if (word === '--help' || word === '-h') return { kind: 'help' };
    if (word === IGNORED) {
      left.shift();
      continue;
    }
    const [, name, inline] = /^--(agent|event)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== 'agent' && name !== 'event') return { kind: 'wrong', problem: `unexpected argument "${word}"` };
    const value = inline ?? left.shift();
    if (value === undefined || value === '') return { kind: 'wrong', problem: `--${name} needs a value` };
    options[name] = value;
  }
  return { kind: 'run', ...options };
}
