import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  option,
  pre,
  property,
  record,
  shuffledSubarray,
  string,
  uniqueArray,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decision.ts';
import { EVENT_NAMES, rowOf } from './event.ts';
import { type Finding, PERMISSIONS } from './finding.ts';
import { join, NO_VERDICT, verdictOf } from './verdict.ts';

const reason = string({ maxLength: 5 }).map((bare) => ({
  bare,
  quoted: bare,
  handler: 'h',
  failedClosed: false,
  inAnswer: true,
}));

const finding = record<Finding>({
  order: integer({ min: 0, max: 9 }),
  managed: boolean(),
  verdict: constantFrom(null, ...PERMISSIONS),
  reason: option(reason),
  context: array(record({ text: string({ maxLength: 4 }), from: constantFrom('stdout', 'answer') }), { maxLength: 2 }),
  systemMessages: array(string({ maxLength: 4 }), { maxLength: 2 }),
  updatedInput: option(dictionary(constant('command'), string({ maxLength: 3 }), { minKeys: 1 })),
  updatedToolOutput: option(record({ value: integer() })),
  stop: option(record({ reason: option(string({ maxLength: 3 })) })),
  extras: dictionary(constantFrom('a', 'b'), integer()),
});

/** Orders are places in the order of finishing, so no two are equal. */
const findings = uniqueArray(finding, { selector: (one) => one.order, maxLength: 6 });
const verdicts = findings.map((all) => all.map(verdictOf));
const together = (all: Finding[]) => all.map(verdictOf).reduce(join, NO_VERDICT);
const event = constantFrom(...EVENT_NAMES);
const payload = (name: string) => ({
  hook_event_name: name,
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  prompt: 'p',
});

describe('joining verdicts', () => {
  it('is commutative', () => {
    assert(
      property(verdicts, ([a = NO_VERDICT, b = NO_VERDICT]) => {
        expect(join(a, b)).toEqual(join(b, a));
      }),
    );
  });

  it('is associative', () => {
    assert(
      property(verdicts, ([a = NO_VERDICT, b = NO_VERDICT, c = NO_VERDICT]) => {
        expect(join(join(a, b), c)).toEqual(join(a, join(b, c)));
      }),
    );
  });

  it('is idempotent, and nothing is its unit', () => {
    assert(
      property(findings, (all) => {
        const verdict = together(all);
        expect(join(verdict, verdict)).toEqual(verdict);
        expect(join(verdict, NO_VERDICT)).toEqual(verdict);
        expect(join(NO_VERDICT, verdict)).toEqual(verdict);
      }),
    );
  });

  it('never loosens: a further finding leaves the permission as strict or makes it stricter', () => {
    const strictness = (all: Finding[]) => {
      const name = together(all).permission?.value.name;
      return name === undefined ? -1 : PERMISSIONS.indexOf(name);
    };
    assert(
      property(findings, (all) => {
        for (const one of all)
          expect(strictness(all)).toBeGreaterThanOrEqual(strictness(all.filter((other) => other !== one)));
      }),
    );
  });
});

describe('deciding', () => {
  it('does not depend on the order in which findings are listed', () => {
    const shuffled = findings.chain((all) =>
      shuffledSubarray(all, { minLength: all.length }).map((other) => ({ all, other })),
    );
    assert(
      property(event, shuffled, (name, { all, other }) => {
        expect(decide(rowOf(name), payload(name), other)).toEqual(decide(rowOf(name), payload(name), all));
      }),
      { numRuns: 500 },
    );
  });

  it('does not count a finding twice', () => {
    assert(
      property(event, findings, (name, all) => {
        expect(decide(rowOf(name), payload(name), [...all, ...all])).toEqual(decide(rowOf(name), payload(name), all));
      }),
      { numRuns: 500 },
    );
  });

  /**
   * The documented exceptions: a stop ends what a block would keep going, the first answer of all decides, and a
   * later rewrite replaces one that cannot be run (rewrites here all can). Only PreToolUse and its like defer or ask.
   */
  it('a blocked action stays blocked, whatever a further hook says', () => {
    const names = EVENT_NAMES.filter(
      (name) => rowOf(name).exit2.effect !== 'keeps-going' && !rowOf(name).firstAnswerWins,
    );
    assert(
      property(constantFrom(...names), findings, finding, (name, all, more) => {
        const row = rowOf(name);
        const possible = (one: Finding): Finding =>
          row.decidesPermission || one.verdict === null ? one : { ...one, verdict: 'deny' };
        const before = decide(row, payload(name), all.map(possible));
        const after = decide(row, payload(name), [...all, { ...more, order: 10 }].map(possible));
        expect(before.proceeds || !after.proceeds).toBe(true);
        expect(before.continue || !after.continue).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('where the first answer decides, a later one changes nothing of it', () => {
    const names = EVENT_NAMES.filter((name) => rowOf(name).firstAnswerWins);
    const plain = finding.map((one): Finding => ({ ...one, stop: null, updatedInput: null }));
    assert(
      property(
        constantFrom(...names),
        uniqueArray(plain, { selector: (one) => one.order, maxLength: 5 }),
        plain,
        (name, all, more) => {
          const before = decide(rowOf(name), payload(name), all);
          const after = decide(rowOf(name), payload(name), [...all, { ...more, order: 10 }]);
          pre(all.some((one) => one.verdict !== null));
          expect([after.proceeds, after.permission, after.reason]).toEqual([
            before.proceeds,
            before.permission,
            before.reason,
          ]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('delivers every context once, in the order of finishing', () => {
    assert(
      property(event, findings, (name, all) => {
        const inOrder = all
          .toSorted((a, b) => a.order - b.order)
          .flatMap((one) => one.context.map((item) => item.text));
        expect(decide(rowOf(name), payload(name), all).context).toEqual(inOrder);
      }),
    );
  });
});
