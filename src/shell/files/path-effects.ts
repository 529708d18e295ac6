import type { Analysis, DeleteVia, Effect, ReadVia, WriteVia } from '../analysis.ts';
import { notePacking, packedIn } from './archives.ts';
import { noteBytes, noteCopy } from './copies.ts';
import { markCut } from '../run/add-mark.ts';
import { isListedDevice, isUnknownCode, render } from '../expand/unknown.ts';
import { descriptorAt } from '../run/descriptors.ts';
import { placesBehind } from './links.ts';
import type { Call, Machine, WriteMore } from '../run/machine.ts';
import { isDevice, isSink, locate, type Located } from './paths.ts';
import { programKind } from '../programs/support/program-kind.ts';
import type { Frame, Scope } from '../run/scope.ts';
import { isExpectedSet } from '../run/variables.ts';
import { otherPath, unsetInFront } from './other-path.ts';
import { keepFile } from './written-files.ts';
import { scriptPlace } from '../run/script-files.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';

export function located(machine: Machine, call: Call, text: string): Located {
  return locate(machine.unknowns, call.scope.cwd, text);
}

export function readPath(machine: Machine, call: Call, path: string, via: ReadVia): void {
  if (path === '' || path === '-') return;
  for (const place of [path, ...placesBehind(machine, call, path)]) {
    const at = located(machine, call, place);
    if (isSink(at.path)) continue;
    pushPath(machine, call, contentPlace(machine, at), { kind: 'read', via });
    if (via === 'upload' || via === 'redirect')
      for (const packed of packedIn(machine, at.path)) pushPath(machine, call, packed, { kind: 'read', via });
  }
  readAgain(machine, call, path, (other) => readPath(machine, other.call, other.path, via));
}

/** A copy that was just made holds what its original holds. */
function contentPlace({ copied }: Machine, at: Located): Located {
  return copied !== null && at.path === copied.to ? { path: copied.from, raw: at.raw } : at;
}

/** How a path is written. */
type Writing = WriteMore & { via: WriteVia };

export function writePath(machine: Machine, call: Call, path: string, writing: Writing): void {
  if (path === '') return;
  const { via } = writing;
  markCut(machine, call.frame, path);
  // A new link and a moved file take the place of a link that has the name.
  const places = placesBehind(machine, call, path, via === 'link' || via === 'move' ? 'itself' : 'followed');
  for (const place of [path, ...places]) writePlace(machine, call, located(machine, call, place), writing);
  if (via !== 'create' && isListedDevice(machine.unknowns, path))
    machine.emit(call, { kind: 'disk', operation: 'overwrite', device: '?' });
  readAgain(machine, call, path, (other) => writePath(machine, other.call, other.path, writing));
}

