import { expect, it } from 'vitest';
import type { ProbeReport } from '../../probe/probe.ts';
import { renderProbe } from './probe.ts';

const REPORT: ProbeReport = {
  guards: [
    {
      name: 'no-force-push.sh',
      event: 'PreToolUse',
      matcher: 'Bash',
      file: '/p/.claude/settings.json',
      command: '.claude/hooks/no-force-push.sh',
      verdict: 'works',
      refuses: ['Bash: git push --force', 'Bash: git push --force origin main'],
      words: 'A force push rewrites what others have fetched.\nPush to a branch of your own.',
      reader: 'model',
      medianMs: 12,
      runs: 56,
      withoutInput: 'nothing',
      dependsOn: ['tool_input.command'],
      diagnoses: [
        {
          id: 'works',
          severity: 'note',
          says: 'It refused 2 of 40 suspicious calls and let 3 harmless ones pass.',
          remedy: 'Nothing.',
        },
      ],
    },
    {
      name: 'read-limit-guard.sh',
      event: 'PreToolUse',
      matcher: 'Read',
      file: '/p/.claude/settings.json',
      command: '~/.claude/hooks/read-limit-guard.sh',
      verdict: 'ineffective',
      refuses: [],
      words: 'BLOCKED',
      reader: 'model',
      medianMs: 80,
      runs: 23,
      withoutInput: 'nothing',
      dependsOn: [],
      diagnoses: [
        {
          id: 'never-fires',
          severity: 'fault',
          says: 'It refused none of 21 different calls.',
          remedy: 'See below.',
        },
        {
          id: 'wrong-place',
          severity: 'fault',
          says: 'It reacts to "Read: a file of 6000 lines" only if the fields of the call are at the top of the payload.',
          remedy: 'Read tool_input.command, tool_input.file_path and so on.',
        },
        { id: 'slow', severity: 'warning', says: 'Even its fastest run took 1.5 seconds.', remedy: 'Do less.' },
      ],
    },
  ],
  notProbed: [
    {
      name: 'http://localhost:9/hook',
      event: 'PreToolUse',
      type: 'http',
      why: 'an HTTP server cannot be put into a sandbox',
    },
  ],
  dropped: [],
  isolation: { kind: 'none', why: 'namespaces are a feature of Linux' },
  notCopied: ['data/large.bin'],
};

it.each([80, 100])('%i columns: nothing is wider, and no word is cut', async (columns) => {
  const text = renderProbe(REPORT, { paint: (_, part) => part, columns, width: columns });
  expect(text.split('\n').filter((line) => line.length > columns)).toEqual([]);
  await expect(text).toMatchFileSnapshot(`../../../test/fixtures/probe/screen-${columns}.txt`);
});
