import type { Call, Machine } from '../run/machine.ts';
import { UNKNOWN, type Value } from './read/cursor.ts';

/** Calls that do more than one thing to files, or give them names of their own. */
export function actOnFiles(
  machine: Machine,
  call: Call,
  verb: 'delete-up' | 'extract' | 'archive' | 'make-temporary',
  texts: readonly string[],
): Value {
  const [first, second = '', third] = texts;
  switch (verb) {
    case 'delete-up': {
      // Python's `os.removedirs('a/b')` goes on with `a`, as long as the directories are empty.
      const parts = (first ?? '').split('/');
      for (let end = parts.length; end > 0; end--) {
        const path = parts.slice(0, end).join('/');
        if (path !== '') machine.remove(call, path, 'rmdir');
      }
      return UNKNOWN;
    }
    case 'extract':
      machine.write(call, `${first ?? '.'}/**`, 'extract');
      return UNKNOWN;
    case 'archive': {
      // Python's `shutil.make_archive(name, format, directory)`.
      const ending = { gztar: 'tar.gz', bztar: 'tar.bz2', xztar: 'tar.xz' }[second] ?? second;
      if (third !== undefined) machine.read(call, third, 'interpreter');
      if (first !== undefined) machine.write(call, `${first}.${ending}`, 'archive');
      return UNKNOWN;
    }
    case 'make-temporary':
      if (first !== undefined) machine.write(call, `${first}*`, 'create');
      return first === undefined ? UNKNOWN : { kind: 'text', text: first };
  }
}
