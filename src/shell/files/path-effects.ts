import type { Analysis, DeleteVia, Effect, ReadVia, WriteVia } from '../analysis.ts';
import { noteBytes, noteCopy } from './copies.ts';
import { isListedDevice, isUnknownCode, render } from '../expand/unknown.ts';
import { descriptorAt } from '../run/descriptors.ts';
import { placesBehind } from './links.ts';
import type { Call, Machine, WriteMore } from '../run/machine.ts';
import { isDevice, isSink, locate, type Located } from './paths.ts';
import { programKind } from '../programs/support/program-kind.ts';
import type { Frame } from '../run/scope.ts';
import { isExpectedSet } from '../run/variables.ts';
import { otherPath, unsetInFront } from './other-path.ts';
import { keepFile } from './written-files.ts';
import { scriptPlace } from '../run/script-files.ts';

export function located(machine: Machine, call: Call, text: string): Located {
  return locate(machine.unknowns, call.scope.cwd, text);
}

export function readPath(machine: Machine, call: Call, path: string, via: ReadVia): void {
  if (path === '' || path === '-') return;
  for (const place of [path, ...placesBehind(machine, call, path)]) {
    const at = located(machine, call, place);
    if (!isSink(at.path)) pushPath(machine, call, at, { kind: 'read', via });
  }
  readAgain(machine, call, path, (other) => readPath(machine, other.call, other.path, via));
}

export function writePath(machine: Machine, call: Call, path: string, via: WriteVia, more: WriteMore): void {
  if (path === '') return;
  // A new link and a moved file take the place of a link that has the name.
  const places = placesBehind(machine, call, path, via === 'link' || via === 'move' ? 'itself' : 'followed');
  for (const place of [path, ...places]) writePlace(machine, call, located(machine, call, place), via, more);
  if (via !== 'create' && isListedDevice(machine.unknowns, path))
    machine.emit(call, { kind: 'disk', operation: 'overwrite', device: '?' });
  readAgain(machine, call, path, (other) => writePath(machine, other.call, other.path, via, more));
}

function writePlace(machine: Machine, call: Call, at: Located, via: WriteVia, more: WriteMore): void {
  if (at.path.startsWith('/dev/tcp/') || at.path.startsWith('/dev/udp/')) {
    machine.emit(call, { kind: 'network', direction: 'upload', host: at.path.split('/')[3] ?? null, url: null });
    // A shell whose output goes to a socket takes its orders from there too.
    const started = machine.analysis.invocations.slice(Math.max(call.index, 0)).map(({ program }) => program);
    const program = started.find((one) => programKind(one) === 'shell');
    if (program !== undefined) machine.emit(call, { kind: 'code', source: 'network', interpreter: program });
  }
  const number = descriptorAt(at.path);
  const opened = number === undefined ? undefined : call.scope.outputs.get(number);
  if (opened !== undefined) {
    for (const path of opened)
      if (path !== at.path) writePlace(machine, call, located(machine, call, path), via, { ...more, append: true });
    return;
  }
  const sink = machine.sinks.get(at.path);
  if (sink !== undefined) sink(call, more.content ?? machine.unknown(at.raw));
  if (isSink(at.path)) return;
  // What is below a directory that find has found is somewhere below where it looked.
  const place = { ...at, path: at.path.replace(/(?:\/\*\*){2,}$/, '/**') };
  pushPath(machine, call, place, { kind: 'write', via, append: more.append ?? false, empties: more.empties ?? false });
  // `of=/dev/{}` after xargs: some device.
  if ((isDevice(at.path) || /^\/dev\/\$[({]/.test(at.raw)) && via !== 'create')
    machine.emit(call, { kind: 'disk', operation: 'overwrite', device: at.path });
  if (via === 'copy' || via === 'move' || via === 'link' || call.program === 'dd') noteCopy(machine, call, at.path);
  noteBytes(machine, at.path, more.content);
  if (more.content !== undefined)
    keepFile(machine, at.path, more.content, more.over === true ? 'over' : more.append === true ? 'behind' : 'instead');
}

export function removePath(
  machine: Machine,
  call: Call,
  path: string,
  via: DeleteVia,
  more: { recursive?: boolean; force?: boolean },
): void {
  if (path === '') return;
  const { recursive = false, force = false } = more;
  for (const place of [path, ...placesBehind(machine, call, path, 'itself')])
    pushPath(machine, call, located(machine, call, place), { kind: 'delete', via, recursive, force });
  readAgain(machine, call, path, (other) => removePath(machine, other.call, other.path, via, more));
  const unset =
    // `find "$DIR" -delete` with an empty name finds nothing.
    recursive && via === 'rm' && machine.scriptFile === null
      ? unsetInFront(machine, path, (name) => isExpectedSet(call.scope, name))
      : undefined;
  if (unset !== undefined) removePath(machine, whereEmpty(machine, call, path), unset, via, more);
}

type PathBody = { kind: 'read' | 'write' | 'delete' } & Record<string, unknown>;

function pushPath(machine: Machine, call: Call, at: Located, body: PathBody): void {
  // On another machine the directory is never known, which says nothing about this text.
  if (at.path === '?' && (call.frame.place === 'local' || at.raw.includes('$')))
    machine.mark('dynamic-path', at.raw, call.frame);
  const mount = call.frame.place === 'container' ? mounted(call.frame, at.path) : undefined;
  const place = mount === undefined ? call.frame.place : 'local';
  const path = mount ?? at.path;
  // `X/**/name` and `X/**.bak`: some files below X, of a name.
  const picked = path.includes('/**') ? /^(.*?\/\*\*)[^*].*$/.exec(path) : null;
  const random = picked === null ? shownForRandom(machine, path) : undefined;
  const where =
    picked === null
      ? random === undefined
        ? { path }
        : { path: random, hint: path }
      : { path: picked[1], hint: path };
  const script = scriptPlace(machine, call.frame.line);
  const { ifEmpty } = call.frame;
  const reading = ifEmpty === undefined ? {} : { ifEmpty };
  effectsOf(machine.analysis, call).push({
    ...body,
    ...at,
    ...where,
    by: call.index,
    place,
    ...script,
    ...reading,
  } as Effect);
}

/** What can be said of a file that a program gave a random name, or of one below such a directory. */
function shownForRandom({ randomNames }: Machine, path: string): string | undefined {
  for (const [name, shown] of randomNames) if (path === name || path.startsWith(`${name}/`)) return shown;
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

/** The call in the reading that the unknown values of a text are empty. */
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
