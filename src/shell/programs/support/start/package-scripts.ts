import type { Call, Machine } from '../../../run/machine.ts';

/** Names that are a script without `run` in front. */
const BARE = /^(?:test|t|tst|start|stop|restart)$/;
const INSTALLS = /^(?:install|i|ci|add|isntall|in|rebuild)$/;
const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** `npm run x` runs the text of a script; where this command wrote it, the text is known. */
export function runPackageScript(call: Call, machine: Machine, words: readonly string[]): void {
  if (!MANAGERS.test(call.program)) return;
  const [verb = '', next, ...rest] = words;
  if (verb === 'pkg' && next === 'set') {
    setScripts(call, machine, rest);
    return;
  }
  const scripts = scriptsOf(call, machine);
  if (scripts === undefined) return;
  for (const name of namesRun(call.program, verb, next)) {
    const text = scripts[name];
    if (typeof text === 'string')
      machine.script(call, text, { wrapper: call.program, via: 'script', stdin: null, capture: false });
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

function scriptsOf(call: Call, machine: Machine): Record<string, unknown> | undefined {
  const text = machine.content(call, 'package.json');
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const scripts: unknown = typeof value === 'object' && value !== null && 'scripts' in value ? value.scripts : null;
    return typeof scripts === 'object' && scripts !== null ? { ...scripts } : undefined;
  } catch {
    return undefined;
  }
}
