import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchCase, commandCases, payloadFor, randomFrom } from './cases.ts';
import { type Hosts, nativeMissing, openHosts } from './hosts.ts';
import { corpusDirectory, readCommands } from '../support/corpus.ts';
import { FIXTURES } from '../adapters/fixtures.ts';
import { PERMISSIONS, STRANGE } from '../adapters/strange.ts';
import * as payloads from '../support/payloads.ts';

/** Every pack and every kind of condition that the packs leave out. */
const POLICY = readFileSync('test/native/policy.yaml', 'utf8');

describe.skipIf(nativeMissing)(
  'native and Node answer alike (skipped: dist/native is absent, npm run build:native)',
  () => {
    let hosts: Hosts;
    beforeAll(async () => {
      hosts = await openHosts(POLICY);
    });
    afterAll(() => hosts.close());

    it('on every payload that was recorded', async () => {
      const folder = 'test/fixtures/claude-code-2.1.325';
      const payloads = readdirSync(folder).flatMap((name) =>
        name.endsWith('.json') ? [readFileSync(`${folder}/${name}`, 'utf8')] : [],
      );
      expect(await hosts.compare(payloads.map((payload) => ({ payload })))).toEqual([]);
    });

    it('on what other agents send', async () => {
      const payloads = [
        ...FIXTURES.map(({ payload }) => payload),
        ...[...STRANGE, ...PERMISSIONS].map(([, one]) => one),
      ];
      const cases = payloads.map((payload) => ({ payload: JSON.stringify(payload) }));
      expect(cases.length).toBeGreaterThan(100);
      expect(await hosts.compare(cases)).toEqual([]);
    });

    it('on the calls of the oracle', async () => {
      const lines = readFileSync('test/oracle/data/cases.jsonl', 'utf8').split('\n').filter(Boolean);
      const calls = lines.flatMap((line) => {
        const { turns } = JSON.parse(line) as { turns?: unknown[] };
        return (turns ?? []).flat() as { tool?: string; input?: object }[];
      });
      const cases = calls.flatMap(({ tool, input }) =>
        ['PreToolUse', 'PostToolUse'].map((hook_event_name) => ({
          payload: JSON.stringify({
            hook_event_name,
            session_id: 's',
            cwd: '/home/u/project',
            tool_name: tool,
            tool_input: input,
          }),
        })),
      );
      expect(cases.length).toBeGreaterThan(400);
      expect(await hosts.compare(cases)).toEqual([]);
    });

    it(
      'on every command of the corpora, plain, disguised and spoilt (skipped: ../shared/corpus is absent)',
      { timeout: 600_000 },
      async () => {
        const random = randomFrom(5);
        const cases = readCommands(corpusDirectory(process.cwd())).flatMap((command) =>
          commandCases(command, random).flatMap((text, i) => [
            { payload: JSON.stringify(bash(text)) },
            ...(i === 2 ? [batchCase(payloadFor(text, random), random)] : []),
          ]),
        );
        expect(cases.length).toBeGreaterThan(10_000);
        expect(await hosts.compare(cases)).toEqual([]);
      },
    );
  },
);

const bash = (command: string) => payloads.bash(command, { session_id: 's', cwd: '/home/u/project' });
