import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderOfferedCall } from './offered-call.ts';

const call = (input: Record<string, unknown>) => ({ session: 's', cwd: '/p', tool: 'Bash', input });

it('shows everything, in lines that fit', () => {
  expect(
    renderOfferedCall(
      call({ command: `git status${' '.repeat(3)}\n\tx \u001b[8m${'y'.repeat(20)}  `, timeout: 5 }),
      24,
    ),
  ).toEqual([
    'Tool: Bash',
    'Directory: /p',
    'Session: s',
    'command:',
    '  │ git status···',
    '  │ \\tx \\x1b[8myyyyyyyyy',
    '  │ yyyyyyyyyyy··',
    'timeout:',
    '  │ 5',
  ]);
});

it('no part is lost, nothing steers the terminal, and no line can pass for one of ours', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\t', '\r', '\b', '\u001b', '\u009b', '\u202e', '漢', '🙂', '│', '\\', '"'),
    maxLength: 400,
  });
  fc.assert(
    fc.property(hostile, fc.integer({ min: 0, max: 120 }), (command, columns) => {
      const lines = renderOfferedCall(call({ command }), columns).slice(4);
      expect(lines.every((line) => line.startsWith('  │ '))).toBe(true);
      // oxlint-disable-next-line no-control-regex
      expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      // oxlint-disable-next-line no-control-regex
      const visible = command.replace(/[ \n\t\r\b\u001b\u009b\u202e]/g, '');
      const shown = lines
        .map((line) => line.slice(4))
        .join('')
        .replace(/\\(?:x08|x1b|x9b|u202e|t|r)|[ ·]/g, '');
      // A backslash of the call itself may look like the start of one of ours; then it is longer, never shorter.
      if (!command.includes('\\')) expect(shown).toBe(visible);
      expect(shown.length).toBeGreaterThanOrEqual(visible.replaceAll('\\', '').length);
    }),
  );
});
