import {
  type Analysis,
  type Effect,
  type GitEffect,
  type Invocation,
  resolvePath,
  type ScriptText,
  withAssumed,
  type Word,
} from '../../shell/index.ts';
import type { World } from '../../system/ports.ts';
import { scriptAt } from '../../shell/programs/support/started-by.ts';
import { mayTake, widened } from '../repository/losses.ts';
import { withoutProjectWork } from './project-scripts.ts';

/** What an analysis of the text alone cannot know: the project, the agent's own files, and the machine. */
export interface Surroundings {
  world: World;
  root: string;
  /** The agent wrote or changed this file in the session. */
  isAgents: (file: string) => boolean;
}

/** The analysis of a command's text, corrected by what is on this machine. What is only assumed counts as the rest does. */
export function correctAnalysis(analysis: Analysis, surroundings: Surroundings): Analysis {
  const { world } = surroundings;
  const judged = withAssumed(withoutProjectWork(analysis, surroundings));
  return withoutIdleCleans(withRealPrograms(judged, world), world);
}

/** Longer scripts are not read. */
const MOST_BYTES = 64 * 1024;

/** Installed programs: their authors answer for them, and they are not part of this project. */
const INSTALLED = /^\/(?:usr|bin|sbin|lib|lib64|opt|nix)\/|\/(?:node_modules|site-packages|\.venv|venv)\//;

/** The text of a script on disk that a command is about to run. */
export function readScript(world: World, path: string, isAgents: (file: string) => boolean): ScriptText {
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

/**
 * hookctl goes by the file that is started, whatever the link to it is called: `./h uninstall`, `node ./tool.mjs uninstall`. Other programs keep the name
 * they are called by.
 */
function withRealPrograms(analysis: Analysis, world: World): Analysis {
  let changed = false;
  const invocations = analysis.invocations.map((invocation) => {
    const real = realInvocation(invocation, world);
    changed ||= real !== invocation;
    return real;
  });
  return changed ? { ...analysis, invocations } : analysis;
}

function realInvocation(invocation: Invocation, world: World): Invocation {
  const { path, program, argv, cwd, place } = invocation;
  if (place !== 'local' || cwd === null) return invocation;
  if (path.includes('/')) {
    const real = ownFile(path, cwd, world);
    if (real !== null) return { ...invocation, path: real, program: real.slice(real.lastIndexOf('/') + 1) };
  }
  const at = scriptAt(
    program,
    argv.map((word) => word.text),
  );
  const script = argv[at];
  if (script === undefined || script.dynamic) return invocation;
  const real = ownFile(script.text, cwd, world);
  return real === null ? invocation : { ...invocation, argv: argv.with(at, { ...script, text: real } satisfies Word) };
}

/** The hookctl file that a symlink points to, or null. */
function ownFile(path: string, cwd: string, world: World): string | null {
  const named = resolvePath(cwd, path);
  const real = named === '?' ? undefined : world.realpath(named);
  return real !== undefined && real !== named && OWN.test(real) ? real : null;
}

const OWN = /\/(?:hookctl(?:-dispatcher)?(?:\.[cm]?js)?|dispatcher(?:\.cjs)?)$/;

/** The analysis without what `git clean` would delete where the repository shows that there is nothing to delete. */
function withoutIdleCleans(analysis: Analysis, world: World): Analysis {
  const idle = analysis.effects.filter((effect) => isIdleClean(effect, analysis, world)).map((effect) => effect.by);
  if (idle.length === 0) return analysis;
  const effects = analysis.effects.filter((effect) => effect.kind !== 'delete' || !idle.includes(effect.by));
  return { ...analysis, effects };
}

function isIdleClean(effect: Effect, analysis: Analysis, world: World): effect is GitEffect {
  if (effect.kind !== 'git' || effect.operation !== 'worktree-loss' || effect.subcommand !== 'clean') return false;
  const paths = effect.detail.length === 0 ? ['.'] : effect.detail.map(widened);
  return paths.every((path) => !mayTake({ effect, analysis, world }, path));
}
