import { replaceSetting } from '../fix/json-edit.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const timeoutMilliseconds = defineTrap({
  id: 'timeout-milliseconds',
  title: 'A timeout that looks like milliseconds',
  severity: 'warning',
  looksAt: 'handler',
  happens: '`timeout` is in seconds. A hook that hangs holds the agent for that long.',
  remedy: 'Write seconds.',
  fixes: 'Divides by 1000 when that gives a whole number of at most 600 seconds.',
  heuristic:
    'From 1000 seconds on, and only round numbers (multiples of 500), or more than a day: nobody waits for a hook for 5000 seconds.',
  evidence: { cases: ['g10-timeout-ms'], protocol: 'Timeouts' },
  *check({ document, path, handler: { timeout } }) {
    if (timeout === undefined || !((timeout >= 1000 && timeout % 500 === 0) || timeout > 86_400)) return;
    const seconds = timeout / 1000;
    const place = [...path, 'timeout'];
    const isClear = Number.isInteger(seconds) && seconds <= 600;
    yield {
      at: spanOf(document, place),
      message: `${timeout} seconds are ${inWords(timeout)}; milliseconds were probably meant`,
      remedy: `Write ${seconds} for ${seconds} seconds.`,
      fix: isClear
        ? { title: `write ${seconds}`, file: document.file, edits: replaceSetting(document, place, seconds) }
        : undefined,
    };
  },
});

function inWords(seconds: number): string {
  const minutes = seconds / 60;
  return minutes < 120 ? `${Math.round(minutes)} minutes` : `${Math.round(minutes / 60)} hours`;
}
