/** Where a call happens: what its paths are relative to. */
export interface CallPlace {
  cwd: string;
  home?: string | undefined;
}

/** Absolute, with forward slashes, without `.`, `..` and doubled slashes. Windows drives stay in front: `C:/x`. */
export function absolute(path: string, place: CallPlace): string {
  const text = /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\') ? path.replaceAll('\\', '/') : path;
  if (text === '~' || text.startsWith('~/'))
    return place.home === undefined ? text : normalise(`${place.home}${text.slice(1)}`);
  if (text.startsWith('/')) return normalise(text);
  if (/^[A-Za-z]:\//.test(text)) return normalise(text).slice(1);
  return normalise(`${place.cwd.replaceAll('\\', '/')}/${text}`);
}

function normalise(path: string): string {
  if (path.startsWith('/') && !/\/(?:\/|\.|$)/.test(path)) return path;
  const segments: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') segments.pop();
    else if (part !== '' && part !== '.') segments.push(part);
  }
  return `/${segments.join('/')}`;
}
