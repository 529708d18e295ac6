import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface PageFile {
  type: string;
  bytes: Buffer;
  gzipped: Buffer;
  /** Its name changes with its content. */
  lasts: boolean;
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The built page, all of it in memory: path → file. Nothing else of the disk can be asked for. Empty: it was not built. */
export function readPageFiles(directory: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of namesBelow(directory)) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(directory, name));
    files.set(`/${name}`, { type, bytes, gzipped: gzipSync(bytes), lasts: name.startsWith('assets/') });
  }
  return files;
}

function namesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  } catch {
    return [];
  }
}
