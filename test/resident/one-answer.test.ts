import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import type * as Sdk from '../../src/hook/resident/agent-sdk.ts';
import { ROOT } from '../support/hookctl.ts';
import { serving } from './serving.ts';

/** As somebody gets it who imports `hookctl/agent-sdk`. */
const { policyHook } = (await import(join(ROOT, 'dist/agent-sdk.mjs'))) as typeof Sdk;

const RECORDED = join(ROOT, 'test/fixtures/claude-code-2.1.325');

const POLICY = `policy: 1
extends: [pack:default]
rules:
  no-prod: { before: run, when: { runs: deploy prod }, deny: "No deploys to prod.", locked: true }
  fine: { before: run, when: { runs: git status }, allow: "reads only" }
  start: { at: session-start, inject: "Sources live in src/." }
`;

const call = (event: string, tool: string, input: object, more: object = {}) => ({
  hook_event_name: event,
  tool_name: tool,
  tool_input: input,
  ...more,
});
const bash = (command: string) => call('PreToolUse', 'Bash', { command });
const edited = (id: string) =>
  call('PostToolUse', 'Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, { tool_use_id: id });

/** In this order: what a session remembers is part of the answer. */
const HAND_MADE: object[] = [
  { hook_event_name: 'SessionStart', source: 'startup' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'go' },
  bash('ls -la'),
  bash('rm -rf /'),
  bash('deploy prod'),
  bash('git status'),
  bash('cat > notes.txt <<EOF\nhello\nEOF'),
  bash('echo "$X" | sh'),
  bash('if (('),
  ...Array.from({ length: 9 }, (_, index) => edited(`call-${index}`)),
  { hook_event_name: 'Stop', stop_hook_active: false },
  call('PostToolUse', 'Bash', { command: 'npm test' }, { tool_response: { stdout: 'ok', stderr: '' } }),
  { hook_event_name: 'Stop', stop_hook_active: false },
  { hook_event_name: 'NobodyKnows', tool_name: 'Bash', tool_input: { command: 'rm -rf /' } },
  call('PreToolUse', 'Bash', {}),
  call('PreToolUse', 'mcp__x__y', { a: 1 }),
];

/** Codes and paths of the lab differ from run to run. */
function neutral(text: string, own: string): unknown {
  const plain = text.replaceAll(own, '@PROJECT@').replace(/allow-once [0-9A-Z]+/g, 'allow-once CODE');
  return plain === '' ? {} : JSON.parse(plain);
}

describe('one event has one answer, whichever way it is asked', () => {
  const recorded = readdirSync(RECORDED)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(RECORDED, name), 'utf8')) as object);

  it.each([
    ['events of one session', HAND_MADE],
    ['payloads recorded from the real client', recorded],
  ])('%s: dispatcher, HTTP and Agent SDK agree', async (_, payloads) => {
    const [process, http, sdk] = [lab(POLICY), lab(POLICY), lab(POLICY)];
    const server = await serving({ env: http.env, cwd: http.project });
    const decide = policyHook({ projectDir: sdk.project, env: sdk.env });
    for (const payload of payloads) {
      const at = (project: string) => ({ session_id: 's1', ...payload, cwd: project });
      const ran = await process.hook(JSON.stringify(at(process.project)));
      const byHttp = await server.post(JSON.stringify(at(http.project)), { path: `/hook?project=${http.project}` });
      const bySdk = decide(at(sdk.project));
      const wanted = neutral(ran.stdout, process.project);
      expect({
        payload,
        http: { status: byHttp.status, answer: neutral(byHttp.body, http.project) },
        sdk: neutral(JSON.stringify(bySdk), sdk.project),
      }).toEqual({ payload, http: { status: 200, answer: wanted }, sdk: wanted });
    }
    // The SDK's decisions are written at the end of the turn of the event loop.
    await new Promise(setImmediate);
    const decisions = (one: typeof sdk) => one.audit().map(({ event, verdict, rules }) => ({ event, verdict, rules }));
    expect(decisions(http)).toEqual(decisions(process));
    expect(decisions(sdk)).toEqual(decisions(process));
  });
});
