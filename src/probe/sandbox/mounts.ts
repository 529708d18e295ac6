import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Mount } from './namespace.ts';

export interface RealPlaces {
  project: string;
  home: string;
}

export interface MountRequest {
  scratch: string;
  real: RealPlaces;
  /** Where the project is seen a second time. */
  spaced: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Texts of commands and scripts: what they name in the home is shown to them. */
  texts: readonly string[];
  /** Scripts and directories that guards need, wherever they are. */
  needed: readonly string[];
  /** The part of the home that is copied. */
  copied: string;
}

export interface Mounts {
  /** Into the scratch area, while the machine can still be seen. */
  early: Mount[];
  /** From there to where hooks look; outer directories first, since inner ones lie in them. */
  late: Mount[];
}

export function mountsFor(request: MountRequest): Mounts {
  const { scratch, real, spaced } = request;
  const modules = join(real.project, 'node_modules');
  const named = homeEntriesNeeded(real.home, request);
  const early: Mount[] = named.map((name) => ({
    target: join(scratch, 'home', name),
    source: join(real.home, name),
    readOnly: true,
  }));
  if (existsSync(modules))
    early.push({ target: join(scratch, 'project', 'node_modules'), source: modules, readOnly: true });
  const temporary = [...new Set(['/tmp', '/var/tmp', realpathSync(tmpdir())])].filter((dir) => existsSync(dir));
  const late: Mount[] = [
    ...temporary.map((target) => ({ target, source: './tmp', readOnly: false })),
    { target: real.home, source: './home', readOnly: false },
    { target: real.project, source: './project', readOnly: false },
    { target: spaced, source: './project', readOnly: false },
  ];
  const covered = [...temporary, real.home];
  const visible = [real.project, join(real.home, request.copied), ...named.map((name) => join(real.home, name))];
  for (const [index, path] of hiddenPaths(request, covered, visible).entries()) {
    early.push({ target: join(scratch, 'shown', String(index)), source: path, readOnly: true });
    late.push({ target: path, source: `./shown/${index}`, readOnly: true });
  }
  return { early, late: late.sort((a, b) => a.target.length - b.target.length) };
}

/** Directories of the home that hold programs (`.pyenv`, `.nvm`) or are named in a command or script. */
function homeEntriesNeeded(home: string, { env, texts, copied }: MountRequest): string[] {
  const named = new Set<string>();
  for (const text of [env['PATH'] ?? '', ...texts])
    for (const prefix of [`${home}/`, '~/', '$HOME/', '${HOME}/'])
      for (const part of text.split(prefix).slice(1)) named.add(/^[\w.@+-]+/.exec(part)?.[0] ?? '');
  const there = existsSync(home) ? readdirSync(home, { withFileTypes: true }) : [];
  return there.filter((one) => one.isDirectory() && named.has(one.name) && one.name !== copied).map(({ name }) => name);
}

/** What guards need and what would vanish below a scratch directory. A script comes with the directory it is in, if that is not itself replaced. */
function hiddenPaths(
  { needed, real, scratch, copied }: MountRequest,
  covered: readonly string[],
  visible: readonly string[],
): string[] {
  const isBelow = (path: string, dir: string): boolean => path === dir || path.startsWith(`${dir}/`);
  const isInCopy = (path: string): boolean =>
    isBelow(path, join(real.home, copied)) && existsSync(join(scratch, 'home', path.slice(real.home.length)));
  const found = needed
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .filter((path) => covered.some((dir) => isBelow(path, dir)))
    .filter((path) =>
      isBelow(path, join(real.home, copied)) ? !isInCopy(path) : !visible.some((dir) => isBelow(path, dir)),
    )
    .map((path) => {
      const dir = statSync(path).isDirectory() ? path : dirname(path);
      return [...covered, real.project].some((one) => isBelow(one, dir)) ? path : dir;
    });
  return [...new Set(found)].filter((path) => !found.some((other) => other !== path && isBelow(path, other)));
}
