import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsScope } from '../../adapters/agent.ts';
import { type InstallPlace, settingsPath } from '../../install/places.ts';
import { gitRoot } from '../../system/files/git-root.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { isConfirmed } from '../ask.ts';
import { pathForPerson } from './path-for-person.ts';
import type { Setup } from './setup.ts';

interface IgnoreOffer {
  /** The .gitignore that would change. */
  path: string;
  /** Lines to add, from the root of the repository. */
  lines: string[];
}

/** Adds what git would commit although it is of one person or machine. Returns the added lines. */
export async function offerIgnored({ scope, place, values, say }: Setup): Promise<string[]> {
  const offer = ignoreOffer(scope, place);
  if (offer === null) return [];
  const names = offer.lines.map((line) => line.slice(1)).join(' and ');
  const isWanted =
    values.gitignore === true || (values.yes !== true && (await isConfirmed(`Add ${names} to .gitignore?`)));
  if (!isWanted) return [];
  addIgnored(offer);
  say(`added ${names} to ${pathForPerson(offer.path)}\n`);
  return offer.lines;
}

/** Null: there is nothing to add, or this is not a repository. */
function ignoreOffer(scope: SettingsScope, place: InstallPlace): IgnoreOffer | null {
  const root = gitRoot(nodeSystem, place.projectRoot);
  if (root === null || scope === 'user') return null;
  const local = [
    join(place.projectRoot, '.hookctl', 'policy.local.yaml'),
    ...(scope === 'local' ? [settingsPath('local', place)] : []),
  ];
  const lines = local
    .filter((path) => path.startsWith(`${root}/`) && !isIgnored(path, root, place))
    .map((path) => path.slice(root.length));
  return lines.length === 0 ? null : { path: join(root, '.gitignore'), lines };
}

/** No other byte of the file changes. */
function addIgnored({ path, lines }: IgnoreOffer): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  writeFileSync(path, `${before}${gap}${lines.join('\n')}\n`);
}

/** Where git is missing nothing is known, and nothing is offered. */
function isIgnored(path: string, root: string, { env }: InstallPlace): boolean {
  return spawnSync('git', ['check-ignore', '-q', '--', path], { cwd: root, env }).status !== 1;
}
