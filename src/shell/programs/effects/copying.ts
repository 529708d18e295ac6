import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { moveLinks, noteLink } from '../../files/links.ts';
import { baseName, dirName, resolve } from '../../files/paths.ts';
import { hasUnknown } from '../../expand/unknown.ts';

const COPY =
  't,target-directory= T,no-target-directory S,suffix= r,R,recursive a,archive f,force n,no-clobber u,update v b backup? help version reflink? sparse=';
const CP = defineOptions(`${COPY} p preserve? l,link s,symbolic-link`);
const MV = defineOptions(COPY);
const INSTALL = defineOptions(
  't,target-directory= T,no-target-directory m,mode= o,owner= g,group= d,directory D S,suffix= b s,strip v C c help',
);
const LN = defineOptions(
  's,symbolic f,force n,no-dereference t,target-directory= T,no-target-directory S,suffix= v r,relative b help version',
);

export const copying: Record<string, Handler> = {
  cp: (call, machine) => copy(call, machine, parseOptions(call.args, CP)),
  gcp: (call, machine) => copy(call, machine, parseOptions(call.args, CP)),
  mv: (call, machine) => move(call, machine, parseOptions(call.args, MV)),
  gmv: (call, machine) => move(call, machine, parseOptions(call.args, MV)),
  install: (call, machine) => {
    const parsed = parseOptions(call.args, INSTALL);
    if (!parsed.has('directory')) return copy(call, machine, parsed);
    for (const path of parsed.operands) makeDirectory(call, machine, path);
    return '';
  },
  ln: link,
  link: link,
  ditto: (call, machine) => copy(call, machine, parseOptions(call.args, CP)),
  rename: (_call, machine) => machine.mark('dynamic-path', 'rename'),
};

type Options = ReturnType<typeof parseOptions>;

/** Source operands and where each of them lands. */
function targets(call: Call, machine: Machine, parsed: Options): { from: string; to: string }[] {
  const directory = parsed.value('target-directory');
  const sources = directory === undefined ? parsed.operands.slice(0, -1) : parsed.operands;
  const last = directory ?? parsed.operands.at(-1);
  if (last === undefined) return [];
  const inside =
    directory !== undefined ||
    sources.length > 1 ||
    (!parsed.has('no-target-directory') && isDirectory(call, machine, last));
  return sources.map((from) => ({ from, to: inside ? inDirectory(last, from) : last }));
}

/** `dst/**` when the name that lands there is not known. */
function inDirectory(directory: string, from: string): string {
  const base = directory.endsWith('/') ? directory : `${directory}/`;
  if (hasUnknown(from)) return `${base}**`;
  const name = baseName(from);
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
    path === machine.home ||
    path === cwd ||
    cwd.startsWith(`${path}/`) ||
    WELL_KNOWN.has(path) ||
    machine.directories.has(path)
  );
}

function copy(call: Call, machine: Machine, parsed: Options): string {
  if (parsed.has('help') || parsed.has('version')) return '';
  for (const { from, to } of targets(call, machine, parsed)) {
    const empty = machine.locate(call, from) === '/dev/null';
    machine.read(call, from, 'copy');
    const links = parsed.has('link') || parsed.has('symbolic-link');
    machine.write(call, to, links ? 'link' : 'copy', {
      empties: empty,
      content: empty ? '' : machine.content(call, from),
    });
    if (links) noteLink(machine, call, { from, to }, parsed.has('link') ? 'other' : 'symbolic');
    moveLinks(machine, machine.locate(call, from), machine.locate(call, to));
  }
  return '';
}

function move(call: Call, machine: Machine, parsed: Options): string {
  if (parsed.has('help') || parsed.has('version')) return '';
  for (const { from, to } of targets(call, machine, parsed)) {
    machine.remove(call, from, 'move', { recursive: true, force: parsed.has('force') });
    machine.write(call, to, 'move', { content: machine.content(call, from) });
    machine.emit(call, {
      kind: 'move',
      path: machine.locate(call, to),
      raw: machine.render(to),
      from: machine.locate(call, from),
    });
    moveLinks(machine, machine.locate(call, from), machine.locate(call, to));
  }
  return '';
}

function link(call: Call, machine: Machine): string {
  const parsed = parseOptions(call.args, LN);
  if (parsed.has('help') || parsed.has('version')) return '';
  const list =
    parsed.operands.length === 1 && !parsed.has('target-directory')
      ? [{ from: parsed.operands[0] ?? '', to: baseName(parsed.operands[0] ?? '') }]
      : targets(call, machine, parsed);
  for (const { from, to } of list) {
    const empty = machine.locate(call, from) === '/dev/null';
    machine.read(call, from, 'copy');
    machine.write(call, to, 'link', { empties: empty, content: empty ? '' : machine.content(call, from) });
    noteLink(machine, call, { from, to }, parsed.has('symbolic') && !parsed.has('relative') ? 'symbolic' : 'other');
  }
  return '';
}

export function makeDirectory(call: Call, machine: Machine, path: string): void {
  machine.write(call, path, 'create');
  const at = machine.locate(call, path);
  if (at === '?') return;
  machine.directories.add(at);
  for (let parent = dirName(at); parent !== '/'; parent = dirName(parent)) machine.directories.add(parent);
}
