import type { Analysis, Context, MarkKind } from '../analysis.ts';
import { addUnknown, render } from '../expand/unknown.ts';
import { effectsOf, located, readPath, removePath, writePath } from '../files/path-effects.ts';
import { isWithin, normalise } from '../files/paths.ts';
import { putBackFile, removeListed } from '../files/put-back.ts';
import { contentOf } from '../files/written-files.ts';
import { COMMAND_BUDGET, MAX_SCRIPTS } from '../limits.ts';
import { addMark, isUnread } from './add-mark.ts';
import type { Call, EffectBody, Machine } from './machine.ts';
import type { Frame } from './scope.ts';
import { scriptPlace } from './script-files.ts';
import { runCode, runFile, runScript, runWords } from './text/reach.ts';
import { expandText, substitute } from './text/substitute.ts';
import { walk } from './walk.ts';

/** The machine on which a text begins. Its requests are functions of this folder and of `files`, so that the files of programs need not import them. */
export function createMachine(context: Context, analysis: Analysis): Machine {
  const machine: Machine = {
    analysis,
    unknowns: [],

    home: context.home ?? context.env?.['HOME'] ?? null,
    project: projectOf(context),
    env: context.env ?? {},
    scriptAt: context.scriptAt ?? null,

    files: new Map(),
    forgotten: new Set(),
    copies: new Map(),
    originals: new Map(),
    links: [],
    archives: { makers: new Map(), packed: new Map() },
    sinks: new Map(),
    gitAliases: new Map(),
    downloads: [],
    directories: new Set(),
    randomNames: new Map(),
    copied: null,
    stashed: null,

    scriptFile: null,
    budget: { ...COMMAND_BUDGET },
    scriptsLeft: MAX_SCRIPTS,

    unknown: (raw, origin = 'value', hint) =>
      addUnknown(machine.unknowns, hint === undefined ? { raw, origin } : { raw, origin, hint }),
    render: (text) => render(machine.unknowns, text),
    emit: (call, effect) => emit(machine, call, effect),
    mark: (kind, detail, frame, more) => mark(machine, { kind, detail, idle: more?.idle ?? false }, frame),
    read: (call, path, via = 'argument') => readPath(machine, call, path, via),
    write: (call, path, via, more = {}) => {
      if (more.content !== undefined && more.append !== true) putBackFile(machine, call, { path, text: more.content });
      writePath(machine, call, path, { via, ...more });
    },
    remove: (call, path, via, more = {}) => {
      removeListed(machine, call, path);
      removePath(machine, call, path, { via, ...more });
    },
    locate: (call, text) => located(machine, call, text).path,
    content: (call, path) => contentOf(machine, call, path),

    run: (call, argv, reached) => runWords(machine, call, argv, reached),
    script: (call, text, reached) => runScript(machine, call, text, reached),
    runFile: (call, text, path) => runFile(machine, call, text, path),
    code: (call, program, text, args = []) => runCode(machine, call, { program, text, args }),
    substitute: (node, here) => substitute(machine, node, here),
    expandText: (text, here) => expandText(machine, text, here),
    walk: (node, here) => walk(machine, node, here),
  };
  return machine;
}

function projectOf({ cwd, project }: Context): string | null {
  if (!cwd.startsWith('/')) return null;
  return project !== undefined && isWithin(project, cwd) ? normalise(project) : normalise(cwd);
}

function emit(machine: Machine, call: Call, effect: EffectBody): void {
  // What comes from elsewhere is not in the stash.
  if (effect.kind === 'move') machine.stashed = null;
  effectsOf(machine.analysis, call).push({
    ...effect,
    by: call.index,
    place: call.frame.place,
    ...scriptPlace(machine, call.frame.line),
  });
}

function mark(
  { analysis, scriptFile }: Machine,
  { kind, detail, idle }: { kind: MarkKind; detail: string; idle: boolean },
  frame: Frame | undefined,
): void {
  if (scriptFile === null) addMark(analysis, { kind, detail, idle }, frame?.span);
  // The unknown values of a script are its author's business; that it was not read to its end is ours.
  else if (isUnread(kind) || kind === 'unread-script')
    addMark(analysis, { kind: 'unread-script', detail: scriptFile.file, idle }, frame?.span);
}
