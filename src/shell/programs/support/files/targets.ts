import { hasUnknown } from '../../../expand/unknown.ts';
import { baseName, dirName, resolve } from '../../../files/paths.ts';
import type { Call, Machine } from '../../../run/machine.ts';
import type { Parsed } from '../options.ts';
import { isBelow } from '../../../../protocol/text/path-below.ts';

/** Source operands and where each of them lands, for programs that copy, move or link. */
export function targets(call: Call, machine: Machine, parsed: Parsed): { from: string; to: string }[] {
  const directory = parsed.value('target-directory');
  const words = directory === undefined ? parsed.operands.slice(0, -1) : parsed.operands;
  const sources = words.map((word) => withDotFiles(call, machine, word));
  const last = directory ?? parsed.operands.at(-1);
  // Nothing can be put at an empty name: `mv "$a" "$unset"`.
  if (last === undefined || last === '') return [];
  const inside =
    directory !== undefined ||
    sources.length > 1 ||
    (!parsed.has('no-target-directory') && (isDirectory(call, machine, last) || takesMany(sources, last)));
  // With its directories: `--parents a/b.txt out` makes out/a/b.txt.
  if (parsed.has('parents')) return sources.map((from) => ({ from, to: `${last}/${from}` }));
  return sources.map((from) => ({ from, to: inside ? inDirectory(last, from) : last }));
}

/** `.*`, `.[!.]*`, `.??*`. */
const DOT_FILES = /^\.{1,2}(?:\?{0,2}\*|\[[^\]]*\]\]?\*)$/;

/** `mv app/* app/.[!.]* .` takes what `app` holds, whatever the names; only of the project itself it is known what they are. */
function withDotFiles(call: Call, machine: Machine, word: string): string {
  if (machine.project === null || !DOT_FILES.test(baseName(word))) return word;
  const directory = word.slice(0, -baseName(word).length);
  const isPart = directory !== '' && isBelow(machine.project, machine.locate(call, directory));
  return isPart && !/(?:^|\/)\./.test(directory.replace(/^(?:\.\/)+/, '')) ? `${directory}*` : word;
}

/**
 * `src/*` is many files, and many files go to a directory; `old*.txt new.txt` is meant to be one of each, and so is a target that has a pattern or the
 * name of the source.
 */
function takesMany([source = '']: readonly string[], last: string): boolean {
  if (!/[*?[]/.test(source) || hasUnknown(last)) return false;
  return !/[.*?[]/.test(baseName(last)) && baseName(last) !== baseName(source);
}

/** `dst/**` when the name that lands there is not known. */
function inDirectory(directory: string, from: string): string {
  const base = directory.endsWith('/') ? directory : `${directory}/`;
  if (hasUnknown(from)) return `${base}**`;
  const name = baseName(from);
  // What find has found is some file of the name.
  if (from.includes('**')) return name === '**' ? `${base}**` : `${base}**/${name}`;
  return name === '' || name === '.' || name === '..' || from.endsWith('/')
    ? `${base}${name === '.' || name === '..' || name === '' ? '**' : name}`
    : base + name;
}

const WELL_KNOWN = new Set(
  '/ /tmp /var /etc /usr /bin /sbin /opt /usr/bin /usr/local /usr/local/bin /var/tmp /root /home /dev /mnt /media /boot /lib'.split(
    ' ',
  ),
);

/** Without asking the disk: a trailing slash, a dot, the home, the cwd or what lies above it, or a directory made in this command. */
export function isDirectory(call: Call, machine: Machine, text: string): boolean {
  if (text.endsWith('/') || text === '.' || text === '..' || text.endsWith('/.') || text.endsWith('/..')) return true;
  const path = resolve(call.scope.cwd, text);
  const cwd = call.scope.cwd ?? '';
  return (
    path === machine.home || path === cwd || isBelow(path, cwd) || WELL_KNOWN.has(path) || machine.directories.has(path)
  );
}

export function makeDirectory(call: Call, machine: Machine, path: string): void {
  machine.write(call, path, 'create');
  const at = machine.locate(call, path);
  if (at === '?') return;
  machine.directories.add(at);
  for (let parent = dirName(at); parent !== '/'; parent = dirName(parent)) machine.directories.add(parent);
}
