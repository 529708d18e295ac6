import type { Analysis, Effect, ScriptPlace, ScriptText } from '../../shell/index.ts';
import type { World } from '../../system/ports.ts';

/** Longer scripts are not read. */
const MOST_BYTES = 64 * 1024;

/** Installed programs: their authors answer for them, and nobody has written them in this project. */
const INSTALLED = /^\/(?:usr|bin|sbin|lib|lib64|opt|nix)\/|\/(?:node_modules|site-packages|\.venv|venv)\//;

/** The text of a script on disk that a command is about to run. */
export function readScript(world: World, path: string, isAgents: (file: string) => boolean): ScriptText {
  if (INSTALLED.test(path) && !isAgents(path)) return 'absent';
  const size = world.size(path);
  if (size === null) return 'absent';
  // Nobody knows what is there: no time left, or no right to look.
  if (size === undefined) return 'unread';
  if (size > MOST_BYTES) return 'unread';
  const text = world.text(path, MOST_BYTES);
  if (text === undefined) return 'unread';
  // A program, not a script.
  return text === null || text.includes('\0') ? 'absent' : { text };
}

export interface ScriptJudging {
  root: string;
  /** The agent wrote or changed this file in the session. */
  isAgents: (file: string) => boolean;
}

/**
 * The analysis without what a project's own scripts do to the project's own files: `npm run build` writes files, `make clean` deletes some, and an
 * application reads its `.env`. A script that the agent wrote or changed in this session is the agent's own text, and all of it counts.
 */
export function withoutProjectWork(analysis: Analysis, { root, isAgents }: ScriptJudging): Analysis {
  if (!analysis.effects.some(({ script }) => script !== undefined)) return analysis;
  const inside = `${root === '/' ? '' : root}/`;
  const isProjectWork = (effect: Effect): boolean => {
    if (effect.script === undefined || !('path' in effect) || isAgents(effect.script.file)) return false;
    const { path } = effect;
    if (path === '?') return true;
    return (
      path.startsWith(inside) &&
      !GUARDED.test(path.slice(inside.length)) &&
      !/^\*+(?:\/|$)/.test(path.slice(inside.length))
    );
  };
  return { ...analysis, effects: analysis.effects.filter((effect) => !isProjectWork(effect)) };
}

/** What no script of a project needs to touch. */
const GUARDED = /^\.(?:git|hookctl)(?:\/|$)/;

/** `rm -rf "$x" (line 3 of scripts/x.sh)`: where the command is that a rule speaks of. */
export function placeInScript(script: ScriptPlace | undefined, root: string): string | null {
  if (script === undefined) return null;
  const file = script.file.startsWith(`${root}/`) ? script.file.slice(root.length + 1) : script.file;
  return script.line === undefined ? file : `line ${script.line} of ${file}`;
}
