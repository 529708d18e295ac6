import { nodeSystem } from '../../src/system/node/system.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrapArtefact, unwrapPolicy } from '../../src/hook/policy-cache/compiled-policy.ts';
import { compileLayers } from '../../src/hook/policy-files/compile-layers.ts';
import { shipDefault } from '../../src/hook/policy-cache/rebuild-policy.ts';
import { checkedText, DamagedPolicy } from '../../src/policy/hook.ts';
import { openPolicy, serialise } from '../../src/policy/stored/open-policy.ts';
import { textKey } from '../../src/protocol/text/text-key.ts';
import { type Answer, lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';

const POLICY = `policy: 1
extends: [pack:git]
rules:
  no-prod: { before: run, when: { runs: deploy prod }, deny: "No deploys to prod." }
`;
const decision = (answer: Answer | null) => answer?.hookSpecificOutput?.permissionDecision ?? null;

function flip(text: string, at: number, bit = 1): string {
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1);
}

describe('one flipped bit in the compiled policy', () => {
  const fileOf = (state: string) => {
    const folder = join(state, 'policies');
    const name = readdirSync(folder).find((one) => one.endsWith('.policy'));
    return join(folder, name ?? 'none');
  };

  it.each<[where: string, place: (text: string) => number]>([
    ['in the rule', (text) => text.indexOf('deploy', text.indexOf('"id":"no-prod"')) + 2],
    ['in a program that the index names', (text) => text.lastIndexOf('deploy', text.indexOf('"id":')) + 1],
    ['in the verb', (text) => text.indexOf('deny', text.indexOf('"id":"no-prod"'))],
    ['in the head', (text) => text.indexOf('\n') + 20],
    ['in the manifest', (text) => text.indexOf('layers') + 1],
    ['in the directory of the index', (text) => text.indexOf('\n', text.indexOf('\n') + 1) + 4],
  ])('%s: the rule holds, the policy is compiled again, and a person hears of it', async (_, place) => {
    const here = lab(POLICY);
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    const file = fileOf(here.state);
    // A policy that was written a moment ago is compiled again anyway (`settled-stamp.ts`).
    while (readFileSync(file, 'latin1').includes('"stamp":"young"')) await here.answer(bash('deploy prod'));
    const good = readFileSync(file, 'latin1');
    writeFileSync(file, flip(good, place(good)), 'latin1');
    const answer = await here.answer(bash('deploy prod'));
    expect(decision(answer)).toBe('deny');
    expect(answer?.systemMessage).toContain('the compiled policy was damaged; hookctl compiled it again');
    expect(readFileSync(file, 'latin1')).toBe(good);
    expect((await here.answer(bash('deploy prod')))?.systemMessage ?? '').not.toContain('damaged');
  });
});

describe('every piece of a compiled policy', () => {
  const whole = (text: string): boolean => {
    const loaded = openPolicy(text);
    if (!loaded.ok) return false;
    try {
      loaded.policy.findAll('');
      loaded.policy.all();
      return true;
    } catch (error) {
      if (error instanceof DamagedPolicy) return false;
      throw error;
    }
  };
  const text = serialise(
    compileLayers([{ layer: 'project', path: 'p.yaml', wanted: true }], { instead: new Map([['p.yaml', POLICY]]) })
      .artefact ?? expect.fail('it does not compile'),
  );

  it('has a sum: whatever bit is flipped, it shows', () => {
    expect(whole(text)).toBe(true);
    // A prime, so that all kinds of places are met.
    for (let at = text.length - 1; at >= 0; at -= 101)
      expect(whole(flip(text, at, 1 << (at % 7))), `character ${at}`).toBe(false);
  });

  it('is looked at when the policy is read as plain data', () => {
    const shipped = shipDefault('1.2.3');
    expect(unwrapArtefact(nodeSystem, shipped, '1.2.3')).not.toBeNull();
    for (let at = shipped.length - 1; at > 0; at -= 9_973)
      expect(unwrapArtefact(nodeSystem, flip(shipped, at), '1.2.3') === null, `character ${at}`).toBe(true);
  });

  it('a policy of another version is not called damaged', () => {
    expect(unwrapPolicy(nodeSystem, shipDefault('1.2.3'), '1.2.4')).toBeNull();
    expect(unwrapPolicy(nodeSystem, '{"version":"1.2.2","layers":[]}\n{}\n', '1.2.3')).toBeNull();
    expect(unwrapPolicy(nodeSystem, shipDefault('1.2.3').slice(0, -5), '1.2.3')).toBe('damaged');
  });

  it('a line without a sum is damaged', () => {
    expect(() => checkedText('text', textKey)).toThrow(DamagedPolicy);
  });
});
