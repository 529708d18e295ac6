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

const MOST_LINKS = 256;
const MOST_PLACES = 16;
/** As many as the kernel follows. */
const MOST_HOPS = 40;

/** The two names of a link, as written, and what its target is relative to. */
export type NewLink = { from: string; to: string; kind: 'symbolic' | 'other' | 'mount' };

/** Remembers a link. */
export function noteLink(machine: Machine, call: Call, link: NewLink): void {
  const name = machine.locate(call, link.to);
  if (!name.startsWith('/') || name === '/' || link.from === '') return;
  const target = linkTarget(machine, call, link);
  const mounted = link.kind === 'mount';
  if (machine.links.some((one) => one.name === name && one.target === target && one.mounted === mounted)) return;
  if (!target.startsWith('/') && !hasUnknown(target.charAt(0))) return;
  if (machine.links.length >= MOST_LINKS) return machine.mark('too-many', 'links', call.frame);
  machine.links.push({ name, target, mounted });
}

/** A symbolic link's target is relative to the directory of the link, everything else to the current directory. As written where that is unknown. */
export function linkTarget(machine: Machine, call: Call, { from, to, kind }: NewLink): string {
  if (from === '' || from.startsWith('/') || hasUnknown(from.charAt(0))) return from;
  const name = kind === 'symbolic' ? machine.locate(call, to) : '';
  const base = name.startsWith('/') ? dirName(name) : call.scope.cwd;
  return base === null ? from : `${base}/${from}`;
}

/** A link that is moved or copied, alone or with the directory that holds it, leads where it led before. */
export function moveLinks(machine: Machine, from: string, to: string): void {
  if (machine.links.length === 0 || from === '?' || to === '?') return;
  for (const link of machine.links.filter(({ name }) => name === from || name.startsWith(`${from}/`))) {
    if (machine.links.length >= MOST_LINKS) return machine.mark('too-many', 'links');
    machine.links.push({ ...link, name: to + link.name.slice(from.length) });
  }
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
  const behind: Walk['behind'] = new Map();
  const cut = () => machine.mark('too-many', 'links', call.frame);
  const found = walked({ links: byName(machine.links), behind, cut }, written, { follows, hops: MOST_HOPS });
  machine.budget.steps -= behind.size;
  const [plain] = walked({ links: new Map(), behind, cut }, written, { follows, hops: 0 });
  return found.filter((place) => place !== plain);
}

function byName(links: readonly Link[]): Map<string, Link[]> {
  const named = new Map<string, Link[]>();
  for (const link of links) named.set(link.name, [...(named.get(link.name) ?? []), link]);
  return named;
}

type Walk = {
  links: ReadonlyMap<string, readonly Link[]>;
  /** Where the targets lead that were followed. Of one that is still being followed it is empty: a circle of links leads nowhere. */
  behind: Map<string, readonly string[]>;
  cut: () => void;
};

/** `follows`: a link at the end of the path is followed; `hops`: how many links may still be followed one after the other. */
type Way = { follows: boolean; hops: number };

/** Name by name as the kernel does, so that `..` after a link is above the link's target. */
function walked(walk: Walk, path: string, { follows, hops }: Way): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  let places = [''];
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    // A target that is only known at run time has no root.
    const next = i === 0 && !path.startsWith('/') ? [part] : places.map((place) => stepped(place, part));
    const reached = part === '..' ? [] : linksAt(walk.links, next, part);
    for (const { target, mounted } of reached)
      if (!isLast || follows || mounted) next.push(...placesOfTarget(walk, target, hops - 1));
    const different = [...new Set(next)];
    if (different.length > MOST_PLACES) walk.cut();
    places = different.slice(0, MOST_PLACES);
  }
  return places.map((place) => (place === '' ? '/' : place));
}

function placesOfTarget(walk: Walk, target: string, hops: number): readonly string[] {
  const known = walk.behind.get(target);
  if (known !== undefined) return known;
  if (hops < 0) walk.cut();
  if (hops < 0) return [];
  walk.behind.set(target, []);
  const places = walked(walk, target, { follows: true, hops });
  walk.behind.set(target, places);
  return places;
}

/** The links that have one of these names, or that the shell would put in the place of a pattern. */
function linksAt(links: Walk['links'], places: readonly string[], part: string): readonly Link[] {
  if (part === '**' || !/[*?[]/.test(part)) return places.flatMap((place) => links.get(place) ?? []);
  return [...links].flatMap(([name, named]) => (places.some((place) => reaches(place, part, name)) ? named : []));
}

function stepped(place: string, part: string): string {
  if (part !== '..' || hasUnknown(place)) return place === '/' ? `/${part}` : `${place}/${part}`;
  const above = dirName(place === '' ? '/' : place);
  return above === '/' ? '' : above;
}

/** By its name, or by a pattern the shell would replace by it. */
function reaches(place: string, part: string, name: string): boolean {
  if (place === name) return true;
  const slash = name.lastIndexOf('/');
  return place.slice(0, -part.length - 1) === name.slice(0, slash) && matches(name.slice(slash + 1), part);
}
