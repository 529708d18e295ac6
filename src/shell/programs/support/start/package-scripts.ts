import type { Call, Machine, Reached } from '../../../run/machine.ts';
import { runInScript, scriptOnDisk } from '../../../run/script-files.ts';

/** Names that are a script without `run` in front. */
const BARE = /^(?:test|t|tst|start|stop|restart)$/;
const INSTALLS = /^(?:install|i|ci|add|isntall|in|rebuild)$/;

/** `npm run x` runs the text of a script; where this command wrote it, the text is known. */
export function runPackageScript(call: Call, machine: Machine, words: readonly string[]): void {
  const [verb = '', next, ...rest] = words;
  if (verb === 'pkg' && next === 'set') {
    setScripts(call, machine, rest);
    return;
  }
  const names = namesRun(call.program, verb, next);
  if (names.length === 0) return;
  const reached: Reached = { wrapper: call.program, via: 'script', stdin: null, capture: false };
  const written = machine.content(call, 'package.json');
  const onDisk = written === undefined ? scriptOnDisk(machine, call, 'package.json') : undefined;
  const file = written ?? onDisk?.text;
  for (const [name, text] of file === undefined ? [] : scriptsIn(file, names)) {
    if (onDisk === undefined) machine.script(call, text, reached);
    else {
      const script = { file: onDisk.file, text, line: lineOfScript(onDisk.text, name) };
      runInScript(machine, script, () => machine.script(call, text, reached));
    }
  }
}

function namesRun(program: string, verb: string, next: string | undefined): string[] {
  if (INSTALLS.test(verb)) return ['preinstall', 'install', 'postinstall', 'prepare'];
  const name = /^(?:run|run-script|rum|urn)$/.test(verb)
    ? next
    : BARE.test(verb) || program !== 'npm'
      ? verb
      : undefined;
  return name === undefined ? [] : [`pre${name}`, name, `post${name}`];
}

/** `npm pkg set scripts.x=…`: the text is judged when it is set, since the next call may run it. */
function setScripts(call: Call, machine: Machine, pairs: readonly string[]): void {
  for (const pair of pairs) {
    const found = /^scripts(?:\.([^=]+)|\[([^\]]+)\])=(.*)$/s.exec(pair);
    if (found !== null)
      machine.script(call, found[3] ?? '', { wrapper: call.program, via: 'deferred', stdin: null, capture: false });
  }
}

/** The texts of those scripts, in the order in which they run. */
function scriptsIn(file: string, names: readonly string[]): [name: string, text: string][] {
  try {
    const value: unknown = JSON.parse(file);
    const scripts: unknown = typeof value === 'object' && value !== null && 'scripts' in value ? value.scripts : null;
    if (typeof scripts !== 'object' || scripts === null) return [];
    const texts = new Map<string, unknown>(Object.entries(scripts));
    return names.flatMap((name): [string, string][] => {
      const text = texts.get(name);
      return typeof text === 'string' ? [[name, text]] : [];
    });
  } catch {
    return [];
  }
}

function lineOfScript(file: string, name: string): number {
  const at = file.indexOf(`${JSON.stringify(name)}:`, Math.max(0, file.indexOf('"scripts"')));
  return at < 0 ? 1 : file.slice(0, at).split('\n').length;
}
