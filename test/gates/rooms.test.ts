import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../support/hookctl.ts';
import { ROOT } from '../support/hookctl.ts';

/** Each breaks one wall; the gate must name the file and the wall. */
const SEEDED: { file: string; text: string; says: string }[] = [
  { file: 'protocol/a.ts', text: `import { x } from '../runtime/b.ts';`, says: 'protocol may not import runtime' },
  { file: 'protocol/a.ts', text: `export * from '../shell/b.ts';`, says: 'protocol may not import shell' },
  { file: 'protocol/a.ts', text: `import type { X } from '../cli/b.ts';`, says: 'protocol may not import cli' },
  { file: 'shell/a.ts', text: `import { readFileSync } from 'node:fs';`, says: 'node:fs in the pure room shell' },
  { file: 'shell/a.ts', text: `import { parse } from 'unbash';`, says: 'only shell/parse/parse.ts may import unbash' },
  { file: 'policy/a.ts', text: `export const now = () => Date.now();`, says: '"Date.now" in the pure room policy' },
  { file: 'policy/a.ts', text: `export const home = process.env;`, says: '"process." in the pure room policy' },
  { file: 'session/a.ts', text: `console.log('x');`, says: '"console." in the pure room session' },
  { file: 'session/a.ts', text: `import { x } from '../policy/b.ts';`, says: 'session may not import policy' },
  {
    file: 'adapters/a.ts',
    text: `export const get = () => fetch('http://localhost');`,
    says: '"fetch(" in the pure room adapters',
  },
  { file: 'runtime/a.ts', text: `const x = await import('../cli/b.ts');`, says: 'runtime may not import cli' },
  {
    file: 'hook/dispatcher/a.ts',
    text: `import { x } from '../../cli/b.ts';`,
    says: 'hook/dispatcher may not import cli',
  },
  { file: 'elsewhere/a.ts', text: 'export {};', says: '"elsewhere" is no room' },
  { file: 'policy/a.ts', text: 'let last = 0;\nexport const next = () => ++last;', says: '"let last" is module state' },
  { file: 'shell/a.ts', text: 'const known = new Map<string, number>();', says: '"const known" is module state' },
  {
    file: 'session/a.ts',
    text: 'export const kept = new WeakMap<object, string>();',
    says: '"const kept" is module state',
  },
  {
    file: 'protocol/a.ts',
    text: "const seen = new Set(['a']);\nexport const see = (text: string) => seen.add(text);",
    says: '"const seen" is module state',
  },
  { file: 'policy/a.ts', text: 'var last = 0;', says: '"let last" is module state' },
  { file: 'lint/a.ts', text: 'const known = new WeakMap<object, string>();', says: '"const known" is module state' },
  { file: 'hook/a.ts', text: 'const projects: string[] = [];', says: '"const projects" is module state' },
  {
    file: 'runtime/a.ts',
    text: 'const STATE = { count: 0 };\nexport const next = () => ++STATE.count;',
    says: '"const STATE" is module state',
  },
  {
    file: 'policy/a.ts',
    text: 'const TABLE: Record<string, number> = { a: 1 };\nexport const keep = (name: string) => (TABLE[name] ??= 2);',
    says: '"const TABLE" is module state',
  },
  {
    file: 'shell/a.ts',
    text: 'const WORD = /a/g;\nexport function find(text: string) {\n  WORD.lastIndex = 3;\n  return WORD.exec(text);\n}',
    says: '"const WORD" is module state',
  },
  {
    file: 'adapters/a.ts',
    text: 'export const next = (() => {\n  let count = 0;\n  return () => ++count;\n})();',
    says: '"const next" is module state',
  },
  { file: 'policy/a.ts', text: 'const analyses = createCache({ max: 9 });', says: '"const analyses" is module state' },
  {
    file: 'session/a.ts',
    text: 'export class Journal {\n  static open = 0;\n}',
    says: '"static open" is module state',
  },
  {
    file: 'policy/a.ts',
    text: 'export const a = (x: number) => `${x}`;\nlet last = 0;\nexport const b = (x: number) => `${x}`;',
    says: '"let last" is module state',
  },
  { file: 'shell/a.ts', text: 'export const a = `${process.pid}`;', says: '"process." in the pure room shell' },
  { file: 'policy/a.ts', text: '//\n'.repeat(301), says: '301 lines, at most 300' },
];

