import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = resolve('src');
const COMPILED = resolve('dist/lib');

/**
 * Gives tests the modules that `tsc` compiled in place of their sources, if every one of them is up to date: Node loads them by itself, so nothing is
 * transformed for each project of vitest, and the code runs as fast as the product. Otherwise tests run the sources. A
 * module that is imported with a query (`?source`) is the source in any case, so its imports can be mocked.
 */
export function compiledSource(): Plugin[] {
  if (!isUpToDate()) return [];
  const resolveId = (id: string, importer: string | undefined) => {
    if (importer === undefined || !id.startsWith('.')) return null;
    const path = resolve(dirname(importer), id);
    return path.startsWith(`${SOURCE}/`) && isCompiled(path) ? { id: compiledOf(path), external: true } : null;
  };
  return [{ name: 'compiled-source', enforce: 'pre', resolveId }];
}

/** All or none: a module that is loaded both ways would exist twice. */
function isUpToDate(): boolean {
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(isCompiled);
  return sources.every((name) => {
    const [source, compiled] = [join(SOURCE, name), join(COMPILED, name.replace(/\.ts$/, '.js'))];
    return existsSync(compiled) && statSync(compiled).mtimeMs > statSync(source).mtimeMs;
  });
}

function isCompiled(path: string): boolean {
  return path.endsWith('.ts') && !/\.(?:test|case|d)\.ts$/.test(path);
}

function compiledOf(path: string): string {
  return join(COMPILED, path.slice(SOURCE.length).replace(/\.ts$/, '.js'));
}
