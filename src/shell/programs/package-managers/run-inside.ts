import type { Call, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../support/options.ts';
import { runTool } from '../support/start/run-tool.ts';

/** Runs what commands of managers start in an environment of theirs, or name as what they will run. Undefined where they do something else. */
export function runInside(call: Call, machine: Machine, verb: string, rest: readonly string[]): string | undefined {
  const { program, args } = call;
  const dashes = args.indexOf('--');
  if (program === 'guix' && /^(?:shell|environment|time-machine)$/.test(verb) && dashes > 0)
    return machine.run(call, args.slice(dashes + 1), { wrapper: program });
  if (program === 'cargo') return runByCargo(call, machine, verb);
  const isWorkspace = program === 'yarn' && /^workspaces?$/.test(verb);
  const exec = isWorkspace ? args.findIndex((arg) => arg === 'exec' || arg === 'dlx') : -1;
  if (exec > 0 && exec + 1 < args.length) return runTool(call, machine, args.slice(exec + 1));
  const shell =
    args.find((arg) => arg.startsWith('--script-shell='))?.slice('--script-shell='.length) ??
    (verb === 'config' && rest[0] === 'set' ? valueOfSetting(rest.slice(1), 'script-shell') : undefined);
  if (shell !== undefined)
    machine.script(call, shell, { wrapper: program, via: 'option', stdin: null, capture: false });
  return undefined;
}

/** `config set key value` and `config set key=value`. */
function valueOfSetting(words: readonly string[], key: string): string | undefined {
  const [first = '', second] = words;
  return first === key ? second : first.startsWith(`${key}=`) ? first.slice(key.length + 1) : undefined;
}

/** `cargo watch -s text`, `-x cargo-command`, `-- words`; `--config` may name a program for every call of the compiler. */
function runByCargo(call: Call, machine: Machine, verb: string): string | undefined {
  const { args } = call;
  const reached = { wrapper: 'cargo', via: 'option', stdin: null, capture: false } as const;
  for (const text of parseOptions(args, CARGO_CONFIG).all('config')) {
    const program = /(?:rustc|rustdoc|rustc-wrapper|rustc-workspace-wrapper|runner|linker)\s*=\s*(.+)$/s.exec(
      text,
    )?.[1];
    const words = program === undefined ? [] : [...program.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)];
    const line = words.map(([, double, single]) => double ?? single ?? '').join(' ');
    if (line !== '') machine.script(call, line, reached);
  }
  if (verb !== 'watch') return undefined;
  const { all, separated } = parseOptions(args, CARGO_WATCH);
  for (const text of all('shell')) machine.script(call, text, reached);
  for (const text of all('exec')) machine.script(call, `cargo ${text}`, reached);
  const words = separated.after ?? [];
  return words.length === 0 ? '' : machine.run(call, words, { wrapper: 'cargo' });
}

const CARGO_CONFIG = defineOptions('config=');
const CARGO_WATCH = defineOptions(
  's,shell= x,exec= w,watch= i,ignore= d,delay= C,workdir= E,env= B= L= features= use-shell= c,clear q,quiet why postpone poll',
);
