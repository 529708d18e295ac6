import { expect, test } from 'vitest';
import { judgeCall, policyOf } from '../support/judge-call.ts';
import { readCalls, wrongRows } from './judge-rows.ts';

test('what looks dangerous and is not stays silent, and its dangerous twin is stopped', () => {
  const rows = readCalls('false-alarms');
  expect(rows.filter(({ wanted }) => wanted === 'silent').length).toBeGreaterThan(50);
  expect(wrongRows(rows)).toEqual([]);
});

test.each([
  ['chown -R node:node /app', 'none'],
  ['chmod -R 777 /app/storage', 'none'],
  ['chown -R node:node /app /usr', 'deny'],
])('a project may be a directory of the root, as in a container: %s', (command, verdict) => {
  const place = { cwd: '/app', home: '/root' };
  expect(judgeCall(policyOf('recommended'), { tool: 'Bash', input: { command } }, { place }).verdict).toBe(verdict);
});
