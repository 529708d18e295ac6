import type { World } from '../../system/ports.ts';
import { type Analysis, type Invocation, resolvePath, type Word } from '../../shell/index.ts';
import { scriptAt } from '../../shell/programs/support/started-by.ts';

/**
 * hookctl goes by the file that is started, whatever the link to it is called: `./h uninstall`, `node ./tool.mjs uninstall`. Other programs keep the name
 * they are called by.
 */
export function withRealPrograms(analysis: Analysis, world: World): Analysis {
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

/** The file of ours behind a link; null: it is none, or no link. */
function ownFile(path: string, cwd: string, world: World): string | null {
  const named = resolvePath(cwd, path);
  const real = named === '?' ? undefined : world.realpath(named);
  return real !== undefined && real !== named && OWN.test(real) ? real : null;
}

const OWN = /\/(?:hookctl(?:-dispatcher)?(?:\.[cm]?js)?|dispatcher(?:\.cjs)?)$/;
