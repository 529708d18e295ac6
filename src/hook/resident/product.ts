import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Product {
  version: string;
  /** The compiled pack `default`, as it was built. */
  shipped: string;
  /** The bundled mod. */
  mod: string;
  /** The directory of the built page. */
  page: string;
}

export function findProduct(): Product {
  const directory = packageDirectory();
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string };
  const dist = join(directory, 'dist');
  return {
    version,
    shipped: join(dist, 'default.policy'),
    mod: join(dist, 'mod', 'register.mjs'),
    page: join(dist, 'page'),
  };
}

/** Where this installation is. Found by walking up: this file is in `dist/lib` for the library, and anywhere in `dist` after bundling. */
export function packageDirectory(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) {
    if (dirname(directory) === directory) throw new Error('hookctl: package.json is not in this installation');
    directory = dirname(directory);
  }
  return directory;
}
