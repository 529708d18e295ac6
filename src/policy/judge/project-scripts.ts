import type { Analysis, Effect, Invocation, ScriptPlace, ScriptText } from '../../shell/index.ts';
import type { World } from '../../system/ports.ts';
import { isAtOrBelow, isBelow, relativeTo } from '../../protocol/text/path-below.ts';

/** What a script on disk is judged by: where the project is, and which files the agent wrote or changed in this session. */
interface Project {
  world: Pick<World, 'tempDirectories'>;
  root: string;
  isAgents: (file: string) => boolean;
}

/**
 * The analysis without the ordinary work of scripts: `npm run build` writes files, `make clean` deletes some, a test makes a repository and resets it, and
 * an application reads its `.env`. The author of a project's own script has not written it to get past a guard, so nothing in it is guessed at.
 * A script that the agent wrote or changed in this session is the agent's own text, and all of it counts. One that lies elsewhere, such as a download,
 * may work on the project, and no more.
 */
export function withoutProjectWork(analysis: Analysis, { world, root, isAgents }: Project): Analysis {
  const isOthers = ({ script }: Placed): boolean => script !== undefined && !isAgents(script.file);
  const isProjects = (one: Placed): boolean => isOthers(one) && isBelow(root, one.script?.file ?? '');
  const { invocations, effects, assumed = [] } = analysis;
  if (![invocations, effects, assumed].some((list) => list.some(isOthers))) return analysis;
  const made = effects.flatMap((effect) =>
    isProjects(effect) && makesDirectory(effect) && !isAtOrBelow(effect.path, root) ? [effect.path] : [],
  );
  const ordinary = new Set(
    invocations.flatMap((invocation, at) => (isProjects(invocation) && isOrdinaryCall(invocation, made) ? [at] : [])),
  );
  const isOrdinary = (effect: Effect): boolean => {
    if (!isOthers(effect)) return false;
    if ('path' in effect && (effect.path === '?' || isWorkInside(root, effect.path))) return true;
    if (!isProjects(effect)) return false;
    if (effect.kind === 'environment') return true;
    if (effect.kind === 'git') return effect.operation === 'config' || ordinary.has(effect.by);
    return (
      'path' in effect && !isAtOrBelow(effect.path, root) && isTemporary(effect.path, root, world.tempDirectories())
    );
  };
  return {
    ...analysis,
    invocations: invocations.map((invocation, at) => (ordinary.has(at) ? idle(invocation) : invocation)),
    effects: effects.filter((effect) => !isOrdinary(effect)),
    assumed: assumed.filter((effect) => !isProjects(effect)),
  };
}

type Placed = { script?: ScriptPlace };

/** A guess, a call of a function, a program that a variable names, or git at work where the user has nothing: in an unknown directory or one made before. */
function isOrdinaryCall({ program, cwd, via, assumed, defined }: Invocation, made: readonly string[]): boolean {
  if (assumed === true || defined === true || via === 'variable') return true;
  return program === 'git' && (cwd === null || made.some((place) => isAtOrBelow(place, cwd)));
}

function makesDirectory(effect: Effect): effect is Effect & { kind: 'write' } {
  return effect.kind === 'write' && (effect.via === 'create' || effect.via === 'git') && effect.path.startsWith('/');
}

/** The place of a call in the list stays, since effects and pipes name it. */
function idle(invocation: Invocation): Invocation {
  return { ...invocation, program: ':', path: ':', argv: [], assignments: [] };
}

/** What no script of a project needs to touch. */
const GUARDED = /^\.(?:git|hookctl)(?:\/|$)/;

/** A path of the project, but neither all of it nor what is guarded. */
function isWorkInside(root: string, path: string): boolean {
  const rest = relativeTo(root, path) ?? '';
  return rest !== '' && !GUARDED.test(rest) && !isEverything(rest);
}

/** A path below a temporary directory and outside the project, which may be in one itself. */
function isTemporary(path: string, root: string, directories: readonly string[]): boolean {
  if (isBelow(root, path)) return false;
  return directories.some((directory) => {
    const name = relativeTo(directory, path) ?? '';
    return name !== '' && !isEverything(name);
  });
}

/** A pattern that leaves nothing out. */
function isEverything(path: string): boolean {
  return /^\*+(?:\/|$)/.test(path);
}

/** Longer scripts are not read. */
const MOST_BYTES = 64 * 1024;

/** Installed programs: their authors answer for them, and they are not part of this project. */
const INSTALLED = /^\/(?:usr|bin|sbin|lib|lib64|opt|nix)\/|\/(?:node_modules|site-packages|\.venv|venv)\//;

/** Streams of the process that asks: here they are ours, not the command's. */
const STREAM = /^\/dev\/(?:std(?:in|out|err)|fd\/\d+)$|^\/proc\/(?:self|thread-self)\//;

/** The text of a script on disk that a command is about to run. */
export function readScript(world: World, path: string, isAgents: (file: string) => boolean): ScriptText {
  if (STREAM.test(path)) return 'absent';
  if (INSTALLED.test(path) && !isAgents(path)) return 'absent';
  const size = world.size(path);
  if (size === null) return 'absent';
  // It is not known what is there: the time is up, or this user may not look.
  if (size === undefined) return 'unread';
  if (size > MOST_BYTES) return 'unread';
  const text = world.text(path, MOST_BYTES);
  if (text === undefined) return 'unread';
  // A program, not a script.
  return text === null || text.includes('\0') ? 'absent' : { text };
}
