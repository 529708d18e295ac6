import { dirname, join } from 'node:path';
import { readBundle, rootText, type Stage, stageOf } from './bundle.ts';
import type { SetTeam } from './set-team.ts';

export interface InstalledBundle {
  /** Takes the place of the layer's text. */
  text: string;
  /** What it extends, by the paths that messages show. */
  files: Map<string, string>;
  /** What people read about it. */
  about: { team: string; version: number; note: string; mode: Stage['mode']; percent: number };
}

export interface InstalledBeside {
  /** What the user has joined, as it is written. */
  membership: string | null;
  /** What the administrator has set. */
  set: SetTeam | { problem: string } | null;
  /** The version of hookctl. */
  hookctl: string;
}

/** The team's policy as a layer; a problem says why it is refused. */
export function readInstalled(
  path: string,
  envelope: string,
  { membership, set, hookctl }: InstalledBeside,
): InstalledBundle | { problem: string } {
  const refused = (problem: string) => ({ problem: `the policy of the team is refused: ${problem}` });
  const joined = trustIn(membership);
  if (joined === null) return refused('this machine belongs to no team (hookctl join)');
  if (set !== null && 'problem' in set) return refused(set.problem);
  const trust = set === null ? joined : { ...joined, team: set.team, keys: set.keys };
  const read = readBundle(envelope, { ...trust, hookctl, atLeast: trust.newest });
  if (!read.ok) return refused(read.problem);
  const { bundle } = read;
  const stage = stageOf(bundle, trust.machine);
  const { team, version, note } = bundle;
  return {
    text: rootText(stage),
    about: { team, version, note, ...stage },
    files: new Map(bundle.files.map((file) => [join(dirname(path), file.path), file.text])),
  };
}

interface Trust {
  team: string;
  keys: string[];
  machine: string;
  newest: number | null;
}

function trustIn(membership: string | null): Trust | null {
  try {
    const { team, keys, machine, newest } = JSON.parse(membership ?? '') as Partial<Trust>;
    return typeof team === 'string' && Array.isArray(keys) && typeof machine === 'string'
      ? { team, keys, machine, newest: newest ?? null }
      : null;
  } catch {
    return null;
  }
}
