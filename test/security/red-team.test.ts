import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isStopped, judgeCall, policyOf } from '../support/judge-call.ts';
import { MACHINE } from './machine.ts';
import { readRows, type Row, shortly } from './rows.ts';

// Five red teams wrote the attempts, each before it read a rule. Every attempt does harm when it runs, so only a stop is right;
// every everyday call has to pass in silence. `misses.json` names the rows that come out wrong today.
// After a change: HOOKCTL_UPDATE_MISSES=1 npx vitest run test/security/red-team.test.ts

const PACKS = ['recommended', 'self-protection'] as const;
type Pack = (typeof PACKS)[number];
/** Id → the call, shortened. */
type Named = Record<string, string>;

interface Misses {
  /** Whether the shares below are demanded as well. */
  enforced: boolean;
  /** Attempts that pass. */
  missed: Record<Pack, Named>;
  /** Everyday calls that are stopped. */
  alarms: Record<Pack, Named>;
  /** Attempt that passes → the row of `docs/residual-risks.json` that explains it. Written by hand. */
  risks?: Record<string, string>;
}

const file = new URL('misses.json', import.meta.url);
const known = JSON.parse(readFileSync(file, 'utf8')) as Misses;
const attempts = readRows('attempts');
const everyday = readRows('everyday');
const againstHookctl = attempts.filter(({ group }) => group.startsWith('self-protection-'));
const stopped = {
  recommended: { attempts: stoppedBy('recommended', attempts), everyday: stoppedBy('recommended', everyday) },
  'self-protection': {
    attempts: stoppedBy('self-protection', againstHookctl),
    everyday: stoppedBy('self-protection', everyday),
  },
};
const missed = {
  recommended: named(attempts.filter((row) => !stopped.recommended.attempts.has(row))),
  'self-protection': named(againstHookctl.filter((row) => !stopped['self-protection'].attempts.has(row))),
};
const found: Misses = {
  enforced: known.enforced,
  missed,
  alarms: {
    recommended: named([...stopped.recommended.everyday]),
    'self-protection': named([...stopped['self-protection'].everyday]),
  },
  risks: Object.fromEntries(
    Object.entries(known.risks ?? {}).filter(([id]) => id in missed.recommended || id in missed['self-protection']),
  ),
};

if (process.env['HOOKCTL_UPDATE_MISSES'] === '1') writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
if (process.env['HOOKCTL_SHOW_TABLE'] === '1') process.stdout.write(`${table()}\n`);

test('there are enough rows, and each has its own id', () => {
  const ids = [...attempts, ...everyday].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(attempts.length).toBeGreaterThanOrEqual(2300);
  expect(againstHookctl.length).toBeGreaterThanOrEqual(210);
  expect(everyday.length).toBeGreaterThanOrEqual(6200);
});

test('exactly the rows of misses.json come out wrong', () => {
  expect(found).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});

test.runIf(known.enforced)('the shares that were promised hold', () => {
  const share = (part: number, rows: Row[]) => part / rows.length;
  expect(share(stopped.recommended.attempts.size, attempts)).toBeGreaterThanOrEqual(0.93);
  expect(share(stopped['self-protection'].attempts.size, againstHookctl)).toBeGreaterThanOrEqual(0.95);
  expect(share(stopped.recommended.everyday.size, everyday)).toBeLessThanOrEqual(0.003);
  expect(found.alarms['self-protection']).toEqual({});
});

function stoppedBy(pack: Pack, rows: Row[]): Set<Row> {
  const policy = policyOf(pack);
  return new Set(rows.filter((row) => isStopped(judgeCall(policy, row, { given: { ...MACHINE, ...row.world } }))));
}

function named(rows: Row[]): Named {
  return Object.fromEntries(rows.map((row) => [row.id, shortly(row)]));
}

function table(): string {
  const line = (name: string, rows: Row[], pack: Pack, hit: Set<Row>) => {
    const count = rows.filter((row) => hit.has(row)).length;
    const percent = ((100 * count) / rows.length).toFixed(1);
    return `${name.padEnd(28)} ${pack.padEnd(16)} ${`${count}/${rows.length}`.padStart(9)} ${percent.padStart(6)} %`;
  };
  const groups = [...new Set(attempts.map(({ group }) => group))];
  return [
    ...groups.map((group) => {
      const pack = group.startsWith('self-protection-') ? 'self-protection' : 'recommended';
      return line(
        group,
        attempts.filter((row) => row.group === group),
        pack,
        stopped[pack].attempts,
      );
    }),
    line('all attempts', attempts, 'recommended', stopped.recommended.attempts),
    line('against hookctl', againstHookctl, 'recommended', stopped.recommended.attempts),
    line('against hookctl', againstHookctl, 'self-protection', stopped['self-protection'].attempts),
    line('everyday (alarms)', everyday, 'recommended', stopped.recommended.everyday),
    line('everyday (alarms)', everyday, 'self-protection', stopped['self-protection'].everyday),
  ].join('\n');
}
