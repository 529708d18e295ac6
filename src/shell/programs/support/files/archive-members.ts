import { baseName } from '../../../files/paths.ts';
import { lookup } from '../../../expand/unknown.ts';
import type { Call, Machine } from '../../../run/machine.ts';

export type Extracted = {
  /** As they were named on the command line. */
  members: readonly string[];
  /** Below the call's own directory. */
  directory?: string | undefined;
  /** `s,from,to,` as tar takes them. */
  renames?: readonly string[];
  /** Directories inside the archive are removed, all or only the first N. */
  flat?: boolean;
  strips?: number;
};

const MOST = 32;

/** What comes out of an archive: anything below the directory, and for certain the members that were named. */
export function extract(call: Call, machine: Machine, extracted: Extracted): void {
  const { members, directory, renames = [], flat, strips = 0 } = extracted;
  const base = (directory ?? '.').replace(/(.)\/+$/, '$1');
  const places = members.slice(0, MOST).map((member) => placeOf(member, extracted));
  // A member goes by its name, a tree by its top; a pattern may fit members anywhere.
  const areNamed = places.length > 0 && renames.length === 0 && places.every((place) => /^[^/*?[][^*?[]*$/.test(place));
  if (areNamed) for (const place of places) machine.write(call, `${base}/${place}`, 'extract');
  else machine.write(call, `${base}/**`, 'extract');
  // A member may be a directory, or missing; so it is listed apart.
  const perhaps: Call = { ...call, frame: { ...call.frame, assumed: true } };
  const named = flat === true || strips > 0 ? places : members.slice(0, MOST);
  for (const member of [...named, ...renames.flatMap((rename) => renamed(rename, named))]) {
    const path = member.startsWith('/') ? member : `${base}/${member}`;
    machine.write(perhaps, path, 'extract');
    if (!/[*/]$/.test(path)) machine.write(perhaps, `${path}/**`, 'extract');
  }
}

/** Where a member lands below the directory; empty where nothing of its name is left. */
function placeOf(member: string, { flat, strips = 0 }: Extracted): string {
  if (flat === true) return baseName(member);
  const parts = member.replace(/\/+$/, '').split('/');
  return strips > 0 ? parts.slice(strips).join('/') : parts.join('/');
}

/** The members that `git archive` was asked for, when its output is what is unpacked. */
export function membersOfInput(call: Call, machine: Machine): readonly string[] {
  const text = call.io.stdin?.text ?? '';
  return text.length === 1 ? (lookup(machine.unknowns, text)?.members ?? []) : [];
}

/** What a rename makes of the members, and what it adds: `s,^,.hookctl/,`. */
function renamed(rename: string, members: readonly string[]): string[] {
  const mark = rename.replace(/^s/, '').charAt(0);
  if (mark === '') return [];
  const [, from = '', to = ''] = rename
    .replaceAll(`\\${mark}`, '\uffff')
    .split(mark)
    .map((part) => part.replaceAll('\uffff', mark).replace(/\\(.)/g, '$1'));
  if (!/[A-Za-z]/.test(to)) return [];
  const names = members.map((member) => (from === '^' ? to + member : member.replace(from, () => to)));
  return [to, ...names];
}
