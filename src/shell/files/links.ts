import type { Call, Machine } from '../run/machine.ts';
import { dirName } from './paths.ts';
import { matches } from '../expand/pattern.ts';
import { hasUnknown } from '../expand/unknown.ts';

/** A name that leads elsewhere, made earlier in the same command: `ln -s ~ out`, `mount --bind ~ out`. */
export type Link = {
  /** Absolute. */
  name: string;
  /** Absolute, or a word that is only known at run time. */
  target: string;
  /** What is done to a mount point itself is done to what is mounted there. */
  mounted: boolean;
};

const MOST_LINKS = 64;
const MOST_PLACES = 8;
const MOST_HOPS = 4;

/** Remembers a link. A symbolic link's target is relative to the directory of the link, everything else to the current directory. */
export function noteLink(
  machine: Machine,
  call: Call,
  { from, to }: { from: string; to: string },
  kind: 'symbolic' | 'other' | 'mount',
): void {
  const name = machine.locate(call, to);
  if (!name.startsWith('/') || name === '/' || from === '' || machine.links.length >= MOST_LINKS) return;
  const base = kind === 'symbolic' ? dirName(name) : call.scope.cwd;
  const isWhole = from.startsWith('/') || hasUnknown(from.charAt(0));
  if (!isWhole && base === null) return;
  machine.links.push({ name, target: isWhole ? from : `${base}/${from}`, mounted: kind === 'mount' });
}

/** A link that is moved or copied, alone or with the directory that holds it, leads where it led before. */
export function moveLinks(machine: Machine, from: string, to: string): void {
  if (machine.links.length === 0 || from === '?' || to === '?') return;
  const inside = machine.links.filter(({ name }) => name === from || name.startsWith(`${from}/`));
  for (const link of inside)
    if (machine.links.length < MOST_LINKS) machine.links.push({ ...link, name: to + link.name.slice(from.length) });
}

/**
 * Where a path leads if the links made earlier in the command are there; the path as written is not among them. It is unknown whether a link was
 * really made (`ln` may have failed, or made it inside a directory), so the path itself counts as well, and of two links with one name both count.
 * What is done to the last name is done to the link's target, as in `> name`, if it is followed; `rm name` removes the link alone.
 */
export function placesBehind(
  machine: Machine,
  call: Call,
  text: string,
  lastName: 'followed' | 'itself' = 'followed',
): string[] {
  const { cwd } = call.scope;
  if (machine.links.length === 0 || text === '' || hasUnknown(text.charAt(0))) return [];
  if (!text.startsWith('/') && cwd === null) return [];
  const written = text.startsWith('/') ? text : `${cwd}/${text}`;
  const follows = lastName === 'followed' || /(?:^|\/)\.{0,2}$/.test(text);
  const found = walked(machine.links, written, { follows, hops: MOST_HOPS });
  const [plain] = walked([], written, { follows, hops: 0 });
  return found.filter((place) => place !== plain);
}

/** `follows`: a link at the end of the path is followed; `hops`: how many links may still be followed. */
type Walk = { follows: boolean; hops: number };

/** Name by name as the kernel does, so that `..` after a link is above the link's target. */
function walked(links: readonly Link[], path: string, { follows, hops }: Walk): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  let places = [''];
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    // A target that is only known at run time has no root.
    const next = i === 0 && !path.startsWith('/') ? [part] : places.map((place) => stepped(place, part));
    const reached =
      part === '..' || hops === 0
        ? []
        : links.filter(
            ({ name, mounted }) => (!isLast || follows || mounted) && next.some((place) => reaches(place, part, name)),
          );
    for (const { target } of reached) next.push(...walked(links, target, { follows: true, hops: hops - 1 }));
    places = [...new Set(next)].slice(0, MOST_PLACES);
  }
  return places.map((place) => (place === '' ? '/' : place));
}

function stepped(place: string, part: string): string {
  if (part !== '..' || hasUnknown(place)) return place === '/' ? `/${part}` : `${place}/${part}`;
  const above = dirName(place === '' ? '/' : place);
  return above === '/' ? '' : above;
}

/** By its name, or by a pattern the shell would replace by it. */
function reaches(place: string, part: string, name: string): boolean {
  if (place === name) return true;
  if (part === '**' || !/[*?[]/.test(part)) return false;
  const slash = name.lastIndexOf('/');
  return place.slice(0, -part.length - 1) === name.slice(0, slash) && matches(name.slice(slash + 1), part);
}
