import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type * as Runtime from '../../src/runtime/index.ts';
import { ROOT } from '../support/hookctl.ts';

/** The built library, as `import … from 'hookctl/runtime'` gives it. */
const { createHookRuntime } = (await import(join(ROOT, 'dist/runtime.mjs'))) as typeof Runtime;

export interface Stage {
  dir: string;
  project: string;
  home: string;
  /** Writes a file below the stage's directory; objects become JSON. */
  write(path: string, content: unknown): string;
  read(path: string): string | null;
  /** A runtime on this stage; it is closed when the test ends. */
  runtime(options?: Partial<Runtime.RuntimeOptions>): Runtime.HookRuntime;
  /** Command lines of processes that hooks of this stage left behind. */
  survivors(): string[];
}

/** A project, a home and nothing of the tester's settings; `hooks` are the project's. */
export function stage(hooks: Record<string, unknown> = {}): Stage {
  const dir = mkdtempSync(join(tmpdir(), 'hookctl-runtime-'));
  const project = join(dir, 'project');
  const home = join(dir, 'home');
  const mark = randomUUID();
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const write = (path: string, content: unknown): string => {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  mkdirSync(home, { recursive: true });
  write('project/.claude/settings.json', { hooks });
  return {
    dir,
    project,
    home,
    write,
    read: (path) => (existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : null),
    runtime(options = {}) {
      const { env, ...rest } = options;
      const PATH = process.env['PATH'] ?? '';
      const runtime = createHookRuntime({
        projectDir: project,
        home,
        sessionId: 's-1',
        ...rest,
        env: { PATH, STAGE: dir, MARK: mark, ...env },
      });
      onTestFinished(() => runtime.close());
      return runtime;
    },
    survivors: () => marked(mark),
  };
}

/** One group with these commands. */
export function commands(...list: (string | object)[]): unknown[] {
  return [
    {
      hooks: list.map((one) =>
        typeof one === 'string' ? { type: 'command', command: one } : { type: 'command', ...one },
      ),
    },
  ];
}

function marked(mark: string): string[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const environment = readFileSync(`/proc/${entry}/environ`, 'latin1');
      return environment.includes(mark) ? [readFileSync(`/proc/${entry}/cmdline`, 'latin1').replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
}

/** Waits for what a hook does in its own time. */
export async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 10));
}
