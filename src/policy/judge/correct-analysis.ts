import { type Analysis, type Invocation, resolvePath, withAssumed, type Word } from '../../shell/index.ts';
import type { World } from '../../system/ports.ts';
import { scriptAt } from '../../shell/programs/support/started-by.ts';
import { withoutIdleCleans } from '../repository/idle-cleans.ts';
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
    const real = ownFileAt(path, cwd, world);
    if (real !== null) return { ...invocation, path: real, program: real.slice(real.lastIndexOf('/') + 1) };
  }
  const at = scriptAt(
    program,
    argv.map((word) => word.text),
  );
  const script = argv[at];
  if (script === undefined || script.dynamic) return invocation;
  const real = ownFileAt(script.text, cwd, world);
  return real === null ? invocation : { ...invocation, argv: argv.with(at, { ...script, text: real } satisfies Word) };
}

/** The hookctl file that a symlink points to, or null. */
function ownFileAt(path: string, cwd: string, world: World): string | null {
  const named = resolvePath(cwd, path);
  const real = named === '?' ? undefined : world.realpath(named);
  return real !== undefined && real !== named && OWN_FILE.test(real) ? real : null;
}

const OWN_FILE = /\/(?:hookctl(?:-dispatcher)?(?:\.[cm]?js)?|dispatcher(?:\.cjs)?)$/;
