import type { Analysis, Effect } from './analysis.ts';
import type { Call, Machine } from './machine.ts';
import type { Located } from './paths.ts';
import type { Frame } from './scope.ts';
import { otherPath } from './second-reading.ts';

type PathBody = { kind: 'read' | 'write' | 'delete' } & Record<string, unknown>;

export function pushPath(machine: Machine, call: Call, at: Located, body: PathBody): void {
  // On another machine the directory is never known; that is no riddle of this text.
  if (at.path === '?' && (call.frame.place === 'local' || at.raw.includes('$')))
    machine.mark('dynamic-path', at.raw, call.frame);
  const mount = call.frame.place === 'container' ? mounted(call.frame, at.path) : undefined;
  const place = mount === undefined ? call.frame.place : 'local';
  const path = mount ?? at.path;
  const picked = path.includes('/**/') ? /^(.*\/\*\*)\/[^/]+$/.exec(path) : null;
  const where = picked === null ? { path } : { path: picked[1], hint: path };
  effectsOf(machine.analysis, call).push({ ...body, ...at, ...where, by: call.index, place } as Effect);
}

/** Effects of a second reading are listed apart from what the text surely does. */
export function effectsOf(analysis: Analysis, call: Call): Effect[] {
  return call.frame.assumed === true ? (analysis.assumed ??= []) : analysis.effects;
}

/** The same effect on the path that is left when its unknown parts are empty. */
export function readAgain(
  machine: Machine,
  call: Call,
  text: string,
  apply: (other: { call: Call; path: string }) => void,
): void {
  const path = otherPath(machine, text);
  if (path !== undefined) apply({ call: { ...call, frame: { ...call.frame, assumed: true } }, path });
}

/** A path inside a container that is a directory of this machine. */
function mounted(frame: Frame, path: string): string | undefined {
  for (const { from, to } of frame.mounts) {
    if (path === to) return from;
    const prefix = to === '/' ? '/' : `${to}/`;
    if (path.startsWith(prefix))
      return from === '/' ? `/${path.slice(prefix.length)}` : `${from}/${path.slice(prefix.length)}`;
  }
  return undefined;
}
