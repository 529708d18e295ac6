import type { Analysis, Context } from '../analysis.ts';
import { scanCode } from '../code/scan-code.ts';
import { addMark, isUnread } from './add-mark.ts';
import { execute } from './command.ts';
import { contentOf } from '../files/written-files.ts';
import type { Call, Here, Machine, Reached } from './machine.ts';
import { bytesOf } from '../parse/program-bytes.ts';
import { parseScript, type ParsedScript, type SyntaxNode } from '../parse/parse.ts';
import { baseName, isWithin, normalise } from '../files/paths.ts';
import { effectsOf, located, readPath, removePath, writePath } from '../files/path-effects.ts';
import { runParsed, runText } from './text/run-text.ts';
import { branch, type Frame, type Io } from './scope.ts';
import { putBackFile, removeListed } from '../files/put-back.ts';
import { addUnknown, hasUnknown, lookup, render, type Unknowns } from '../expand/unknown.ts';
import { runInScript, scriptsOfText, scriptPlace } from './script-files.ts';
import { walk } from './walk.ts';
import { cookParts, cookText } from '../expand/words.ts';

const MAX_COMMANDS = 4000;
const MAX_FIELDS = 20_000;
const MAX_STEPS = 20_000;
const MAX_CHARS = 4_000_000;
const MAX_RECURSIONS = 48;
const MAX_DEPTH = 40;
/** Files on disk that one command may make us read. */
const MAX_SCRIPTS = 12;

