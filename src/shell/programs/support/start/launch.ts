import type { Call, Machine } from '../../../run/machine.ts';
import { operandAt, type Options, parseOptions } from '../options.ts';

/** How a program starts another one that its words name. */
export type Launches = {
  /** Only after one of these: `uv run x`, `uv tool run x`. An empty string: the first operand is the program. */
  behind?: readonly string[];
  /** Words of the launcher in front of the program: one for `timeout 5 x`. */
  own?: number;
  /** First operands that are commands of the launcher: `yarn install`, but `yarn jest`. */
  except?: string;
  /** Commands of the launcher that are separate programs: `uv pip install x`. */
  embeds?: string;
  /** A call of it counts as a call of the tool it starts: `uv run pytest` is pytest. */
  isTool?: boolean;
};

type Launcher = { options: Options; launches?: Launches };

/** The place of the program that a launcher starts; -1 if it starts none. */
export function launchedAt({ options, launches }: Launcher, words: readonly string[]): number {
  if (launches === undefined) return -1;
  const { behind = [''], own = 0, except = '' } = launches;
  const first = operandAt(words, options, 0);
  for (const text of behind) {
    const verbs = text === '' ? [] : text.split(' ');
    if (!verbs.every((verb, i) => words[first + i] === verb)) continue;
    const start = verbs.length === 0 ? first : operandAt(words, options, first + verbs.length);
    const at = words[start + own] === '--' ? start + own + 1 : start + own;
    const isOwn = verbs.length === 0 && except.split(' ').includes(words[at] ?? '');
    return isOwn || at >= words.length ? -1 : at;
  }
  return -1;
}

/** Runs what the launcher starts. */
export function launch(call: Call, machine: Machine, launcher: Launcher): string | undefined {
  if (parseOptions(call.args, launcher.options).has('help')) return '';
  const at = launchedAt(launcher, call.args);
  // Some fetch a script themselves: `uv run https://…/a.py`.
  if (/^https?:\/\//i.test(call.args[at] ?? ''))
    machine.emit(call, { kind: 'code', source: 'network', interpreter: call.program });
  if (at >= 0) return machine.run(call, withoutAssignments(call.args.slice(at)), { wrapper: call.program });
  return launcher.launches?.behind === undefined ? '' : undefined;
}

/** `time A=1 cmd` and doppler set variables; no program is called so. */
function withoutAssignments(argv: string[]): string[] {
  let from = 0;
  while (/^[A-Za-z_]\w*=/.test(argv[from] ?? '')) from++;
  return from < argv.length ? argv.slice(from) : argv;
}
