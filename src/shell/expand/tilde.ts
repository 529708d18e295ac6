import type { Here, Machine } from '../run/machine.ts';
import { directoryOf, directoryText, NOWHERE } from '../run/ways/directories.ts';
import { textOf } from '../run/variables.ts';
import { hasUnknown } from './unknown.ts';

/** A word that begins with a tilde. The name after it ends at a slash or, in every word, at a colon: `-v ~:/data`. */
export function tilde(machine: Machine, text: string, here: Here): string {
  const place = /^~([+-]?\d{0,3})(?=[/:]|$)/.exec(text);
  if (place === null || place[1] === '') {
    const home = place === null ? undefined : textOf(here.scope, 'HOME');
    return home === undefined ? tildeText(machine, text) : home + text.slice(1);
  }
  return directoryAt(machine, here, place) + text.slice(place[0].length);
}

/** The value of an assignment: `~/a:~/b`. A part of it that something follows ends where the next slash or colon is. */
export function tildesOfValue(
  machine: Machine,
  value: string,
  here: Here,
  { isFirst, isWhole }: { isFirst: boolean; isWhole: boolean } = { isFirst: true, isWhole: true },
): string {
  const all = value.split(':');
  return all
    .map((path, i) => {
      const isMarked = path.startsWith('~') && (i > 0 || isFirst);
      const isDone = isWhole || i < all.length - 1 || path.includes('/');
      return isMarked && isDone ? tilde(machine, path, here) : path;
    })
    .join(':');
}

/** `~+`, `~-`, and `~1`, `~-0` of the stack that `pushd` fills. */
function directoryAt(machine: Machine, { scope }: Here, [written, place = '']: RegExpExecArray): string {
  const all = [directoryOf(scope), ...[...scope.stack].reverse()];
  const number = Number(place.replace(/^[+-]/, ''));
  const ofStack = place.startsWith('-') ? all.at(-1 - number) : all[number];
  const directory = place === '+' ? directoryOf(scope) : place === '-' ? scope.previous : ofStack;
  return directoryText(machine, directory ?? NOWHERE, written);
}

/** `~` and `~/x` for the user's own home; another user's home has its usual place. */
export function tildeText(machine: Machine, text: string): string {
  const end = text.search(/[/:]/);
  const user = end < 0 ? text.slice(1) : text.slice(1, end);
  if (user !== '') {
    if (!/^[a-z_][a-z0-9_-]*$/.test(user)) return text;
    return (user === 'root' ? '/root' : `/home/${user}`) + (end < 0 ? '' : text.slice(end));
  }
  return (machine.home ?? machine.unknown('~')) + text.slice(1);
}

/** A tilde that came out of a variable is not special to bash, but its author meant home. */
export function meantTilde(machine: Machine, text: string): string {
  return (text === '~' || text.startsWith('~/')) && !hasUnknown(text) ? tildeText(machine, text) : text;
}