export function createMachine(context: Context, analysis: Analysis): Machine {
  const unknowns: Unknowns = [];
  const home = context.home ?? context.env?.['HOME'] ?? null;
  const machine: Machine = {
    analysis,
    unknowns,
    home,
    project: projectOf(context),
    env: context.env ?? {},
    files: new Map(),
    copies: new Map(),
    originals: new Map(),
    copied: null,
    links: [],
    sinks: new Map(),
    gitAliases: new Map(),
    downloads: [],
    directories: new Set(),
    randomNames: new Map(),
    budget: {
      commands: MAX_COMMANDS,
      fields: MAX_FIELDS,
      steps: MAX_STEPS,
      chars: MAX_CHARS,
      recursions: MAX_RECURSIONS,
    },
    scriptAt: context.scriptAt ?? null,
    scriptFile: null,
    scriptsLeft: MAX_SCRIPTS,
    unknown: (raw, origin = 'value', hint) =>
      addUnknown(unknowns, hint === undefined ? { raw, origin } : { raw, origin, hint }),
    render: (text) => render(unknowns, text),
    emit: (call, effect) => {
      effectsOf(analysis, call).push({
        ...effect,
        by: call.index,
        place: call.frame.place,
        ...scriptPlace(machine, call.frame.line),
      });
    },
    mark: (kind, detail, frame, idle = false) => {
      const { scriptFile } = machine;
      if (scriptFile === null) addMark(analysis, { kind, detail, idle }, frame?.span);
      // The unknown values of a script are its author's business; that it was not read to its end is ours.
      else if (isUnread(kind) || kind === 'unread-script')
        addMark(analysis, { kind: 'unread-script', detail: scriptFile.file, idle }, frame?.span);
    },
    read: (call, path, via = 'argument') => readPath(machine, call, path, via),
    write: (call, path, via, more = {}) => {
      if (more.content !== undefined && more.append !== true) putBackFile(call, machine, { path, text: more.content });
      writePath(machine, call, path, via, more);
    },
    remove: (call, path, via, more = {}) => {
      removeListed(call, machine, path);
      removePath(machine, call, path, via, more);
    },
    locate: (call, text) => located(machine, call, text).path,
    content: (call, path) => contentOf(machine, call, path),
    run: (call, argv, reached) => {
      const here = reach(machine, call, reached);
      // Each level copies its words, so long lines of wrappers pay for their length.
      machine.budget.steps -= argv.length >> 3;
      if (here.frame.depth > MAX_DEPTH || machine.budget.steps < 0) {
        machine.mark(machine.budget.steps < 0 ? 'too-many' : 'too-deep', 'nesting', here.frame);
        return machine.unknown('…');
      }
      const fields = argv.map((text) => ({ text, glob: /[*?[]/.test(text) }));
      const fresh = reached.assignments ?? new Map<string, string>();
      return execute(machine, { fields, here, assignments: new Map([...call.assignments, ...fresh]), fresh });
    },
    script: (call, text, reached) => {
      for (const onDisk of scriptsOfText(machine, call, text))
        runInScript(machine, onDisk, () => machine.script(call, onDisk.text, { ...reached, capture: false }));
      const here = reach(machine, call, { ...reached, via: reached.via ?? 'script' }, text);
      const printed = runText(machine, text, here);
      if (reached.inPlace === true && reached.stdin === undefined) call.io.stdin = here.io.stdin;
      return printed;
    },
    runFile: (call, text, path) => runFile(machine, call, text, path),
    substitute: (node, here) => substitute(machine, node, here),
    expandText: (text, here) => expandText(machine, text, here),
    walk: (node, here) => walk(machine, node, here),
    code: (call, program, text, args = []) => {
      for (const onDisk of scriptsOfText(machine, call, text))
        runInScript(machine, onDisk, () => scanCode(machine, call, { program, text: onDisk.text, args }));
      scanCode(machine, call, { program, text, args });
    },
  };
  return machine;
}

function projectOf({ cwd, project }: Context): string | null {
  if (!cwd.startsWith('/')) return null;
  return project !== undefined && isWithin(project, cwd) ? normalise(project) : normalise(cwd);
}

function reach(machine: Machine, call: Call, reached: Reached, source?: string): Here {
  const { frame, io } = call;
  const next: Frame = {
    ...frame,
    via: reached.via ?? 'wrapper',
    wrappers: reached.wrapper === undefined ? frame.wrappers : [...frame.wrappers, reached.wrapper],
    place: reached.place ?? frame.place,
    mounts: reached.mounts ?? frame.mounts,
    depth: frame.depth + 1,
    source: source ?? frame.source,
    span: frame.span ?? { start: 0, end: frame.source.length },
  };
  const shared =
    reached.scope ?? (source === undefined || reached.inPlace === true ? call.scope : branch(machine, call.scope));
  const scope = reached.wrapper === undefined || OWN.has(reached.wrapper) ? shared : withoutPrivate(shared);
  if (reached.file !== undefined && reached.inPlace !== true) scope.vars.set('0', reached.file);
  if (reached.file !== undefined) scope.vars.set('BASH_SOURCE', reached.file);
  const stdin = reached.stdin === undefined ? io.stdin : reached.stdin === null ? null : { text: reached.stdin };
  const inner: Io = { stdin, capture: reached.capture ?? io.capture, taken: io.taken };
  return { frame: next, scope: reached.positional === undefined ? scope : withPositional(scope, reached), io: inner };
}

/** Commands of the shell itself; everything else is another process, which sees only exported functions and no aliases. */
const OWN = new Set(['eval', 'source', '.', 'trap', 'mapfile', 'readarray', 'command', 'builtin', 'complete', 'bind']);

function withoutPrivate(scope: Here['scope']): Here['scope'] {
  const ofParent = scope.vars.size === 0 ? scope.ofParent : new Set(scope.vars.keys());
  if (scope.functions.size === 0 && scope.aliases.size === 0)
    return ofParent === undefined ? scope : { ...scope, ofParent };
  const functions = new Map([...scope.functions].filter(([, definition]) => definition.exported === true));
  return { ...scope, functions, aliases: new Map(), ...(ofParent === undefined ? {} : { ofParent }) };
}

function withPositional(scope: Here['scope'], reached: Reached): Here['scope'] {
  return { ...scope, positional: reached.positional ?? null };
}

function runFile(machine: Machine, call: Call, text: string, path: string): string {
  const shebang = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(text);
  const program =
    shebang === null
      ? 'sh'
      : baseName(shebang[1] ?? 'sh') === 'env'
        ? (shebang[2] ?? 'sh')
        : baseName(shebang[1] ?? 'sh');
  if (/^(ba|z|da|k|a)?sh$/.test(program))
    return machine.script(call, text, { via: 'script', file: path, positional: call.args, capture: call.io.capture });
  machine.code(call, program, text);
  return machine.unknown(`$(${path})`);
}

function substitute(machine: Machine, node: SyntaxNode, here: Here): string {
  if (
    node.type !== 'CommandExpansion' &&
    node.type !== 'ProcessSubstitution' &&
    node.type !== 'ArithmeticCommandExpansion'
  )
    return '';
  const script = node.script;
  if (script === undefined) return machine.unknown(node.text);
  const { frame } = here;
  const source = script.source ?? frame.source;
  const span = frame.span ?? (script.source === undefined ? undefined : { start: node.pos, end: node.end });
  const writes = node.type === 'ProcessSubstitution' && node.operator === '>';
  const file = onlyFile(script);
  if (file !== undefined) return fileText(machine, file, here, node.text);
  const inner: Here = {
    scope: branch(machine, here.scope),
    frame: {
      ...frame,
      via: frame.via === 'direct' ? 'substitution' : frame.via,
      source,
      span,
      depth: frame.depth + 1,
      concurrent: frame.concurrent || node.type === 'ProcessSubstitution',
    },
    io: { stdin: here.io.stdin, capture: !writes, taken: true },
  };
  const text = script.source ?? node.text.replace(/^(\$\(|`|[<>]\()/, '').replace(/[)`]$/, '');
  const printed = runParsed(machine, script, text, inner);
  if (node.type === 'ProcessSubstitution') {
    const path = `/dev/fd/${100 + machine.files.size}`;
    machine.files.set(path, printed);
    // What a program writes there is the command's input: `curl -o >(sh) …`.
    if (writes)
      machine.sinks.set(path, (_writer, text) => {
        if (text !== here.io.stdin?.text)
          runParsed(machine, script, source, { ...inner, io: { ...inner.io, stdin: { text } } });
      });
    return path;
  }
  return relabel(machine, printed.replace(/\n+$/, ''), node.text);
}

/** An unknown result reads better as the substitution it came from. */
function relabel(machine: Machine, text: string, raw: string): string {
  if (text.length !== 1 || !hasUnknown(text)) return text;
  // A variable inside that must be set, or has another value, is not the value of the whole.
  const { required: _required, otherwise: _otherwise, ...old } = lookup(machine.unknowns, text) ?? { origin: 'value' };
  return addUnknown(machine.unknowns, { ...old, raw });
}

/** `$(<file)` */
function onlyFile(script: ParsedScript): Extract<SyntaxNode, { type: 'Redirect' }> | undefined {
  const command = script.commands.length === 1 ? script.commands[0]?.command : undefined;
  if (
    command?.type !== 'Command' ||
    command.name !== undefined ||
    command.prefix.some((item) => item.type === 'Assignment')
  )
    return undefined;
  const redirect = command.redirects.length === 1 ? command.redirects[0] : undefined;
  return redirect?.type === 'Redirect' && redirect.operator === '<' ? redirect : undefined;
}

function fileText(
  machine: Machine,
  redirect: Extract<SyntaxNode, { type: 'Redirect' }>,
  here: Here,
  raw: string,
): string {
  const path = redirect.target === undefined ? '' : cookText(machine, redirect.target, here);
  const call: Call = { program: '', args: [], ...here, index: -1, assignments: new Map() };
  machine.read(call, path, 'redirect');
  const known = machine.content(call, path);
  return known?.replace(/\n+$/, '') ?? bytesOf(machine, machine.locate(call, path), raw);
}

function expandText(machine: Machine, text: string, here: Here): string {
  const mark = 'HOOKCTL-END-OF-TEXT';
  const source = `cat <<${mark}\n${text}\n${mark}\n`;
  const script = parseScript(source);
  const command = script.commands[0]?.command;
  const redirect = command?.type === 'Command' ? command.redirects[0] : undefined;
  if (redirect?.type !== 'HereDoc' || redirect.body.parts === undefined) return text;
  const inner = {
    ...here,
    frame: { ...here.frame, source, span: here.frame.span ?? { start: 0, end: here.frame.source.length } },
  };
  return cookParts(machine, redirect.body.parts, inner).replace(/\n$/, '');
}
