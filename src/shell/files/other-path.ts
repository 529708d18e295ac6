import type { Machine } from '../run/machine.ts';
import { emptied, hasUnknown, isUnknownCode, variableOf } from '../expand/unknown.ts';
import { isBelow } from '../../protocol/text/path-below.ts';

/**
 * A path with its unknown parts taken as empty. `~/.s${x}sh` and `~/$x/.ssh` are read again; `$DIR/file` and `~/$x` are not:
 * such a variable names a place, and a rule may ask about the place as it was written.
 */
export function otherPath(machine: Machine, text: string): string | undefined {
  if (!hasUnknown(text)) return undefined;
  const parts = text.split('/');
  const home = machine.home;
  const cleaned = parts.map((part, i) => {
    if (!hasUnknown(part)) return part;
    const rest = emptied(machine.unknowns, part);
    const isLast = parts.slice(i + 1).every((next) => /^[*?]*$/.test(next));
    if (rest !== '')
      return isLast && expectsValue(part, { isInHome: parts.slice(0, i).join('/') === home }) ? part : rest;
    if (i > 0) return isLast ? part : rest;
    return home !== null && isBelow(home, `/${parts.slice(1).join('/')}`) ? rest : part;
  });
  const path = cleaned.join('/');
  return path === text || hasUnknown(path) ? undefined : path;
}

/** `.env.$STAGE` and `$name.env` are names with a part left open; empty, they would be no name anybody writes. */
function expectsValue(part: string, { isInHome }: { isInHome: boolean }): boolean {
  if (!/[A-Za-z0-9]/.test(part)) return true;
  return /[._-][\uf600-\uf8ef]+$/.test(part) || (!isInHome && /^[\uf600-\uf8ef]+[._:-]/.test(part));
}

/**
 * Variables that the system, the agent or the CI runner sets. A name that only says what it should hold, such as `BUILD_DIR`, is empty like any
 * other in a shell where nobody has set it: `rm -rf "$BUILD_DIR"/*` is then `rm -rf /*`.
 */
const SET_BY_SYSTEM =
  /^(?:TMPDIR|TEMP|TMP|HOME|PWD|OLDPWD|WORKSPACE|VIRTUAL_ENV|(?:RUNNER|GITHUB|CI|BUILDKITE|CIRCLE|npm|CARGO|CONDA|XDG|CLAUDE)_\w+)$/;

/** What a system cannot lose: the root, all of it, or one of its directories. */
const TOP =
  /^\/(?:[.*?]*|(?:home|root|etc|usr|var|bin|sbin|lib|lib64|opt|boot|srv|dev|Users|System|Library|Applications)(?:\/[.*?]*)?)$/;

/** `rm -rf $PREFIX/*`: if the variable is unset, everything is deleted. Undefined unless that much is at stake. */
export function unsetInFront(machine: Machine, text: string, isSet: (name: string) => boolean): string | undefined {
  if (hasUnknown(text.slice(1)) || !isWhollyUnset(machine, text.charAt(0), isSet)) return undefined;
  const rest = emptied(machine.unknowns, text);
  return rest !== text && TOP.test(rest) && rest !== '' ? rest : undefined;
}

/** The word is one variable that neither the text nor the system has set. */
export function isWhollyUnset(machine: Machine, text: string, isSet: (name: string) => boolean): boolean {
  const name = text.length === 1 && isUnknownCode(text.charCodeAt(0)) ? variableOf(machine.unknowns, text) : undefined;
  return name !== undefined && !isSet(name) && !SET_BY_SYSTEM.test(name);
}
