import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeCall, policyOf, type Verdict } from '../support/judge-call.ts';
import { MACHINE } from './machine.ts';
import { readRows, type Row } from './rows.ts';

// A script does the same in braces, in a branch that is taken, in a loop of one round, in a function that is called and in eval.
// So none of these makes a verdict milder, and neither does a condition that nobody can decide: harm on one of two ways is harm.

type Wrap = (text: string) => string;

const SURELY: Readonly<Record<string, Wrap>> = {
  'if true': (text) => `if true; then\n${text}\nfi`,
  'if compared': (text) => `if [ 1 = 1 ]; then\n${text}\nfi`,
  'if not false': (text) => `if ! false; then\n${text}\nfi`,
  case: (text) => `case a in a)\n${text}\n;; esac`,
  braces: (text) => `{\n${text}\n}`,
  while: (text) => `while true; do\n${text}\nbreak; done`,
  until: (text) => `until false; do\n${text}\nbreak; done`,
  for: (text) => `for i in 1; do\n${text}\ndone`,
  colon: (text) => `:; ${text}`,
  and: (text) => `true && {\n${text}\n}`,
  or: (text) => `false || {\n${text}\n}`,
  function: (text) => `wrapped() {\n${text}\n}\nwrapped`,
  eval: (text) => `eval '${text.replaceAll("'", String.raw`'\''`)}'`,
};

const PERHAPS: Readonly<Record<string, Wrap>> = {
  'if unknown': (text) => `if some-check; then\n${text}\nfi`,
  else: (text) => `if some-check; then :; else\n${text}\nfi`,
  'unknown and': (text) => `some-check && {\n${text}\n}`,
  'while unknown': (text) => `while some-check; do\n${text}\nbreak; done`,
};

const WRAPS = { ...SURELY, ...PERHAPS };

const RANKS: Readonly<Record<string, number>> = { deny: 3, ask: 2, warn: 1 };

const policy = policyOf('recommended');

function rankOf(command: string, row?: Row): number {
  const call = { tool: 'Bash', input: { ...row?.input, command } };
  const verdict: Verdict = judgeCall(policy, call, { given: { ...MACHINE, ...row?.world } });
  return RANKS[verdict.verdict] ?? 0;
}

const states = readFileSync(new URL('shell-states.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [setup = '', use = '', undo] = line.replaceAll(String.raw`\n`, '\n').split(' ;; ');
    return { setup, text: `${setup}\n${use}`, use, undo };
  });

test('each state does harm as it is written', () => {
  expect(states.filter(({ text }) => rankOf(text) === 0)).toEqual([]);
});

test('a wrap around the whole text, or around what sets it up, is judged as strictly', () => {
  const milder = states.flatMap(({ setup, use, text }) => {
    const rank = rankOf(text);
    return Object.entries(WRAPS).flatMap(([name, wrap]) => {
      const texts = [wrap(text)];
      if (use !== '' && !(name === 'function' && isOfFunction(setup))) texts.push(`${wrap(setup)}\n${use}`);
      return texts.filter((wrapped) => rankOf(wrapped) < rank);
    });
  });
  expect(milder).toEqual([]);
});

test('what may have been taken back may still be there', () => {
  const milder = states.flatMap(({ setup, use, text, undo }) => {
    if (undo === undefined) return [];
    const rank = rankOf(text);
    return Object.entries(PERHAPS).flatMap(([name, wrap]) => {
      // What comes after `check && cd x` is written for the case that it went there.
      if (name === 'unknown and' && /^(?:cd|pushd|popd)\b/.test(undo)) return [];
      const wrapped = `${setup}\n${wrap(undo)}\n${use}`;
      return rankOf(wrapped) < rank ? [wrapped] : [];
    });
  });
  expect(milder).toEqual([]);
});

/** One attempt in so many: all of them take minutes. */
const EVERY = 97;

/** The rule wants this as the whole text. */
const ALONE = 'pass x';

test('the attempts are judged as strictly when they are wrapped', () => {
  // The rows `unread` are as long as the limits, and a wrap makes them longer.
  const attempts = readRows('attempts').filter(({ tool, id }) => tool === 'Bash' && !id.includes('unread'));
  const milder = attempts.flatMap((row, i) => {
    const command = String(row.input['command']);
    if (i % EVERY !== 0 || command === ALONE) return [];
    const rank = rankOf(command, row);
    return Object.entries(WRAPS).flatMap(([name, wrap]) =>
      rankOf(wrap(command), row) < rank ? [`${row.id}: ${name}`] : [],
    );
  });
  expect(milder).toEqual([]);
});

/** Words and local variables of a function end with it. */
function isOfFunction(setup: string): boolean {
  return /\b(?:set|shift|local|declare|typeset|getopts)\b/.test(setup);
}
