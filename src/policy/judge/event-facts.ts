import type { World } from '../../system/ports.ts';
import type { Action, AgentEvent } from '../../protocol/agent-event.ts';
import { analysePowerShell, type Analysis, type Context, type Invocation, type MarkKind } from '../../shell/index.ts';
import { isGlob } from '../match/glob.ts';
import { guardFiles } from '../match/guard-globs.ts';
import type { Places } from '../match/match-path.ts';
import { correctAnalysis, readScript } from './correct-analysis.ts';
import { createPrepared, type Prepared } from './prepared.ts';

/** Facts derived from one event, each computed once, on demand. */
export interface EventFacts {
  event: AgentEvent;
  world: World;
  places: Places;
  prepared: Prepared;
  analysisOf: (action: Action) => Analysis | null;
  /** A line of a script on disk that is the project's, not the agent's: the script as a whole was allowed or not. */
  isProjectScript: (invocation: Invocation | undefined) => boolean;
  /** Some command of the event could not be followed to its end. */
  uncertain: () => boolean;
  /** Worked out at most once for this event: rules ask the same of the same command, path or list. */
  memo: <T>(subject: object, what: string, compute: () => T) => T;
  /** The same event for rules whose paths are relative to another directory than the project. */
  from: (base: string) => EventFacts;
}

export interface FactSources {
  prepared?: Prepared | undefined;
  /** Files that the agent has edited in this session; absent: it is not known, and scripts count as the project's. */
  edited?: (path: string) => boolean;
}

export function eventFacts(
  event: AgentEvent,
  world: World,
  { prepared = createPrepared(), edited = () => false }: FactSources = {},
): EventFacts {
  const home = world.home();
  const analysisOf = (action: Action): Analysis | null => {
    if (action.kind !== 'exec') return null;
    return memo(action, 'analysis', () => {
      const env = environment(world, event.projectVariable);
      const project = event.projectVariable === null ? undefined : env[event.projectVariable];
      const scriptAt = (path: string) => readScript(world, path, edited);
      const analysis = analysisIn(action, { cwd: action.cwd, home, env, project, scriptAt }, prepared);
      return correctAnalysis(analysis, { world, root: event.projectRoot, isAgents: edited });
    });
  };
  const memo = createMemo();
  const rebasedFacts = new Map<string, EventFacts>();
  const facts: EventFacts = {
    event,
    world,
    prepared,
    memo,
    places: {
      root: event.projectRoot,
      cwd: event.cwd,
      home,
      caseless: world.os() === 'macos' || world.os() === 'windows',
      guard: guardFiles(world, event),
      segments: prepared.segments,
    },
    analysisOf,
    isProjectScript: (invocation) => invocation?.script !== undefined && !edited(invocation.script.file),
    uncertain: () => event.actions.some((action) => isUncertain(analysisOf(action))),
    from: (base) => {
      const rebased = rebasedFacts.get(base) ?? { ...facts, places: { ...facts.places, root: base } };
      rebasedFacts.set(base, rebased);
      return rebased;
    },
  };
  return facts;
}

function createMemo(): EventFacts['memo'] {
  const bySubject = new Map<object, Map<string, unknown>>();
  return <T>(subject: object, what: string, compute: () => T): T => {
    const answers = bySubject.get(subject) ?? new Map<string, unknown>();
    bySubject.set(subject, answers);
    if (!answers.has(what)) answers.set(what, compute());
    return answers.get(what) as T;
  };
}

function analysisIn(
  { shell, command }: Action & { kind: 'exec' },
  context: Context,
  { analysis: analyse }: Prepared,
): Analysis {
  if (shell === 'powershell') return analysePowerShell(command, context);
  const analysis = analyse(command, context);
  return shell === 'other' ? perhapsBash(analysis) : analysis;
}

const SYNTAX: ReadonlySet<MarkKind> = new Set<MarkKind>(['parse-error', 'open-text']);

