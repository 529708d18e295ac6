import { expect, test } from 'vitest';
import { decidesExit } from './exit-status.ts';

const DECIDES = [
  'T',
  'cd x && T',
  'cd x; T',
  'T && echo ok',
  'T && a && b',
  '(T)',
  '{ cd x && T; }',
  'time T',
  'yes | T',
  'T > log 2>&1',
  '(cd x && T) > log',
  'set -o pipefail; T | tail -5',
  'set -euo pipefail\nT | tee log',
  'set -e; T; echo done',
  'T || exit 1',
  'T || { echo failed; exit 2; }',
  'a && T || false',
];

const HIDES = [
  'T | tail -5',
  'T |& tee log',
  'T; echo done',
  'T\necho $?',
  'T || true',
  'T || echo failed',
  'T || exit 0',
  'T || exit 1 || true',
  'a || T',
  'T &',
  'T & wait',
  '! T',
  'if T; then echo ok; fi',
  'if a; then T; fi',
  'for x in 1 2; do T; done',
  'f() { T; }',
  'set -e; T && a; echo done',
  'set -e; set +e; T; echo done',
  'set -o pipefail; set +o pipefail; T | cat',
  '(T; true)',
  '(T | cat)',
  'echo $(T)',
  'T | (',
];

const at = (text: string) => ({ start: text.indexOf('T'), end: text.indexOf('T') + 1 });

test.each(DECIDES)('exit code 0 proves it: %s', (text) => expect(decidesExit(text, at(text))).toBe(true));

// In `echo $(T)` the exit code is that of echo; the span is then inside a word.
test.each(HIDES.filter((text) => !text.includes('$(')))('exit code 0 proves nothing: %s', (text) =>
  expect(decidesExit(text, at(text))).toBe(false),
);
