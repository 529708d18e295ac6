import { nodeSystem } from '../../src/system/node/system.ts';
import { appendFileSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOffer, grantOnce, type Offer } from '../../src/session/grants/grant-call.ts';
import { grantPath, keyPath, offerPath, sealOf } from '../../src/session/grants/file-grants.ts';
import { compactState } from '../../src/session/store/compact.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';

const POLICY = `policy: 1
rules:
  no-deploy: { before: run, when: { runs: deploy }, deny: "No deploys." }
  no-prod: { before: run, when: { runs: deploy prod }, deny: "Not there." }
  no-keep: { before: write, when: { path: "keep/**" }, deny: "Kept." }
`;

const write = (content: string, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: 'keep/a.txt', content },
  ...more,
});

const verdict = async (here: Lab, call: object) =>
  (await here.answer(call))?.hookSpecificOutput?.permissionDecision ?? 'pass';

/** What the refusal of this call offers a person. */
async function offerFor(here: Lab, call: object): Promise<Offer> {
  const reason = (await here.answer(call))?.hookSpecificOutput?.permissionDecisionReason ?? '';
  const offer = findOffer(here.state, /allow-once ([0-9A-Z]{6})/.exec(reason)?.[1] ?? '');
  if (typeof offer === 'string') throw new Error(offer);
  return offer;
}

const journalOf = (here: Lab) => join(here.state, 'sessions/s1.jsonl');
const LONG = `echo ${'a'.repeat(300)}; deploy`;

describe('a grant fits the whole call and nothing else', () => {
  it.each<[string, object, object]>([
    ['what follows the first 200 characters', bash(`${LONG} a`), bash(`${LONG} b`)],
    ['the content of a file', write('one'), write('two')],
    [
      'a further field of the input',
      bash('deploy a'),
      { ...bash('deploy a'), tool_input: { command: 'deploy a', run_in_background: true } },
    ],
    ['the directory', bash('deploy a'), bash('deploy a', { cwd: '/tmp' })],
    ['the session', bash('deploy a'), bash('deploy a', { session_id: 's2' })],
  ])('%s', async (_, granted, other) => {
    const here = lab(POLICY);
    grantOnce(here.state, await offerFor(here, granted), Date.now());
    expect([await verdict(here, other), await verdict(here, granted), await verdict(here, granted)]).toEqual([
      'deny',
      'pass',
      'deny',
    ]);
  });

  it('lifts both rules that refuse one call, once, and the comment beside a command may be worded anew', async () => {
    const here = lab(POLICY);
    const call = (description: string) => ({
      ...bash('deploy prod'),
      tool_input: { description, command: 'deploy prod' },
    });
    const offer = await offerFor(here, call('Deploys'));
    expect(offer.rule).toBe('no-deploy no-prod');
    grantOnce(here.state, offer, Date.now());
    expect(await verdict(here, call('Deploys to production'))).toBe('pass');
    expect(await verdict(here, call('Deploys'))).toBe('deny');
  });

  it('a call that is too long to be kept is refused without a code', async () => {
    const here = lab(POLICY);
    const answer = await here.answer(write('x'.repeat(1024 * 1024)));
    expect(answer?.hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'Kept. [no-keep]',
    });
    expect(existsSync(journalOf(here))).toBe(false);
  });

  it('the offer holds the whole call', async () => {
    const here = lab(POLICY);
    const offer = await offerFor(here, bash(`${LONG} \u001b[8mx`));
    expect(offer.call).toEqual({
      session: 's1',
      cwd: here.project,
      tool: 'Bash',
      input: { command: `${LONG} \u001b[8mx` },
    });
  });

  it('a call that was changed on record cannot be shown, and so not be granted', async () => {
    const here = lab(POLICY);
    const { hash, code } = await offerFor(here, bash('deploy a'));
    writeFileSync(offerPath(here.state, hash), JSON.stringify(['s1', here.project, 'Bash', { command: 'ls' }]));
    expect(findOffer(here.state, code)).toContain('cannot be shown in full');
  });
});

it('a call refused again after housekeeping has removed its record can be granted', async () => {
  const here = lab(POLICY);
  const { hash } = await offerFor(here, bash('deploy a'));
  const yesterday = Date.now() / 1000 - 86_500;
  utimesSync(offerPath(here.state, hash), yesterday, yesterday);
  expect(compactState(here.state, Date.now())).toMatchObject({ sessions: 0, others: 1 });
  grantOnce(here.state, await offerFor(here, bash('deploy a')), Date.now());
  expect(await verdict(here, bash('deploy a'))).toBe('pass');
});

describe('what only looks like a grant', () => {
  const MINUTE = 60_000;
  it.each<[string, number, string]>([
    ['of now', 0, 'pass'],
    ['14 minutes old', -14 * MINUTE, 'pass'],
    ['16 minutes old', -16 * MINUTE, 'deny'],
    ['of tomorrow', 24 * 60 * MINUTE, 'deny'],
    ['of the year 5000', Date.UTC(5000, 0) - Date.now(), 'deny'],
  ])('a grant %s', async (_, shift, wanted) => {
    const here = lab(POLICY);
    grantOnce(here.state, await offerFor(here, bash('deploy a')), Date.now() + shift);
    expect(await verdict(here, bash('deploy a'))).toBe(wanted);
  });

  it('a line slipped into the journal, before or after a snapshot of it', async () => {
    const here = lab(POLICY);
    const { code } = await offerFor(here, bash('deploy a'));
    for (const many of [1, 100]) {
      for (let i = 0; i < many; i++)
        appendFileSync(journalOf(here), `${JSON.stringify({ kind: 'once-granted', code, at: Date.now() })}\n`);
      expect(await verdict(here, bash('deploy a'))).toBe('deny');
    }
    expect(await verdict(here, bash('deploy a'))).toBe('deny');
  });

  it.each<[string, (here: Lab, offer: Offer) => void]>([
    ['without a seal', (here, { hash }) => writeFileSync(grantPath(here.state, hash), `${Date.now()}\n`)],
    [
      'with the seal of another key',
      (here, { hash }) =>
        writeFileSync(
          grantPath(here.state, hash),
          `${Date.now()} ${sealOf(nodeSystem, 'guess', hash, String(Date.now()))}\n`,
        ),
    ],
    [
      'made younger',
      (here, { hash }) => {
        const [, seal] = readFileSync(grantPath(here.state, hash), 'utf8').split(' ');
        writeFileSync(grantPath(here.state, hash), `${Date.now() + 1} ${seal}`);
      },
    ],
    [
      'moved to another call',
      (here, offer) => {
        const text = readFileSync(grantPath(here.state, '0'.repeat(64)), 'utf8');
        writeFileSync(grantPath(here.state, offer.hash), text);
      },
    ],
    ['whose key is gone', (here) => rmSync(keyPath(here.state))],
  ])('a grant %s', async (_, forge) => {
    const here = lab(POLICY);
    const offer = await offerFor(here, bash('deploy a'));
    grantOnce(here.state, { ...offer, hash: '0'.repeat(64) }, Date.now());
    grantOnce(here.state, offer, Date.now() - 1000);
    forge(here, offer);
    expect(await verdict(here, bash('deploy a'))).toBe('deny');
  });
});