/** Text that may be for a shell or for another program: what bash would run of it counts, but a syntax error does not. */
function perhapsBash(analysis: Analysis): Analysis {
  // Text that is not bash is split word by word, and may seem deep.
  const isBash = !analysis.marks.some(({ kind }) => kind === 'parse-error');
  const marks = analysis.marks.filter(({ kind }) => !SYNTAX.has(kind) && (isBash || kind !== 'too-deep'));
  const understood = !marks.some(({ kind }) => kind === 'too-long' || kind === 'too-deep' || kind === 'too-many');
  return { ...analysis, marks, understood };
}

/** Only what a command line commonly builds paths from; the agent's shell may differ from ours in everything else. */
const PATH_VARIABLES = ['HOME', 'USER', 'TMPDIR', 'SHELL', 'XDG_CONFIG_HOME'];

function environment(world: World, projectVariable: string | null): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of projectVariable === null ? PATH_VARIABLES : [...PATH_VARIABLES, projectVariable]) {
    const value = world.env(name);
    if (typeof value === 'string') env[name] = value;
  }
  return env;
}

export function isUncertain(analysis: Analysis | null): boolean {
  return analysis !== null && (!analysis.understood || analysis.marks.some(({ kind }) => !PLAIN.has(kind)));
}

/** An assumed default was followed; a script that was not read is judged by the rules on it. */
const PLAIN: ReadonlySet<MarkKind> = new Set<MarkKind>(['assumed-default', 'unread-script']);

const HIDING: ReadonlySet<MarkKind> = new Set<MarkKind>([
  'dynamic-command',
  'dynamic-script',
  'parse-error',
  'too-long',
  'too-deep',
  'too-many',
  'unknown-interpreter-code',
]);

/** The command may do more than the analysis lists: text or programs only known at run time. */
export function hidesEffects(analysis: Analysis): boolean {
  return !analysis.understood || analysis.marks.some((mark) => HIDING.has(mark.kind));
}

/** The files that one action writes, deletes or moves, as far as they can be named before it runs. */
export function changedPaths(action: Action, facts: EventFacts): string[] {
  if (action.kind === 'file') {
    if (action.op === 'read') return [];
    return action.from === undefined ? [action.path] : [action.from, action.path];
  }
  const paths = new Set<string>();
  for (const effect of facts.analysisOf(action)?.effects ?? []) {
    const changes = (effect.kind === 'write' || effect.kind === 'delete') && effect.place === 'local';
    if (changes && effect.path !== '?' && !isGlob(effect.path)) paths.add(effect.path);
  }
  return [...paths];
}

/** Asks the host each question once per event. Once the budget is used up, questions about files are answered with "cannot tell". */
export function memoWorld(world: World, budgetMs: number | null): World {
  const deadline = budgetMs === null ? Infinity : world.now() + budgetMs;
  const answers = new Map<string, unknown>();
  const once = <A extends unknown[], R>(name: string, ask: (...args: A) => R) => {
    return (...args: A): R | undefined => {
      const key = [name, ...args].join('\0');
      if (answers.has(key)) return answers.get(key) as R;
      if (deadline !== Infinity && world.now() >= deadline) return undefined;
      const answer = ask(...args);
      answers.set(key, answer);
      return answer;
    };
  };
  return {
    os: world.os,
    now: world.now,
    localTime: world.localTime,
    env: world.env,
    home: world.home,
    tempDirectories: world.tempDirectories,
    kind: once('kind', world.kind),
    size: once('size', world.size),
    lines: once('lines', world.lines),
    text: once('text', world.text),
    tracked: once('tracked', world.tracked),
    ignored: once('ignored', world.ignored),
    branch: once('branch', world.branch),
    commit: once('commit', world.commit),
    unsaved: once('unsaved', world.unsaved),
    dropsCommits: once('dropsCommits', world.dropsCommits),
    linkedWorktree: once('linkedWorktree', world.linkedWorktree),
    installed: once('installed', world.installed),
    realpath: once('realpath', world.realpath),
    entries: once('entries', world.entries),
    hardLink: once('hardLink', world.hardLink),
    guardPlaces: world.guardPlaces,
  };
}
