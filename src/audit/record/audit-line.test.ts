import { array, assert, constantFrom, dictionary, integer, jsonValue, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import type { AuditRecord } from '../audit-record.ts';
import { auditLine, LONGEST_LINE } from './audit-line.ts';
import { storedPayload } from './stored-payload.ts';
import { utf8Length } from '../../protocol/text/encoding.ts';

const frame = { id: '1m7gjvf27-6ak77qp', mode: null };

it('fits into a page with the longest chain, whatever came in', () => {
  const text = oneof(
    string({ unit: 'binary', maxLength: 3_000, size: 'max' }),
    constantFrom('\u0001'.repeat(5_000), '\u{1f600}'.repeat(5_000), '"'.repeat(5_000), ''),
  );
  const hit = text.map((rule): AuditRecord['hits'][number] => ({
    rule,
    verb: 'deny',
    effective: 'observe',
    mode: 'observe',
    because: 'uncertain',
    text: rule,
    layer: 'managed',
    excused: false,
  }));
  assert(
    property(
      text,
      text,
      array(text, { maxLength: 30 }),
      array(hit, { maxLength: 30 }),
      dictionary(text, jsonValue()),
      integer({ min: 0, max: 16 }),
      (id, words, list, hits, payload, prev) => {
        const record: AuditRecord = {
          at: 1e12,
          durationMs: 1.5,
          session: id,
          callId: id,
          agent: id,
          event: id,
          nativeEvent: id,
          tool: id,
          actor: id,
          cwd: words,
          project: words,
          policy: 'key',
          verdict: 'inject',
          answer: 'none',
          reason: words,
          uncertain: true,
          hits,
          notices: list,
          actions: list,
          payload,
        };
        const place = { segment: 999_999, at: 2 ** 30, prev: Array.from({ length: prev }, () => '0'.repeat(64)) };
        const line = auditLine({ record, frame }, place, () => 'f'.repeat(64));
        expect(line.bytes).toBe(utf8Length(line.text));
        expect(line.bytes).toBeLessThanOrEqual(LONGEST_LINE);
        expect(JSON.parse(line.text)).toMatchObject({ id: frame.id, chain: { ...place, hash: line.hash } });
      },
    ),
    { numRuns: 60 },
  );
});

const BASH = {
  session_id: 's',
  transcript_path: '/home/me/.claude/projects/x/s.jsonl',
  cwd: '/project',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'git push --force origin main', description: 'Push' },
  tool_use_id: 'toolu_1',
};

const kept = (raw: Record<string, unknown>) => storedPayload(raw, 2_048);

it('keeps an ordinary payload whole', () => {
  expect(kept(BASH)).toEqual({ payload: BASH, payloadCut: false });
});

it('cuts what is long and keeps what is short', () => {
  const write = { ...BASH, tool_input: { file_path: '/project/a.ts', content: 'x'.repeat(1_000_000) } };
  const { payload, payloadCut } = kept(write);
  expect(payload).toEqual({
    ...write,
    tool_input: { file_path: '/project/a.ts', content: expect.stringMatching(/^x+…\[\d+ more\]$/) },
  });
  expect([payloadCut, utf8Length(JSON.stringify(payload)) > 1_200]).toEqual([true, true]);
});

it('gives the question more room than the answer', () => {
  const command = `echo ${'x'.repeat(1_000)}`;
  const ran = {
    ...BASH,
    hook_event_name: 'PostToolUse',
    tool_input: { command },
    tool_response: { stdout: 'y'.repeat(9_000) },
  };
  expect(kept(ran).payload).toMatchObject({ tool_input: { command } });
});

it.each([
  ['a secret by its name', { password: 'abc', n: 1 }, { password: '***', n: 1 }],
  ['a secret in a text', { command: 'PGPASSWORD=hunter2 psql' }, { command: 'PGPASSWORD=*** psql' }],
  [
    'too many entries',
    { list: Array.from({ length: 100 }, () => 1) },
    { list: [...Array.from({ length: 60 }, () => 1), '…[40 more]'] },
  ],
  [
    'too deep',
    { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } },
    { a: { b: { c: { d: { e: { f: { g: { h: '…[deeper]' } } } } } } } },
  ],
])('says that it left out %s', (_, raw, payload) => {
  expect(kept(raw)).toEqual({ payload, payloadCut: true });
});

it('keeps a field called __proto__', () => {
  const raw = JSON.parse('{"__proto__":{"x":1}}') as Record<string, unknown>;
  expect(JSON.stringify(kept(raw).payload)).toBe('{"__proto__":{"x":1}}');
});

it('keeps the same of a payload whether or not it was searched for secrets', () => {
  const name = string({ maxLength: 30 }).filter((key) => key !== 'zz' && key !== '__proto__');
  assert(
    property(dictionary(name, jsonValue({ maxDepth: 10 }), { maxKeys: 8 }), (raw) => {
      const [plain, searched] = [kept(raw), kept({ ...raw, zz: 'a task-list' })];
      if (plain.payloadCut || searched.payloadCut) return;
      expect({ ...(plain.payload as object), zz: 'a task-list' }).toEqual(searched.payload);
    }),
  );
});
