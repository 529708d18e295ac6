export type Arguments =
  | { kind: 'run'; agent?: string; event?: string }
  | { kind: 'version' }
  | { kind: 'help' }
  | { kind: 'wrong'; problem: string };

export const USAGE = `usage: dispatcher [--agent NAME] [--event NAME]   (the hook's payload, as JSON, on stdin)
       dispatcher --version | --help`;

/** Anything unknown is refused: a hook that ignores a mistyped option is a hook that does something else. */
export function readArguments(args: readonly string[]): Arguments {
  const found: { agent?: string; event?: string } = {};
  const left = [...args];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--version' || word === '-V') return { kind: 'version' };
    if (word === '--help' || word === '-h') return { kind: 'help' };
    const [, name, inline] = /^--(agent|event)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== 'agent' && name !== 'event') return { kind: 'wrong', problem: `unexpected argument "${word}"` };
    const value = inline ?? left.shift();
    if (value === undefined || value === '') return { kind: 'wrong', problem: `--${name} needs a value` };
    found[name] = value;
  }
  return { kind: 'run', ...found };
}
