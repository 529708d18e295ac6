import type { Analysis, Effect, Invocation, ScriptPlace } from '../../shell/index.ts';
import type { World } from '../../system/ports.ts';

/** What a script on disk is judged by: where the project is, and which files the agent wrote or changed in this session. */
interface Project {
  world: Pick<World, 'tempDirectories'>;
  root: string;
  isAgents: (file: string) => boolean;
}

/**
 * The analysis without the ordinary work of a project's own scripts: `npm run build` writes files, `make clean` deletes some, a test makes a repository
 * and resets it, and an application reads its `.env`. The author of a script has not written it to get past a guard, so nothing in it is guessed at.
 * A script that the agent wrote or changed in this session is the agent's own text, and all of it counts.
 */
export function withoutProjectWork(analysis: Analysis, { world, root, isAgents }: Project): Analysis {
  const isProjects = ({ script }: { script?: ScriptPlace }): boolean => script !== undefined && !isAgents(script.file);
  const { invocations, effects, assumed = [] } = analysis;
  if (![invocations, effects, assumed].some((list) => list.some(isProjects))) return analysis;
  const made = effects.flatMap((effect) => (isProjects(effect) && makesDirectory(effect) ? [effect.path] : []));
  const ordinary = new Set(
    invocations.flatMap((invocation, at) => (isProjects(invocation) && isOrdinaryCall(invocation, made) ? [at] : [])),
  );
  const isOrdinary = (effect: Effect): boolean => {
    if (!isProjects(effect)) return false;
    if (effect.kind === 'environment') return true;
    if (effect.kind === 'git') return effect.operation === 'config' || ordinary.has(effect.by);
    return 'path' in effect && isOrdinaryPath(effect.path, root, world.tempDirectories());
  };
  return {
    ...analysis,
    invocations: invocations.map((invocation, at) => (ordinary.has(at) ? idle(invocation) : invocation)),
    effects: effects.filter((effect) => !isOrdinary(effect)),
    assumed: assumed.filter((effect) => !isProjects(effect)),
  };
}

/** A guess, a call of a function, a program that a variable names, or git at work where the user has nothing: in an unknown directory or one made before. */
function isOrdinaryCall({ program, cwd, via, assumed, defined }: Invocation, made: readonly string[]): boolean {
  if (assumed === true || defined === true || via === 'variable') return true;
  return program === 'git' && (cwd === null || made.some((place) => `${cwd}/`.startsWith(`${place}/`)));
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

/** An unknown path, one of the project, or one below a temporary directory that does not hold the project. */
function isOrdinaryPath(path: string, root: string, temporary: readonly string[]): boolean {
  if (path === '?') return true;
  const rest = behind(root, path);
  if (rest !== undefined) return !GUARDED.test(rest) && !isEverything(rest);
  return temporary.some((directory) => {
    const name = behind(directory, path);
    return name !== undefined && !isEverything(name) && behind(path, root) === undefined;
  });
}

/** A pattern that leaves nothing out. */
function isEverything(path: string): boolean {
  return /^\*+(?:\/|$)/.test(path);
}

/** The path from a directory down to what is in it; undefined where it is not in it. */
function behind(directory: string, path: string): string | undefined {
  const inside = directory === '/' ? '/' : `${directory}/`;
  return path.startsWith(inside) ? path.slice(inside.length) : undefined;
}
