import type { Call, Machine, Reached } from '../../../run/machine.ts';
import { runInScript, type ScriptFile, scriptOnDisk } from '../../../run/script-files.ts';
import { baseName } from '../../../files/paths.ts';
import type { Parsed } from '../options.ts';

/** Names that are a script without `run` in front. */
const BARE = /^(?:test|t|tst|start|stop|restart)$/;
const INSTALLS = /^(?:install|i|ci|add|isntall|in|rebuild)$/;

/** `npm run x` runs the text of a script; where this command wrote it, the text is known. */
export function runPackageScript(call: Call, machine: Machine, parsed: Parsed): void {
  const elsewhere = parsed.value('prefix') ?? parsed.value('C') ?? parsed.value('dir') ?? parsed.value('cwd');
  const there = elsewhere === undefined ? call : within(call, machine, elsewhere);
  const [first = '', second = '', ...others] = parsed.operands;
  // `yarn workspace a build`
  const isNamed = call.program === 'yarn' && first === 'workspace';
  const workspaces = isNamed ? [second] : [...parsed.all('workspace'), ...parsed.all('filter')];
  const words = isNamed ? others : parsed.operands;
  const places = workspaces.flatMap((name) => workspaceNamed(there, machine, name));
  for (const place of places.length === 0 ? [there] : places) runIn(place, machine, words);
}

/** A workspace is named by its path or its name; packages usually have the name of their directory. */
function workspaceNamed(call: Call, machine: Machine, name: string): Call[] {
  const root = machine.content(call, 'package.json') ?? scriptOnDisk(machine, call, 'package.json')?.text ?? '';
  const patterns = [...root.matchAll(/"([^"*]+)\/\*{1,2}"/g)].map(
    ([, directory = '']) => `${directory}/${baseName(name)}`,
  );
  const found = [name, ...patterns, `packages/${baseName(name)}`].find(
    (path) => scriptOnDisk(machine, call, `${path}/package.json`) !== undefined,
  );
  return found === undefined ? [] : [within(call, machine, found)];
}

function within(call: Call, machine: Machine, directory: string): Call {
  const cwd = machine.locate(call, directory);
  return { ...call, scope: { ...call.scope, cwd: cwd === '?' ? null : cwd } };
}

function runIn(call: Call, machine: Machine, words: readonly string[]): void {
  const [verb = '', next, ...rest] = words;
  if (verb === 'pkg' && next === 'set') {
    setScripts(call, machine, rest);
    return;
  }
  runScriptsOf(call, machine, { file: 'package.json', list: 'scripts', names: namesRun(call.program, verb, next) });
}

/** A file in which commands have names: `scripts` of package.json and composer.json, `tasks` of deno.json. */
export function runScriptsOf(
  call: Call,
  machine: Machine,
  { file, list, names }: { file: string; list: string; names: readonly string[] },
): boolean {
  if (names.length === 0) return false;
  const reached: Reached = { wrapper: call.program, via: 'script', stdin: null, capture: false };
  const written = machine.content(call, file);
  const onDisk: ScriptFile | undefined = written === undefined ? scriptOnDisk(machine, call, file) : undefined;
  const content = written ?? onDisk?.text;
  const found = content === undefined ? [] : scriptsIn(content, list, names);
  for (const [name, text] of found) {
    if (onDisk === undefined) machine.script(call, text, reached);
    else {
      const script = { file: onDisk.file, text, line: lineOfScript(onDisk.text, list, name) };
      runInScript(machine, script, () => machine.script(call, text, reached));
    }
  }
  return found.length > 0;
}

const INSTALL = ['preinstall', 'install', 'postinstall', 'prepare'];

/** Scripts that a verb runs although nobody names them. */
const LIFECYCLE: ReadonlyMap<string, readonly string[]> = new Map([
  ['version', ['preversion', 'version', 'postversion']],
  ['pack', ['prepack', 'prepare', 'postpack']],
  ['publish', ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish']],
]);

function namesRun(program: string, verb: string, next: string | undefined): string[] {
  if (INSTALLS.test(verb) || (program === 'yarn' && verb === '')) return INSTALL;
  if (/^(?:it|cit|install-test|install-ci-test|clean-install-test)$/.test(verb))
    return [...INSTALL, ...namesRun(program, 'test', undefined)];
  if (program === 'npm' && /^(?:t|tst)$/.test(verb)) return namesRun(program, 'test', undefined);
  const own = program === 'bun' ? undefined : LIFECYCLE.get(verb);
  if (own !== undefined) return [...own];
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
function scriptsIn(file: string, list: string, names: readonly string[]): [name: string, text: string][] {
  try {
    const value: unknown = JSON.parse(file);
    const scripts: unknown =
      typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(list) : null;
    if (typeof scripts !== 'object' || scripts === null) return [];
    const texts = new Map<string, unknown>(Object.entries(scripts));
    return names.flatMap((name): [string, string][] => {
      return textsIn(texts.get(name)).map((text) => [name, text]);
    });
  } catch {
    return [];
  }
}

/** One command, composer's list of them, or deno's object with a command. */
function textsIn(script: unknown): string[] {
  if (typeof script === 'string') return [script];
  if (Array.isArray(script)) return script.flatMap((one) => (typeof one === 'string' ? [one] : []));
  return typeof script === 'object' && script !== null && 'command' in script ? textsIn(script.command) : [];
}

function lineOfScript(file: string, list: string, name: string): number {
  const at = file.indexOf(`${JSON.stringify(name)}:`, Math.max(0, file.indexOf(JSON.stringify(list))));
  return at < 0 ? 1 : file.slice(0, at).split('\n').length;
}
