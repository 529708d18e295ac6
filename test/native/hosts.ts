import { nodeSystem } from '../../src/system/node/system.ts';
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../../src/hook/policy-cache/compiled-policy.ts';
import type { BatchCase } from './judge-batch.ts';

const ROOT = process.cwd();
export const NATIVE = join(ROOT, 'dist/native/dispatcher');
const BATCH = join(ROOT, 'node_modules/.cache/hookctl/native/judge-batch');

/** Where no C compiler or no sources of QuickJS are to be had there is nothing to compare with. */
export const nativeMissing = !existsSync(BATCH);

export interface Hosts {
  /** Judges all cases on both hosts; the places of those where they differ, with both answers. */
  compare: (cases: readonly BatchCase[]) => Difference[];
  close: () => void;
}

export interface Difference {
  case: BatchCase;
  node: string;
  native: string;
}

/** Both hosts over one policy, given as YAML. */
export async function openHosts(policy: string): Promise<Hosts> {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-native-'));
  const bundle = join(ROOT, 'node_modules/.cache/hookctl/judge-batch.cjs');
  mkdirSync(join(ROOT, 'node_modules/.cache/hookctl'), { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/native/judge-batch.node.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    logLevel: 'warning',
  });
  const compiled = join(place, 'compiled.policy');
  writeFileSync(join(place, 'policy.yaml'), policy);
  const { rebuildPolicy } = createRequire(import.meta.url)(join(ROOT, 'dist/compile.cjs')) as {
    rebuildPolicy: (request: object) => string;
  };
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const files = [{ layer: 'project', path: join(place, 'policy.yaml'), wanted: true }];
  const text = rebuildPolicy({ files, version, target: join(place, 'kept.policy') });
  const problems = readManifest(nodeSystem, text.slice(0, text.indexOf('\n')))?.problems ?? ['it is damaged'];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  writeFileSync(compiled, text);
  return {
    compare: (cases) => {
      const stdin = cases.map((one) => `${JSON.stringify(one)}\n`).join('');
      const node = judged(process.execPath, [bundle, compiled], stdin);
      const native = judged(BATCH, [compiled], stdin);
      return cases.flatMap((one, i) =>
        node[i] === native[i] && isSound(node[i])
          ? []
          : [{ case: one, node: node[i] ?? 'nothing', native: native[i] ?? 'nothing' }],
      );
    },
    close: () => rmSync(place, { recursive: true, force: true }),
  };
}

function judged(program: string, args: string[], stdin: string): string[] {
  const { stdout, stderr, status, signal } = spawnSync(program, args, {
    input: stdin,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const lines = stdout.split('\n').slice(0, -1);
  if (status !== 0) lines.push(`ended with ${signal ?? status}: ${stderr}`);
  return lines;
}

interface Judged {
  stdout: string;
  stderr: string;
  exitCode: number;
  records: { agent: string }[];
}

/** Prints nothing or one JSON object, and does not fail inside. A refusal by exit code has its reason on stderr; Claude Code gets neither. */
function isSound(line: string | undefined): boolean {
  try {
    const { stdout, stderr, exitCode, records } = JSON.parse(line ?? '') as Judged;
    const value: unknown = stdout === '' ? {} : JSON.parse(stdout);
    const isAnswer = typeof value === 'object' && value !== null;
    if (exitCode === 2) return isAnswer && stderr !== '';
    const isQuiet = stderr === '' || records.some(({ agent }) => agent !== 'claude-code');
    return exitCode === 0 && isAnswer && isQuiet;
  } catch {
    return false;
  }
}
