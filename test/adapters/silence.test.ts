import { describe, expect, it } from 'vitest';
import { adapterNamed } from '../../src/adapters/index.ts';
import { lab } from '../support/dispatcher.ts';
import { isObeyed } from './behaviour.ts';
import { decoded, type Fields, FIXTURES, recognised } from './fixtures.ts';
import { withCall } from './put-in.ts';
import { BY_EVENT, SPEAKERS } from './samples.ts';
import { PERMISSIONS, RUN, STRANGE } from './strange.ts';

/** Neutral damage: no agent refuses this by itself. */
const POLICY = `policy: 1
rules:
  keep: { before: run, when: { deletes: '**/precious/**' }, deny: 'keep precious' }
  lock: { before: write, when: { path: '**/locked/**' }, deny: 'locked' }
  shut: { before: read, when: { path: '**/locked/**' }, deny: 'locked' }
`;
const REGISTERED = ['--agent', 'claude-code', '--if-missing', 'install hookctl again'];
/** Every shape of a call that is about to run, with a forbidden call put in. */
const SHAPES: [shape: string, payload: Fields, dialect: string][] = [
  ...FIXTURES.flatMap((fixture): [string, Fields, string][] => {
    const adapter = adapterNamed(fixture.folder);
    if (adapter === null) throw new Error(`no adapter for ${fixture.agent}`);
    const event = decoded(fixture.payload, adapter);
    if (event.event !== 'before-tool' || event.tool === null) return [];
    const isFile = event.actions.some(({ kind }) => kind === 'file');
    const at = '/project/locked/a.txt';
    const input: Fields = isFile
      ? {
          file_path: at,
          path: at,
          filePath: at,
          TargetFile: at,
          content: 'x',
          file_text: 'x',
          operations: [{ path: at }],
        }
      : RUN;
    const quiet = event.actions.length === 0 || event.tool.mcp !== null;
    const tool = quiet && !BY_EVENT.includes(event.dialect) ? 'frobnicate' : null;
    if (event.tool.native === 'apply_patch')
      input['command'] = `*** Begin Patch\n*** Delete File: ${at}\n*** End Patch`;
    return quiet && BY_EVENT.includes(event.dialect)
      ? []
      : [[`${fixture.agent} ${fixture.case}`, withCall(fixture.payload, tool, input), event.dialect]];
  }),
  ...SPEAKERS.map(({ dialect, before }): [string, Fields, string] => [
    `${dialect}, a tool that nobody knows`,
    withCall(before, 'frobnicate', RUN),
    dialect,
  ]),
];

const UNIVERSAL = [
  'codex',
  'gemini',
  'qwen',
  'copilot-camel',
  'copilot-pascal',
  'kimi-code',
  'grok',
  'droid',
  'cline',
  'windsurf',
];

/** The first shape of each dialect. */
const FIRST = SHAPES.filter(([, , dialect], index) => SHAPES.findIndex((shape) => shape[2] === dialect) === index);

describe.each([
  ['without arguments', [], SHAPES],
  ["with the arguments of Claude Code's settings", REGISTERED, FIRST],
] as const)('the built hook %s', (_, args, shapes) => {
  it.each([...shapes])('refuses what is forbidden: %s', { timeout: 60_000 }, async (_shape, payload, dialect) => {
    const { hook } = lab(POLICY, { CLAUDE_PROJECT_DIR: '' });
    const { stdout, stderr, exitCode } = await hook(JSON.stringify(payload), { args: [...args] });
    const answer = { stdout, stderr, exitCode: exitCode as 0 | 2 };
    expect([recognised(payload).name, answer, isObeyed(dialect, 'before', answer)]).toEqual([
      recognised(payload).name,
      answer,
      true,
    ]);
  });

  it.each(STRANGE)('nobody is silent: %s', { timeout: 60_000 }, async (shape, payload) => {
    const { hook } = lab(POLICY, { CLAUDE_PROJECT_DIR: '' });
    const { stdout, stderr, exitCode } = await hook(JSON.stringify(payload), { args: [...args] });
    const answer = { stdout, stderr, exitCode: exitCode as 0 | 2 };
    // A payload that is no object could be from Claude Code, which asks.
    if (shape === 'a list') return expect(answer.stdout).toContain('"permissionDecision":"ask"');
    const deaf = UNIVERSAL.filter((dialect) => !isObeyed(dialect, 'before', answer));
    return expect([shape, answer, deaf]).toEqual([shape, answer, []]);
  });
});

it.each(PERMISSIONS)('what may not run is not permitted: %s', { timeout: 60_000 }, async (_, payload) => {
  const { hook } = lab(POLICY, { CLAUDE_PROJECT_DIR: '' });
  const { stdout } = await hook(JSON.stringify(payload));
  const said = JSON.parse(stdout) as { behavior?: string; hookSpecificOutput?: { decision: { behavior: string } } };
  expect(said.behavior ?? said.hookSpecificOutput?.decision.behavior).toBe('deny');
});
