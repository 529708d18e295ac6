import { hasUnknown } from '../../expand/unknown.ts';
import { isPlaceElsewhere } from '../guess-unresolved.ts';
import { nameOf, objectValue, textValue, UNKNOWN, type Value } from '../value.ts';
import { temporary } from '../values/surroundings.ts';
import { withTilde } from './tilde.ts';
import { type ActingCall, type Action, type Actions, forEachText } from './acting-call.ts';

const removes = (how: { recursive: boolean }): Action =>
  forEachText(({ machine, call }, path) => machine.remove(call, path, 'interpreter', { ...how, force: true }));

const writes = (how: { append: boolean; empties: boolean }): Action =>
  forEachText((acting, path) =>
    acting.machine.write(acting.call, path, 'interpreter', { ...how, content: writtenText(acting) }),
  );

/** Calls that read, write and delete the files whose paths they are given. */
export const FILES = {
  delete: removes({ recursive: false }),
  'delete*': removes({ recursive: true }),
  // Takes directories that are empty.
  rmdir: forEachText(({ machine, call }, path) => machine.remove(call, path, 'rmdir')),
  // Python's `os.removedirs('a/b')` goes on with `a`, as long as the directories are empty.
  'delete-up': ({ machine, call, texts: [first = ''] }) => {
    const parts = first.split('/');
    for (let end = parts.length; end > 0; end--) {
      const path = parts.slice(0, end).join('/');
      if (path !== '') machine.remove(call, path, 'rmdir');
    }
    return UNKNOWN;
  },
  write: writes({ append: false, empties: false }),
  append: writes({ append: true, empties: false }),
  empty: writes({ append: false, empties: true }),
  read: ({ machine, call, site, texts }) => {
    const [first = ''] = texts;
    // Node's `readFileSync(0)`.
    if (texts[0] === '0' && site.language.name === 'node')
      return textValue(call.io.stdin?.text ?? machine.unknown('stdin', 'stdin'));
    if (texts.some(hasUnknown)) site.unresolved.reads = true;
    for (const path of texts) machine.read(call, path, 'interpreter');
    // Python's `fileinput.input(file, inplace=True)`.
    if (site.found.named.has('inplace'))
      for (const path of texts) machine.write(call, path, 'interpreter', { append: false });
    return textValue(machine.content(call, first) ?? machine.unknown(`read(${machine.render(first)})`, 'file'));
  },
  // A database is a file that is made where it is missing.
  'open-database': forEachText(({ machine, call, site }, given) => {
    const isAddress = nameOf(site.found.named.get('uri'), 'False') === 'True';
    const path = isAddress ? given.replace(/^file:([^?]*).*$/s, '$1') : given;
    if (path === ':memory:' || path === '' || (isAddress && /[?&]mode=(?:ro|memory)\b/.test(given))) return;
    machine.read(call, path, 'interpreter');
    machine.write(call, path, 'interpreter', { append: true });
  }),
  // Node's `dotenv.config({ path })` and Python's `netrc.netrc()` use the file; code that prints what they return shows it.
  settings: ({ machine, call, site, places: [usual = ''] }) => {
    const [first] = site.found.args;
    const given = site.found.named.get('path') ?? (first?.kind === 'text' ? first : textValue(usual));
    if (given.kind !== 'text') return UNKNOWN;
    const path = withTilde(machine, given.text);
    machine.read(call, path, 'use');
    return objectValue(`settings(${path})`);
  },
  // The value is a path, or what was opened and read before.
  contents: ({ machine, call, site }) => {
    const { receiver } = site.found;
    const path = receiver?.kind === 'text' ? receiver.text : '';
    if (isPlaceElsewhere(machine, path)) machine.read(call, path, 'interpreter');
    return receiver ?? UNKNOWN;
  },
  permission: forEachText(({ machine, call }, path) =>
    machine.emit(call, {
      kind: 'permission',
      path: machine.locate(call, path),
      raw: machine.render(path),
      change: '',
      recursive: false,
    }),
  ),
  extract: ({ machine, call, texts: [directory = '.'] }) => {
    machine.write(call, `${directory}/**`, 'extract');
    return UNKNOWN;
  },
  // Python's `shutil.make_archive(name, format, directory)`.
  archive: ({ machine, call, texts: [name, format = '', directory] }) => {
    const ending = { gztar: 'tar.gz', bztar: 'tar.bz2', xztar: 'tar.xz' }[format] ?? format;
    if (directory !== undefined) machine.read(call, directory, 'interpreter');
    if (name !== undefined) machine.write(call, `${name}.${ending}`, 'archive');
    return UNKNOWN;
  },
  // Node's `mkdtempSync('/tmp/build-')` adds letters to the name.
  'make-temporary': ({ machine, call, texts: [front] }) => {
    if (front === undefined) return UNKNOWN;
    machine.write(call, `${front}*`, 'create');
    return textValue(front);
  },
  // A file with a random name that stays there, unless the option says that it is deleted when it is closed (Python's default).
  'keep-temporary': ({ machine, call, site, places: [option = ''] }) => {
    const deletes = site.found.named.get(option);
    const path = `${temporary(machine, call)}/${machine.unknown('a random name')}`;
    if (option === '' || nameOf(deletes, 'True') === 'False') machine.write(call, path, 'create');
    return textValue(path);
  },
  // `archive.extract('name', directory)`
  'extract-member': ({ machine, call, texts: [member, directory = '.'] }) => {
    if (member !== undefined) machine.write(call, `${directory}/${member}`, 'extract');
    return UNKNOWN;
  },
  cd: ({ machine, call, texts: [path] }) => {
    if (path !== undefined) call.scope = { ...call.scope, cwd: hasUnknown(path) ? null : machine.locate(call, path) };
    return UNKNOWN;
  },
} satisfies Actions;

/** The file of settings that a value holds whole: not one of its members. */
export function settingsIn(value: Value): string | undefined {
  return /^settings\((.*)\)(?:\.(?:parsed|hosts))?$/s.exec(nameOf(value, ''))?.[1];
}

/** The text that a file gets, which follows its path. */
function writtenText({ site, places: [place] }: ActingCall): string | undefined {
  const value = site.found.args[place === 'self' ? 0 : 1];
  return value?.kind === 'text' ? value.text : undefined;
}
