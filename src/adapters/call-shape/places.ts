import { absolute } from '../absolute-path.ts';
import type { ShapedCall } from './read-by-shape.ts';

const LONGEST = 4_096;

/** A path as written in some field: also `file://` addresses, backslashes and the common names of the home. Null: it is not a path of this machine. */
export function plainPath(given: string): string | null {
  const text = given.trim();
  if (text === '' || text.length > LONGEST || /[\n\r]/.test(text)) return null;
  const file = /^file:(?:\/\/(?:localhost)?)?(?=\/)(.*)$/i.exec(text)?.[1];
  if (file !== undefined) return slashes(decoded(file.replace(/[?#].*$/, '')).replace(/^\/+(?=[A-Za-z]:)/, ''));
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) || /^(?:data|mailto|javascript|about|blob):/i.test(text)) return null;
  return slashes(text.replace(/^(?:\$HOME|\$\{HOME\}|%USERPROFILE%|\$env:USERPROFILE|%HOME%)(?=[\\/]|$)/i, '~'));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Backslashes between names; a name may hold one on Unix, but that is never intended. */
function slashes(path: string): string {
  return path.includes('\\') ? path.replaceAll('\\', '/').replace(/(?<!^)\/{2,}/g, '/') : path;
}

type Placed = Pick<ShapedCall, 'fields' | 'place' | 'above'>;

/** Fields that say where a command runs. */
const NAMES =
  'cwd workdir workingdirectory workingdir workdirectory directory dir dirpath directorypath currentdirectory currentdir chdir pwd rundirectory rundir execdir'.split(
    ' ',
  );
/** And those that may say it: the command may as well run where it always does. */
const MAYBE =
  'path folder folderpath root rootdir rootpath basedir basepath projectpath projectdir projectroot location'.split(
    ' ',
  );

/** The directory in which a call runs its command, by the first field that names one. */
export function cwdOf({ fields, place }: Placed): string {
  const named = fields.text(...NAMES);
  return named === undefined ? place.cwd : directory(named, place);
}

/** Every directory that a call may mean. The tool reads only one of these fields, and we do not know which. */
export function cwdsOf({ fields, place, above }: Placed): string[] {
  const named = fields.texts(...NAMES);
  const maybe = fields.texts(...MAYBE).filter((text) => !/\.\w{1,5}$/.test(text));
  const usual = named.length > 0 ? [] : (above ?? [place.cwd]);
  return [...new Set([...usual, ...[...named, ...maybe].map((text) => directory(text, place))])];
}

function directory(text: string, place: ShapedCall['place']): string {
  return absolute(plainPath(text) ?? text, place);
}
