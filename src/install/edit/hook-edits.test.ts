import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookEntry } from '../../adapters/agent.ts';
import { hookEntries } from '../../adapters/claude-code/register/hook-entries.ts';
import { isOwnHandler } from '../../adapters/claude-code/register/own-handler.ts';
import { arm, disarm, ownHandlers, type Traces } from './hook-edits.ts';

const isOwn = (handler: unknown) => isOwnHandler(handler, () => false);
const NEEDS = { before: true, after: { all: false, actions: ['run' as const], tools: [] }, events: ['stop', 'prompt'] };
const LAUNCH = { command: '/opt/hookctl/dist/native/dispatcher', args: [] };
const ENTRIES = hookEntries(NEEDS, LAUNCH);
const FEWER = hookEntries({ before: true, after: null, events: [] }, LAUNCH);
const MOVED = hookEntries(NEEDS, { command: '/usr/bin/node', args: ['/elsewhere/dist/dispatcher.cjs'] });
const PATH = 'settings.json';

const armed = (whole: string | null, entries: readonly HookEntry[], known?: Traces) =>
  arm({ whole, entries, isOwn, path: PATH, known });

/** Any way to write JSON: each gap between two tokens is drawn anew. */
function written(value: unknown, gap: () => string): string {
  if (Array.isArray(value))
    return `[${value.length === 0 ? gap() : value.map((one) => gap() + written(one, gap) + gap()).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${gap()}${JSON.stringify(key)}${gap()}:${gap()}${written(one, gap)}${gap()}`,
  );
  return `{${members.length === 0 ? gap() : members.join(',')}}`;
}

const foreignHandler = fc.record({
  type: fc.constant('command'),
  command: fc.constantFrom('./lint.sh', '/opt/other/dispatcher', 'npx prettier', 'node tools/dispatcher.js'),
});
const group = fc.record(
  { matcher: fc.constantFrom('Bash', '*', 'Edit|Write'), hooks: fc.array(foreignHandler, { maxLength: 2 }) },
  { requiredKeys: ['hooks'] },
);
const hooks = fc.dictionary(
  fc.constantFrom('PreToolUse', 'PostToolUse', 'Stop', 'Notification', 'UserPromptSubmit'),
  fc.array(group, { maxLength: 3 }),
  { maxKeys: 4 },
);
const settings = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), fc.option(hooks), fc.nat(4))
  .map(([others, own, place]) => {
    const members = Object.entries(others).filter(([key]) => key !== 'hooks' && key !== '__proto__');
    if (own !== null) members.splice(place, 0, ['hooks', own]);
    return Object.fromEntries(members);
  });

const gaps = fc.oneof(
  fc.constantFrom(['\n  '], ['\r\n\t'], ['\r\n    '], [' '], [''], ['\n']),
  fc.array(fc.constantFrom('', ' ', '\n', '\r\n', '\t', '\n  ', ' \n\t'), { minLength: 1, maxLength: 5 }),
);
const texts = fc
  .tuple(
    settings,
    gaps,
    fc.constantFrom('', '\uFEFF'),
    fc.constantFrom('', '\n', '\r\n', '  \n\n'),
    fc.nat(),
    fc.boolean(),
  )
  .map(([value, choices, bom, tail, seed, pretty]) => {
    if (pretty) return bom + JSON.stringify(value, null, choices[0]?.replace(/[\r\n]/g, '')) + tail;
    let at = seed;
    return bom + written(value, () => choices[at++ % choices.length] ?? '') + tail;
  });

describe('install and uninstall as edits of a text', () => {
  it('law: uninstall gives back every byte, also after a second install with other needs', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(ENTRIES, FEWER),
        fc.constantFrom(ENTRIES, FEWER, MOVED),
        (text, first, second) => {
          const once = armed(text, first);
          const twice = armed(once.text, second, once.traces);
          expect(disarm(once.text, isOwn, PATH, once.traces)).toBe(text);
          expect(disarm(twice.text, isOwn, PATH, twice.traces)).toBe(text);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('law: install is idempotent, arms each event once, and changes no foreign value', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = armed(text, ENTRIES).text;
        expect(armed(once, ENTRIES).text).toBe(once);
        expect(ownHandlers(once, isOwn, PATH).map(({ event, handler }) => ({ event, handler }))).toEqual(
          expect.arrayContaining(ENTRIES.map(({ event, handler }) => ({ event, handler }))),
        );
        const before = JSON.parse(text.replace('\uFEFF', '')) as Record<string, unknown>;
        const after = JSON.parse(once.replace('\uFEFF', '')) as Record<string, unknown>;
        expect({ ...after, hooks: null }).toEqual({ ...before, hooks: null });
        for (const [event, groups] of Object.entries((before['hooks'] ?? {}) as Record<string, unknown[]>))
          expect((after['hooks'] as Record<string, unknown[]>)[event]?.slice(0, groups.length)).toEqual(groups);
      }),
      { numRuns: 400 },
    );
  });
});
