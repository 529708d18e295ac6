import { constants, type Dirent } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

export type LocatedFile = { ok: true; root: string; path: string } | { ok: false; problem: string };

/** The real path of what the model asks for, if it is inside the project once every link is followed. */
export async function locateInProject(projectDir: string, given: string): Promise<LocatedFile> {
  const root = await realpath(projectDir);
  let path: string;
  try {
    path = await realpath(resolve(root, given));
  } catch {
    // One message for "missing" and "unreadable": what exists outside the project stays unknown.
    return { ok: false, problem: `cannot be read: ${given}` };
  }
  if (path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)) return { ok: true, root, path };
  return { ok: false, problem: `cannot be read: ${given}` };
}

export const MAX_READ_BYTES = 256 * 1024;

export type FileHead = { text: string; truncated: boolean } | { problem: string };

/** The beginning of a regular text file. The path must come from `locate`; a link put in its place since is refused. */
export async function readHead(path: string): Promise<FileHead> {
  // Without O_NONBLOCK the open of a named pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { problem: 'not a regular file' };
    const buffer = Buffer.alloc(Math.min(stat.size, MAX_READ_BYTES));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return { problem: 'not a text file' };
    return { text: bytes.toString('utf8'), truncated: stat.size > MAX_READ_BYTES };
  } finally {
    await file.close();
  }
}

const SKIPPED = new Set(['.git', 'node_modules']);
const MAX_ENTRIES = 20_000;

export interface FileFound {
  path: string;
  /** As the model sees it: relative to the project, with slashes. */
  shown: string;
}

/** Regular files below a located directory, in order of their names. Links are not followed. */
export async function* walk(root: string, start: string, signal: AbortSignal): AsyncGenerator<FileFound> {
  const waiting = [start];
  let seen = 0;
  for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
    signal.throwIfAborted();
    // Between listing and entering, a directory can be swapped for a link.
    if ((await realpath(dir)) !== dir) continue;
    const below: string[] = [];
    for (const entry of await list(dir, { optional: dir !== start })) {
      seen += 1;
      if (seen > MAX_ENTRIES) return;
      const path = join(dir, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) below.push(path);
      else if (entry.isFile()) yield { path, shown: relative(root, path).split(sep).join('/') };
    }
    waiting.push(...below.reverse());
  }
}

/** Below the start, a directory that cannot be listed is passed over. */
async function list(dir: string, { optional }: { optional: boolean }): Promise<Dirent[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (optional) return [];
    throw error;
  }
}
