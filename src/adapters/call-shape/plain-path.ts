const LONGEST = 4_096;

/** A path as written in some field: also `file://` addresses, backslashes and the common names of the home. Null: it is no path of this machine. */
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
