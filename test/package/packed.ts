import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from '../support/hookctl.ts';

/** A project of somebody else, with hookctl as it is published in its node_modules, and nothing of this repository but types of Node. */
export interface Consumer {
  directory: string;
  write: (path: string, text: string) => string;
  /** What `tsc` says about the project; empty when it is content. */
  compile: (options: Record<string, unknown>, files: readonly string[]) => string;
  remove: () => void;
}

export function createConsumer(manifest: object = { type: 'module' }): Consumer {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookctl-consumer-')));
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, 'hookctl'), { recursive: true });
  succeed('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', directory], ROOT);
  succeed(
    'tar',
    [
      '-xzf',
      join(directory, `hookctl-${packageJson.version}.tgz`),
      '-C',
      join(modules, 'hookctl'),
      '--strip-components=1',
    ],
    ROOT,
  );
  mkdirSync(join(modules, '@types'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(modules, '@types/node'));
  symlinkSync(join(ROOT, 'node_modules/undici-types'), join(modules, 'undici-types'));
  const write = (path: string, text: string): string => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  write('package.json', JSON.stringify({ name: 'consumer', private: true, ...manifest }));
  const compile: Consumer['compile'] = (options, files) => {
    // All declarations are checked, ours and those of Node, except TypeScript's own.
    const checked = { strict: true, skipLibCheck: false, skipDefaultLibCheck: true };
    const compilerOptions = { ...checked, types: ['node'], target: 'es2022', ...options };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', directory], {
      cwd: directory,
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`.trim();
  };
  return { directory, write, compile, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

function succeed(program: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}
