import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { PACK_NAMES } from '../../src/policy/packs/index.ts';
import type { LoadedPolicy } from '../../src/policy/index.ts';
import { isStopped, judgeCall, policyOf } from '../support/judge-call.ts';
import { MACHINE } from './machine.ts';
import { RISKS } from './residual-risks.ts';
import { shortly } from './rows.ts';

// The list of what is not stopped has to stay true in both directions: a row whose example is stopped by now must go,
// and an attempt that passes must be explained by a row.

interface Misses {
  enforced: boolean;
  missed: Record<string, Record<string, string>>;
  /** Id of an attempt that passes → id of the risk that explains it. */
  risks: Record<string, string>;
}

const misses = JSON.parse(readFileSync(new URL('misses.json', import.meta.url), 'utf8')) as Misses;

const policies = new Map(PACK_NAMES.map((pack) => [pack, policyOf(pack)]));

function policyNamed(pack: string): LoadedPolicy {
  const policy = policies.get(pack);
  if (policy === undefined) throw new Error(`there is no pack ${pack}`);
  return policy;
}

test('every row is whole, and has its own id', () => {
  const ids = RISKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const risk of RISKS) {
    expect(Object.keys(risk)).toEqual(['id', 'group', 'what', 'packs', 'examples', 'why', 'instead']);
    expect(risk.id).toMatch(/^[a-z][a-z-]+$/);
    for (const text of [risk.group, risk.what, risk.why, risk.instead]) expect(text.trim()).not.toBe('');
    expect([risk.packs.length > 0, risk.examples.length > 0]).toEqual([true, true]);
    expect(risk.packs.filter((pack) => !PACK_NAMES.includes(pack))).toEqual([]);
  }
});

describe('what the list says is not stopped is not stopped', () => {
  const cases = RISKS.flatMap(({ id, packs, examples }) =>
    packs.flatMap((pack) => examples.map((call) => ({ id, pack, call, text: shortly(call) }))),
  );
  it.each(cases)('$id in $pack: $text', ({ pack, call }) => {
    const judged = judgeCall(policyNamed(pack), call, { given: MACHINE });
    expect({ ...judged, stopped: isStopped(judged) }).toEqual({ ...judged, stopped: false });
  });
});

describe('the attempts of the red team that pass', () => {
  const known = new Set(RISKS.map(({ id }) => id));

  test('are linked to rows of the list only', () => {
    expect(Object.entries(misses.risks).filter(([, risk]) => !known.has(risk))).toEqual([]);
  });

  test.runIf(misses.enforced)('are all explained by a row of the list', () => {
    const passing = new Set(Object.values(misses.missed).flatMap(Object.keys));
    expect([...passing].filter((id) => misses.risks[id] === undefined)).toEqual([]);
  });
});
