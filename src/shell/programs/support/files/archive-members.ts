import { baseName } from '../../../files/paths.ts';
import { isFromNetwork } from '../../../files/written-files.ts';
import { lookup } from '../../../expand/unknown.ts';
import type { Call, Machine } from '../../../run/machine.ts';
import { asGuess } from '../../../run/scope.ts';

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

const MOST = 512;
/** Directories of every machine, as an archiver names them: without the slash in front. */
const FROM_THE_ROOT = /^(?:home|root|Users|etc|var|proc|run|srv|opt|mnt|media)\//;

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
  const guess = asGuess(call);
  const named = flat === true || strips > 0 ? places : members.slice(0, MOST);
  for (const member of [...named, ...renames.flatMap((rename) => renamed(rename, named))]) {
    const path = member.startsWith('/') ? member : `${base}/${member}`;
    machine.write(guess, path, 'extract');
    if (!/[*/]$/.test(path)) machine.write(guess, `${path}/**`, 'extract');
  }
}

/** Members go to standard output. Returns what is printed if the archive came from the network. */
export function printMembers(
  call: Call,
  machine: Machine,
  { archive, members }: { archive: string | undefined; members: readonly string[] },
): string | undefined {
  for (const member of members.slice(0, MOST)) readMember(call, machine, member);
  if (members.length > MOST) machine.mark('too-many', 'members', call.frame);
  const text = archive === undefined ? call.io.stdin?.text : machine.content(call, archive);
  return isFromNetwork(machine, text) ? machine.unknown(`$(${call.program})`, 'network') : undefined;
}

/** The text of `home/user/.netrc` in an archive is that of the file from which it was made, so this counts as reading it. */
export function readMember(call: Call, machine: Machine, member: string): void {
  const guess = asGuess(call);
  const name = member.replace(/^(?:\.\/)+/, '').replace(/^\*+\//, '**/');
  machine.read(call, name);
  // A star of an archiver takes the dot in front of a name, too.
  if (/^\*+\.\w/.test(name)) machine.read(guess, name.replace(/^\*+/, '**/'));
  // Archives of a machine, and those of a home.
  if (FROM_THE_ROOT.test(name)) machine.read(guess, `/${name}`);
  else if (name.startsWith('.') && machine.home !== null) machine.read(guess, `${machine.home}/${name}`);
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
