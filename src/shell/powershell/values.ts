import type { Machine } from '../run/machine.ts';

/** The value of a name: variables of the text, then the places that paths are commonly built from. */
export interface Values {
  set: (name: string, value: string | undefined) => void;
  /** Undefined: only known at run time. */
  get: (name: string) => string | undefined;
}

export function createValues(machine: Machine, cwd: () => string | null): Values {
  const own = new Map<string, string>();
  const home = machine.home ?? undefined;
  const below = (path: string) => (home === undefined ? undefined : `${home}${path}`);
  const places: Record<string, () => string | undefined> = {
    home: () => home,
    'env:home': () => home,
    'env:userprofile': () => home,
    'env:homepath': () => home,
    'env:homedrive': () => '',
    'env:systemdrive': () => '',
    'env:appdata': () => below('/AppData/Roaming'),
    'env:localappdata': () => below('/AppData/Local'),
    'env:temp': () => '/tmp',
    'env:tmp': () => '/tmp',
    'env:tmpdir': () => '/tmp',
    'env:systemroot': () => '/Windows',
    'env:windir': () => '/Windows',
    'env:programfiles': () => '/Program Files',
    'env:programdata': () => '/ProgramData',
    // A start-up file of the shell; every edition has its own, so one name represents all.
    profile: () => below('/.config/powershell/profile.ps1'),
    pwd: () => cwd() ?? undefined,
    true: () => '$true',
    false: () => '$false',
    null: () => '$null',
  };
  return {
    set: (name, value) => {
      if (value === undefined) own.delete(name.toLowerCase());
      else own.set(name.toLowerCase(), value);
    },
    get: (given) => {
      const name = given.toLowerCase().replace(/^(?:global|script|local|private|variable):/, '');
      const known = own.get(name);
      if (known !== undefined) return known;
      return Object.hasOwn(places, name) ? places[name]?.() : undefined;
    },
  };
}

/** `'a' + 'b'` is one text, and `& ('x')` calls it: the plainest ways to hide a name. */
export function foldConstants(text: string): string {
  let folded = text;
  for (let round = 0; round < 20; round++) {
    const next = folded
      .replace(/'([^'\n]*)'\s*\+\s*'([^'\n]*)'/g, "'$1$2'")
      .replace(/"([^"\n$`]*)"\s*\+\s*"([^"\n$`]*)"/g, '"$1$2"')
      .replace(/([&.]\s*)\(\s*('[^'\n]*'|"[^"\n$]*")\s*\)/g, '$1$2');
    if (next === folded) break;
    folded = next;
  }
  return folded;
}
