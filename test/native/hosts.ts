import { nodeSystem } from '../../src/system/node/system.ts';
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../../src/hook/policy-cache/compiled-policy.ts';
import { readChunks } from '../../src/replay/read/file-lines.ts';
import type { BatchCase } from './judge-batch.ts';

const ROOT = process.cwd();
export const NATIVE = join(ROOT, 'dist/native/dispatcher');
const BATCH = join(ROOT, 'node_modules/.cache/hookctl/native/judge-batch');

/** Where no C compiler or no sources of QuickJS are to be had there is nothing to compare with. */
export const nativeMissing = !existsSync(BATCH);

export interface Hosts {
  /** Judges all cases on both hosts; the places of those where they differ, with both answers. */
  compare: (cases: readonly BatchCase[]) => Promise<Difference[]>;
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
    compare: async (cases) => {
      const stdin = join(place, 'cases.jsonl');
      writeFileSync(stdin, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const [onNode, onNative] = await Promise.all([
        judged(process.execPath, [bundle, compiled], { stdin, stdout: join(place, 'node.jsonl') }),
        judged(BATCH, [compiled], { stdin, stdout: join(place, 'native.jsonl') }),
      ]);
      const differences: Difference[] = [];
      for (const one of cases) {
        const [node, native] = [nextLine(onNode), nextLine(onNative)];
        if (node !== native || !isSound(node)) differences.push({ case: one, node, native });
      }
      return differences;
    },
    close: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** What a host answers, line by line. It is kept in a file: a worker that holds all answers is slow to start processes ever after. */
async function judged(
  program: string,
  args: string[],
  { stdin, stdout }: { stdin: string; stdout: string },
): Promise<Iterator<string>> {
  const files = [openSync(stdin, 'r'), openSync(stdout, 'w')];
  const child = spawn(program, args, { stdio: [...files, 'pipe'] });
  for (const file of files) closeSync(file);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const end = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(signal ?? status));
  });
  return linesOf(stdout, end === 0 ? [] : [`ended with ${end}: ${stderr}`]);
}

function* linesOf(file: string, more: readonly string[]): Iterator<string> {
  for (const { lines } of readChunks(file))
    for (const { text, ended } of lines) if (ended) yield text ?? 'a line that is too long';
  yield* more;
}

function nextLine(lines: Iterator<string>): string {
  const { value, done } = lines.next();
  return done === true ? 'nothing' : value;
}

interface Judged {
  stdout: string;
  stderr: string;
  exitCode: number;
  records: { agent: string }[];
}

/** Prints nothing or one JSON object, and does not fail inside. A refusal by exit code has its reason on stderr; Claude Code gets neither. */
function isSound(line: string): boolean {
  try {
    const { stdout, stderr, exitCode, records } = JSON.parse(line) as Judged;
    const value: unknown = stdout === '' ? {} : JSON.parse(stdout);
    const isAnswer = typeof value === 'object' && value !== null;
    if (exitCode === 2) return isAnswer && stderr !== '';
    const isQuiet = stderr === '' || records.some(({ agent }) => agent !== 'claude-code');
    return exitCode === 0 && isAnswer && isQuiet;
  } catch {
    return false;
  }
}
