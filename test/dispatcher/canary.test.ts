import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canaryCommand, canaryReason } from '../../src/hook/canary.ts';
import { lab } from '../support/dispatcher.ts';
import { bash, ranBash } from '../support/payloads.ts';

const NONCE = '0123456789abcdef0123456789abcdef';
const ALLOWS_ALL = 'policy: 1\nrules:\n  all: { before: run, allow: "everything" }\n';
const DENIED = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: canaryReason(NONCE),
  },
};

it.each([
  ['no policy', undefined, {}],
  ['a policy that allows everything', ALLOWS_ALL, {}],
  ['observe only', undefined, { HOOKCTL_MODE: 'observe' }],
])('%s: the canary is denied and leaves no trace', async (_, policy, env) => {
  const { answer, state } = lab(policy, env);
  expect(await answer(bash(canaryCommand(NONCE)))).toEqual(DENIED);
  expect(['sessions', 'audit'].filter((name) => existsSync(join(state, name)))).toEqual([]);
});

it.each([
  ['something after it', bash(`${canaryCommand(NONCE)}; ls`)],
  ['something before it', bash(`ls; ${canaryCommand(NONCE)}`)],
  ['a second line', bash(`${canaryCommand(NONCE)}\nls`)],
  ['a short nonce', bash(canaryCommand('0123'))],
  ['another tool', { ...bash(''), tool_name: 'Grep', tool_input: { pattern: canaryCommand(NONCE) } }],
  ['after the call', ranBash(canaryCommand(NONCE))],
])('%s: judged by the policy, as any call', async (_, payload) => {
  const { hook, audit } = lab('policy: 1\nrules:\n  fine: { before: run, warn: "seen" }\n');
  const { stdout } = await hook(payload);
  expect(stdout).not.toContain('canary');
  expect(audit()).toHaveLength(1);
});
