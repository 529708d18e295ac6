import type { World } from '../../system/ports.ts';
import type { Action, AgentEvent } from '../../protocol/agent-event.ts';
import { analysePowerShell, type Analysis, type Context, type Invocation, type MarkKind } from '../../shell/index.ts';
import { guardFiles } from '../match/guard-globs.ts';
import type { Places } from '../match/target.ts';
import { correctAnalysis } from './correct-analysis.ts';
import { createEventCaches, type EventCaches } from './event-caches.ts';
import { readScript } from './project-scripts.ts';

/** Facts derived from one event, each computed once, on demand. */
export interface EventFacts {
  event: AgentEvent;
  world: World;
  places: Places;
  caches: EventCaches;
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
  caches?: EventCaches | undefined;
  /** Files that the agent has edited in this session; absent: it is not known, and scripts count as the project's. */
  edited?: (path: string) => boolean;
}

export function eventFacts(
  event: AgentEvent,
  world: World,
  { caches = createEventCaches(), edited = () => false }: FactSources = {},
): EventFacts {
  const home = world.home();
  const memo = createMemo();
  const analysisOf = (action: Action): Analysis | null => {
    if (action.kind !== 'exec') return null;
    return memo(action, 'analysis', () => analyseCommand(action, event, world, { caches, edited }));
  };
  const rebasedFacts = new Map<string, EventFacts>();
  const facts: EventFacts = {
    event,
    world,
    caches,
    memo,
    places: {
      root: event.projectRoot,
      cwd: event.cwd,
      home,
      caseless: world.os() === 'macos' || world.os() === 'windows',
      guard: guardFiles(world, event),
      segments: caches.segments,
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

type Command = Action & { kind: 'exec' };

/** What a command would do, by its text and by what is on this machine. */
function analyseCommand(
  command: Command,
  { projectVariable, projectRoot }: AgentEvent,
  world: World,
  { caches, edited }: { caches: EventCaches; edited: (path: string) => boolean },
): Analysis {
  const env = environment(world, projectVariable);
  const project = projectVariable === null ? undefined : env[projectVariable];
  const scriptAt = (path: string) => readScript(world, path, edited);
  const analysis = analysisIn(command, { cwd: command.cwd, home: world.home(), env, project, scriptAt }, caches);
  return correctAnalysis(analysis, { world, root: projectRoot, isAgents: edited });
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

function analysisIn({ shell, command }: Command, context: Context, { analysis: analyse }: EventCaches): Analysis {
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