function writePlace(machine: Machine, call: Call, at: Located, writing: Writing): void {
  const { via, content, append = false, empties = false, over = false } = writing;
  writeSocket(machine, call, at);
  const number = descriptorAt(at.path);
  const opened = number === undefined ? undefined : call.scope.outputs.get(number);
  if (opened !== undefined) {
    for (const path of opened)
      if (path !== at.path) writePlace(machine, call, located(machine, call, path), { ...writing, append: true });
    return;
  }
  const sink = machine.sinks.get(at.path);
  if (sink !== undefined) sink(call, content ?? machine.unknown(at.raw));
  if (isSink(at.path)) return;
  if (machine.copied?.to === at.path) machine.copied = null;
  // What is below a directory that find has found is somewhere below where it looked.
  const place = { ...at, path: at.path.replace(/(?:\/\*\*){2,}$/, '/**') };
  pushPath(machine, call, place, { kind: 'write', via, append, empties });
  // Another file takes the place of the copy.
  if (!append && via !== 'in-place') forgetCopy(call.scope, at.path);
  // `of=/dev/{}` after xargs: some device.
  if ((isDevice(at.path) || /^\/dev\/\$[({]/.test(at.raw) || isDiskOfVariable(at, via)) && via !== 'create')
    machine.emit(call, { kind: 'disk', operation: 'overwrite', device: at.path });
  if (via === 'copy' || via === 'move' || via === 'link' || call.program === 'dd') noteCopy(machine, call, at.path);
  noteBytes(machine, at.path, content);
  if (content !== undefined) keepFile(machine, at.path, content, over ? 'over' : append ? 'behind' : 'instead');
}

function forgetCopy(scope: Scope, path: string): void {
  if (scope.copied.has(path)) scope.copied = new Map([...scope.copied].filter(([copy]) => copy !== path));
}

/** `dd of=/dev/$disk`; what is written with `>` may be a terminal. */
function isDiskOfVariable(at: Located, via: WriteVia): boolean {
  return via === 'copy' && /^\/dev\/\$\w/.test(at.raw);
}

/** `> /dev/tcp/host/port` */
function writeSocket(machine: Machine, call: Call, at: Located): void {
  if (!at.path.startsWith('/dev/tcp/') && !at.path.startsWith('/dev/udp/')) return;
  machine.emit(call, { kind: 'network', direction: 'upload', host: at.path.split('/')[3] ?? null, url: null });
  // A shell whose output goes to a socket takes its orders from there too.
  const started = machine.analysis.invocations.slice(Math.max(call.index, 0)).map(({ program }) => program);
  const program = started.find((one) => programKind(one) === 'shell');
  if (program !== undefined) machine.emit(call, { kind: 'code', source: 'network', interpreter: program });
}

/** How a path is deleted. */
type Removing = { via: DeleteVia; recursive?: boolean; force?: boolean };

export function removePath(machine: Machine, call: Call, path: string, removing: Removing): void {
  if (path === '') return;
  const { via, recursive = false, force = false } = removing;
  markCut(machine, call.frame, path);
  for (const place of [path, ...placesBehind(machine, call, path, 'itself')])
    pushPath(machine, call, located(machine, call, place), { kind: 'delete', via, recursive, force });
  readAgain(machine, call, path, (other) => removePath(machine, other.call, other.path, removing));
  const unset =
    // `find "$DIR" -delete` with an empty name finds nothing.
    recursive && via === 'rm' && machine.scriptFile === null
      ? unsetInFront(machine, path, (name) => isExpectedSet(call.scope, name))
      : undefined;
  if (unset !== undefined) removePath(machine, whereEmpty(machine, call, path), unset, removing);
  const { cwd, stays } = call.scope;
  if (recursive && cwd === null && stays !== undefined && EVERYTHING.test(path)) {
    const scope = { ...call.scope, cwd: stays.path };
    const frame = { ...call.frame, assumed: true as const, ifEmpty: stays.variable };
    removePath(machine, { ...call, scope, frame }, path, removing);
  }
}

/** All that a directory holds: `*`, `./*`, `.`. */
const EVERYTHING = /^(?:\.\/)*(?:\*+|\.?\*|\.\/?)$/;

type PathBody = { kind: 'read' | 'write' | 'delete'; via: ReadVia | WriteVia | DeleteVia } & Record<string, unknown>;

function pushPath(machine: Machine, call: Call, at: Located, body: PathBody): void {
  if (machine.budget.paths-- <= 0) return machine.mark('too-many', 'paths', call.frame);
  // On another machine the directory is never known, which says nothing about this text.
  if (at.path === '?' && (call.frame.place === 'local' || at.raw.includes('$')))
    machine.mark('dynamic-path', at.raw, call.frame);
  const mount = call.frame.place === 'container' ? mounted(call.frame, at.path) : undefined;
  const place = mount === undefined ? call.frame.place : 'local';
  const path = mount ?? at.path;
  const copyOf = call.scope.copied.get(path);
  const shown = { ...at, ...shownPath(machine, path) };
  if (body.via === 'archive' && body.kind !== 'delete' && call.frame.assumed !== true)
    notePacking(machine, call, body.kind, shown);
  effectsOf(machine.analysis, call).push({
    ...body,
    ...shown,
    by: call.index,
    place,
    ...scriptPlace(machine, call.frame.line),
    ...(copyOf === undefined || body.kind === 'read' ? {} : { copyOf }),
    ...(call.frame.ifEmpty === undefined ? {} : { ifEmpty: call.frame.ifEmpty }),
  } as Effect);
}

/** The path of an effect as it is listed. */
function shownPath(machine: Machine, path: string): { path: string; hint?: string } {
  // `X/**/name` and `X/**.bak` are some files below X, of a name.
  const directory = path.includes('/**') ? /^(.*?\/\*\*)[^*].*$/.exec(path)?.[1] : undefined;
  const shown = directory ?? shownForRandom(machine, path);
  return shown === undefined ? { path } : { path: shown, hint: path };
}

/** What can be said of a file that a program gave a random name, or of one below such a directory. */
function shownForRandom({ randomNames }: Machine, path: string): string | undefined {
  for (const [name, shown] of randomNames) if (isAtOrBelow(name, path)) return shown;
  return undefined;
}

/** Effects of a second reading are listed apart from what the text surely does. */
export function effectsOf(analysis: Analysis, call: Call): Effect[] {
  return call.frame.assumed === true ? (analysis.assumed ??= []) : analysis.effects;
}

/** The same effect on the path that is left when its unknown parts are empty. */
function readAgain(
  machine: Machine,
  call: Call,
  text: string,
  apply: (other: { call: Call; path: string }) => void,
): void {
  if (machine.scriptFile !== null) return;
  const path = otherPath(machine, text);
  if (path !== undefined) apply({ call: whereEmpty(machine, call, text), path });
}

/** The call if the unknown values of a word are empty. */
function whereEmpty({ unknowns }: Machine, call: Call, text: string): Call {
  const values = [...text].filter((char) => isUnknownCode(char.charCodeAt(0))).map((char) => render(unknowns, char));
  const ifEmpty = [...new Set(values)].join(' and ');
  return { ...call, frame: { ...call.frame, assumed: true, ifEmpty } };
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
