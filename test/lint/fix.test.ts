import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { lintAndFix } from '../../src/lint/fix/fix.ts';
import { lint } from '../../src/lint/lint.ts';
import { TRAPS } from '../../src/lint/traps/index.ts';
import { filesBelow, stage, type Staged } from './support/fixture.ts';

const staged: Staged[] = [];
afterEach(() => {
  for (const one of staged.splice(0)) one.remove();
});

function staging(fixture: string): Staged {
  const one = stage(fixture);
  staged.push(one);
  return one;
}

function fix({ root, request }: Staged, dryRun = false) {
  return lintAndFix({ ...request, stateDirectory: join(root, 'state'), now: new Date(0), dryRun });
}

/** Every file with its text and run bit, but for what we keep ourselves. */
function snapshot(root: string): Record<string, string> {
  const files = filesBelow(root).filter((file) => !file.startsWith(join(root, 'state')));
  return Object.fromEntries(
    files.map((file) => [file, `${statSync(file).mode & 0o111 ? 'x' : '-'} ${readFileSync(file, 'utf8')}`]),
  );
}

const FIXABLE = TRAPS.filter(({ fixes }) => fixes !== undefined).map(({ id }) => id);

describe.each(FIXABLE)('%s', (id) => {
  it('is gone after --fix, nothing new comes up, and a second time changes nothing', () => {
    const one = staging(`${id}/bad`);
    const { result, fixed } = fix(one);
    expect(fixed.length).toBeGreaterThan(0);
    expect(result.findings).toEqual([]);
    const after = snapshot(one.root);
    expect(fix(one).fixed).toEqual([]);
    expect(snapshot(one.root)).toEqual(after);
  });

  it('--dry-run says the same and writes nothing', () => {
    const one = staging(`${id}/bad`);
    const before = snapshot(one.root);
    const { fixed } = fix(one, true);
    expect(snapshot(one.root)).toEqual(before);
    const really = fix(one).fixed;
    expect(fixed.map(({ file, after }) => ({ file, after }))).toEqual(
      really.map(({ file, after }) => ({ file, after })),
    );
  });
});

it('only the traps that say so have fixes', () => {
  const others = TRAPS.filter(({ fixes }) => fixes === undefined);
  for (const { id } of others) expect([id, lint(staging(`${id}/bad`).request).fixes]).toEqual([id, []]);
});

const ODD = [
  '{"hooks":{"PreToolUse":[{"matcher":"mcp__memory","onFailure":"block","hooks":[{"type":"command","command":"date"}]}]}}',
  '{"hooks":{"PreToolUse":[{"matcher":"mcp__memory__.*","hooks":[{"type":"command","command":"date","onFailure":"block"}]}]}}',
] as const;

describe('every other byte stays', () => {
  it.each([
    ['one line', ODD[0], ODD[1]],
    ['a byte order mark', `\uFEFF${ODD[0]}`, `\uFEFF${ODD[1]}`],
    [
      'tabs and CRLF',
      '{\r\n\t"x" : [1,2],\r\n\t"hooks": {"Stop": [{\r\n\t\t"timeout": 5,\r\n\t\t"hooks": [{\r\n\t\t\t"type": "command",\r\n\t\t\t"command": "date"\r\n\t\t}]\r\n\t}]}\r\n}\r\n\r\n',
      '{\r\n\t"x" : [1,2],\r\n\t"hooks": {"Stop": [{\r\n\t\t"hooks": [{\r\n\t\t\t"type": "command",\r\n\t\t\t"command": "date",\r\n\t\t\t"timeout": 5\r\n\t\t}]\r\n\t}]}\r\n}\r\n\r\n',
    ],
    [
      'escapes in the command',
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"$CLAUDE_PROJECT_DIR/a.sh \\"x\\"","note":"\\u00e9"}]}]}}',
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"\\"$CLAUDE_PROJECT_DIR\\"/a.sh \\"x\\"","note":"\\u00e9"}]}]}}',
    ],
  ])('%s', (_, before, after) => {
    const one = staging('hooks-disabled/clean');
    const file = join(one.root, '.claude/settings.json');
    writeFileSync(file, before);
    fix(one);
    expect(readFileSync(file, 'utf8')).toBe(after);
  });
});

it('a link stays a link, the mode stays, and the file before is kept', () => {
  const one = staging('timeout-milliseconds/bad');
  const file = join(one.root, '.claude/settings.json');
  const real = join(one.root, 'shared.json');
  renameSync(file, real);
  symlinkSync(real, file);
  chmodSync(real, 0o640);
  const before = readFileSync(real, 'utf8');
  const { fixed } = fix(one);
  expect(readFileSync(real, 'utf8')).toBe(before.replace('5000', '5'));
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(fixed.map(({ backup }) => backup && readFileSync(backup, 'utf8'))).toEqual([before]);
});

it('a read-only file is refused and stays as it is', () => {
  const one = staging('timeout-milliseconds/bad');
  const file = join(one.root, '.claude/settings.json');
  chmodSync(file, 0o444);
  const before = readFileSync(file, 'utf8');
  expect(() => fix(one)).toThrow('is read-only');
  expect(readFileSync(file, 'utf8')).toBe(before);
});
