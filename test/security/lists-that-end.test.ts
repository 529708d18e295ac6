import { expect, test } from 'vitest';
import { isStopped } from './judge-rows.ts';

/** Ways to hand a list to a program; the analysis has a limit for each, and the last item counts as much as the first. */
const LISTS: readonly ((items: string[]) => string)[] = [
  (items) => `rm -rf ${items.join(' ')}`,
  (items) => `echo ${items.join(' ')} | xargs rm -rf`,
  (items) => `printf '%s\\n' ${items.join(' ')} | xargs -n1 rm -rf`,
  (items) => `parallel rm -rf ::: ${items.join(' ')}`,
  (items) => `rm -rf {${items.join(',')}}`,
  (items) => `for d in ${items.join(' ')}; do rm -rf $d; done`,
  (items) => `a=(${items.join(' ')}); rm -rf "\${a[@]}"`,
  (items) => `while read d; do rm -rf $d; done <<'E'\n${items.join('\n')}\nE`,
  (items) => `printf 'rm -rf %s\\n' ${items.join(' ')} | sh`,
];

const harmless = (count: number) => Array.from({ length: count }, (_, i) => `dist/a${i}`);

test.each([20, 100, 600, 1500])('the last of %i items of a list is judged like the first', (count) => {
  const silent = LISTS.filter((list) => !isStopped(list([...harmless(count), '/home/user'])));
  expect(silent.map(String)).toEqual([]);
});

test('a list of harmless items is silent', () => {
  const stopped = LISTS.filter((list) => isStopped(list(harmless(100))));
  expect(stopped.map(String)).toEqual([]);
});
