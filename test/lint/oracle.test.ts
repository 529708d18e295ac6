import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { type ObservedCase, readCases } from '../oracle/observed-case.ts';
import { buildStage } from '../oracle/stage.ts';

/**
 * What the real client did, against what lint says of the same settings: no case may make lint fall over, and a guard
 * that was seen to let a call through must have a finding. The few that cannot have one are named.
 */
const OPEN = (observed: ObservedCase): boolean => observed.observed.tool_ran === true && wantsToRefuse(observed);

/** Of our own observations only the open guards, unless all are asked for: they are many. */
const CASES = [
  ...readCases('cases.jsonl'),
  ...readCases('observed-here.jsonl').filter((one) => process.env['HOOKCTL_ALL_CASES'] !== undefined || OPEN(one)),
];

/** Why reading the files cannot tell. */
const NOT_TO_BE_SEEN: [RegExp, string][] = [
  [
    /^i08-|^i06-|^o11-two-|^o9-upd/,
    'the guard is fine: it was not asked about the call that ran, or meant to let it through',
  ],
  [/^o11-watch-|^o4-files-flag/, 'the settings changed while the session ran, or came from --settings'],
  [/timeout|^o9-trap-child|^o8-rewake-timeout|^o11-held/, 'how long a command takes shows when it runs'],
  [/^o1-bytes-|^o1-dup-keys/, 'stray bytes and repeated keys inside an answer'],
  [/^i11-or-true/, 'a shell inside a shell'],
  [/^o9-mcp-/, 'what an MCP server answers'],
  [/^o8-shell-binary/, 'a file of bytes that are no program'],
];

async function idsOf(observed: ObservedCase): Promise<string[]> {
  const stage = buildStage(observed, { mock: 4001, dead: 4002 });
  try {
    const { findings } = lint({
      files: [],
      project: join(stage.project, observed.cwd ?? '.'),
      home: stage.home,
      settings: [],
      managed: stage.managedPath ?? undefined,
      cwd: stage.project,
      env: process.env,
    });
    return findings.filter(({ severity }) => severity !== 'info').map(({ id }) => id);
  } finally {
    await stage.close();
  }
}

/** A PreToolUse hook of the case wants to refuse, in its own command or in a script. */
function wantsToRefuse({ settings, userSettings, localSettings, files }: ObservedCase): boolean {
  const hooks = [settings, userSettings, localSettings].map((one) => {
    if (typeof one !== 'object' || one === null) return one;
    return (one as { hooks?: { PreToolUse?: unknown } }).hooks?.PreToolUse;
  });
  const text = JSON.stringify([hooks, hooks.some((one) => one !== undefined) ? files : null]) ?? '';
  return /\bexit 2\b|Decision\\*":\s*\\*"deny|"?decision\\*"?:\s*\\*"(?:block|deny)/.test(text);
}

it('no settings of a case make lint fall over, and every guard that stayed open has a finding', async () => {
  const open: string[] = [];
  const missed: string[] = [];
  for (const observed of CASES) {
    const ids = await idsOf(observed);
    if (!OPEN(observed)) continue;
    if (NOT_TO_BE_SEEN.some(([ids]) => ids.test(observed.id))) continue;
    open.push(observed.id);
    if (ids.length === 0) missed.push(observed.id);
  }
  if (process.env['HOOKCTL_SHOW_TABLE'] !== undefined)
    console.log(
      `${CASES.length} cases; of ${open.length} guards that stayed open, ${open.length - missed.length} have a finding`,
    );
  expect(missed).toEqual([]);
  expect(open.length).toBeGreaterThan(140);
}, 300_000);
