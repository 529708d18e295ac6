import { descriptorAt, inputOf } from '../run/descriptors.ts';
import { placesBehind } from './links.ts';
import type { Call, Machine } from '../run/machine.ts';
import { isWithin, locate } from './paths.ts';
import { matches } from '../expand/pattern.ts';
import { originOf } from '../expand/unknown.ts';
import { isBelow } from '../../protocol/text/path-below.ts';

const MOST_FILES = 200;
const MOST_TEXT = 64 * 1024;

/** The text of a file that this command wrote: `/dev/fd/3` is what the descriptor holds, everything else what was written there. */
export function contentOf(machine: Machine, call: Call, path: string): string | undefined {
  const at = locate(machine.unknowns, call.scope.cwd, path).path;
  const number = descriptorAt(at);
  const input = number === undefined ? undefined : inputOf(number, call.scope, call.io);
  const known = input?.text ?? machine.files.get(at);
  if (known !== undefined) return known;
  for (const place of placesBehind(machine, call, path)) {
    const text = machine.files.get(place);
    if (text !== undefined) return text;
  }
  const reached = /[*?[]/.test(at) ? contentOfAll(machine, at) : undefined;
  if (reached === undefined && machine.forgotten.has(at)) machine.mark('too-many', `the text of ${at}`, call.frame);
  return reached;
}

/** Two stars stand for any directories, or none: `./**` + `/name`. */
function isReached(path: string, pattern: string): boolean {
  const [above = '', below] = pattern.split('/**/', 2);
  if (below !== undefined && !/[*?[]/.test(above) && !below.includes('/'))
    return isBelow(above, path) && matches(path.slice(path.lastIndexOf('/') + 1), below);
  return path.split('/').length === pattern.split('/').length && matches(path, pattern);
}

/** What a pattern reaches of the files that this command wrote, in the order in which the shell lists them. */
function contentOfAll(machine: Machine, pattern: string): string | undefined {
  const reached = [...machine.files.keys()].filter((path) => !path.startsWith('/dev/fd/') && isReached(path, pattern));
  if (reached.length === 0) return undefined;
  return reached
    .sort()
    .map((path) => machine.files.get(path) ?? '')
    .join('');
}

/** The text takes the place of what was there, follows it, or takes the place of as much as it is long (`over`). */
export type Placed = 'instead' | 'behind' | 'over';

export function keepFile(machine: Machine, path: string, content: string, placed: Placed): void {
  if (path === '?') return;
  const old = placed === 'instead' ? '' : (machine.files.get(path) ?? '');
  const isNew = !machine.files.has(path);
  if ((isNew && machine.files.size > MOST_FILES) || old.length + content.length >= MOST_TEXT) {
    machine.files.delete(path);
    machine.forgotten.add(path);
    return;
  }
  machine.files.set(path, placed === 'over' ? content + old.slice(content.length) : old + content);
}

/** Archives and clones from the network hold files that have not been inspected. */
export function noteDownload(machine: Machine, call: Call, directory: string): void {
  const at = locate(machine.unknowns, call.scope.cwd, directory).path;
  if (at !== '?' && at !== '/') machine.downloads.push(at);
}

/** Text that came from the network, whole or in part. */
export function isFromNetwork(machine: Machine, text: string | undefined): boolean {
  return text !== undefined && originOf(machine.unknowns, text) === 'network';
}

/** A file of a directory that this command got from the network. */
export function isFetched(machine: Machine, call: Call, path: string): boolean {
  if (machine.downloads.length === 0) return false;
  const at = locate(machine.unknowns, call.scope.cwd, path).path;
  const places = [at, ...placesBehind(machine, call, path)];
  return places.some((place) => isDownloaded(machine, place));
}

function isDownloaded(machine: Machine, place: string): boolean {
  return !isOfNewEnvironment(machine, place) && machine.downloads.some((directory) => isWithin(directory, place));
}

/** What each virtual environment of Python has; it is written anew, whatever was there. */
const OF_ENVIRONMENT = /\/bin\/(?:activate(?:\.\w+)?|python[\d.]*|pip[\d.]*)$/;

/** `git clone URL x && cd x && python -m venv .venv && . .venv/bin/activate` */
function isOfNewEnvironment({ analysis: { effects, invocations } }: Machine, place: string): boolean {
  if (!OF_ENVIRONMENT.test(place)) return false;
  const environment = place.replace(OF_ENVIRONMENT, '');
  return effects.some(
    (effect) =>
      effect.kind === 'write' &&
      effect.path.replace(/\/\*\*$/, '') === environment &&
      /^(?:python[\d.]*|virtualenv|uv)$/.test(invocations[effect.by]?.program ?? ''),
  );
}