const VARIABLES = { file: 'adapters/one/variables.ts', text: `export const V = { a: 'ONE_DIR', p: 'ONEAGENT_' };` };

/** Each knows an agent where nobody should. */
const AGENT_KNOWN: { file: string; text: string; says: string }[] = [
  {
    file: 'install/a.ts',
    text: `import { x } from '../adapters/one/register.ts';`,
    says: 'only the lists in adapters/ may import the agent one',
  },
  {
    file: 'adapters/two/a.ts',
    text: `import type { X } from '../one/decode.ts';`,
    says: 'only the lists in adapters/ may import the agent one',
  },
  { file: 'hook/a.ts', text: `export const dir = process.env['ONE_DIR'];`, says: 'names ONE_DIR, a variable of one' },
  { file: 'doctor/a.ts', text: 'export const text = `${ONEAGENT_HOME}`;', says: 'names ONEAGENT_HOME' },
];

/** Allowed things that a careless gate would reject. */
const CLEAN: { file: string; text: string }[] = [
  { file: 'runtime/a.ts', text: `import { readFileSync } from 'node:fs';\nimport { x } from '../protocol/b.ts';` },
  { file: 'policy/a.ts', text: `// process.env is the host's business\nexport const text = 'console.log(1)';` },
  { file: 'shell/parse/parse.ts', text: `import { parse } from 'unbash';` },
  { file: 'shell/a.test.ts', text: `import { readFileSync } from 'node:fs';` },
  {
    file: 'shell/a.ts',
    text: `const NAMES = new Set(['a', 'b']);\nexport const isName = (text: string) => NAMES.has(text);`,
  },
  { file: 'policy/a.ts', text: 'export function count() {\n  let sum = 0;\n  return ++sum;\n}' },
  { file: 'cli/a.ts', text: 'let isColoured = false;' },
  { file: 'policy/a.ts', text: 'const NONE: readonly string[] = [];\nexport const none = () => NONE;' },
  {
    file: 'policy/a.ts',
    text: 'const WORDS = /[`"]/;\nexport const text = `process.env ${`{${WORDS.source}}`} process.env`;',
  },
  {
    file: 'shell/a.ts',
    text: "const make = (list: string[]) => {\n  list.push('a');\n  return list;\n};\nexport const made = make;",
  },
  { file: 'shell/a.ts', text: 'const TABLE = { a: 1 };\nexport const isOne = (x: number) => TABLE.a === x;' },
];

describe('the walls between rooms', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'hookctl-rooms-'))));
  afterEach(() => rmSync(dir, { recursive: true }));

  const check = (path: string) => run(process.execPath, [join(ROOT, 'scripts/check-rooms.mjs'), path]);
  const place = ({ file, text }: { file: string; text: string }): void => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };

  it('stand in this tree', async () => {
    expect(await check(join(ROOT, 'src'))).toEqual({ stdout: 'rooms: no violation\n', stderr: '', exitCode: 0 });
  });

  it.each(SEEDED)('reject $text in $file', async (seed) => {
    place(seed);
    const { stderr, exitCode } = await check(dir);
    expect({ exitCode, names: stderr.includes(`${seed.file}: `), says: stderr.includes(seed.says) }).toEqual({
      exitCode: 1,
      names: true,
      says: true,
    });
  });

  it.each(AGENT_KNOWN)('keep an agent in its folder: $text in $file', async (seed) => {
    place(VARIABLES);
    place(seed);
    const { stderr, exitCode } = await check(dir);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${seed.file}: ${seed.says}`)]);
  });

  it('let an agent, the lists and the traps name its variables', async () => {
    place(VARIABLES);
    place({
      file: 'adapters/one/index.ts',
      text: `import { V } from './variables.ts';\nexport const dir = 'ONE_DIR';`,
    });
    place({ file: 'adapters/index.ts', text: `import { x } from './one/index.ts';\nimport './call-shape/a.ts';` });
    place({ file: 'lint/traps/a.ts', text: `export const remedy = 'Write $ONE_DIR.';` });
    place({ file: 'hook/b.ts', text: `export const other = 'NONE_DIR ONE_DIRECTORY';` });
    expect(await check(dir)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each(CLEAN)('let pass $text in $file', async (seed) => {
    place(seed);
    expect(await check(dir)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
