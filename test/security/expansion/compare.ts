import { analyse } from '../../../src/shell/index.ts';
import { CWD, type Done, HOME } from './run-bash.ts';

export type Comparison = { agrees: boolean; marked: boolean; differences: string[] };

/** What the analyser says a program does, against what bash did. `marked`: it says of each difference that it does not know. */
export function compare(program: string, done: Done): Comparison {
  const { invocations, effects, understood } = analyse(program, { cwd: CWD, home: HOME, env: { LC_ALL: 'C.UTF-8' } });
  const calls = invocations.filter((one) => one.program === 'zzargs' && one.assumed !== true);
  const differences: string[] = [];
  let marked = true;
  const differ = (what: string, known: boolean) => {
    differences.push(what);
    if (known && understood) marked = false;
  };
  if (calls.length !== done.calls.length) differ(`${calls.length} calls, bash has ${done.calls.length}`, true);
  for (const [i, { argv }] of calls.entries()) {
    const words = done.calls[i];
    if (words === undefined) break;
    const ours = argv.map(({ text }) => text);
    if (ours.length === words.length && ours.every((text, n) => text === words[n])) continue;
    // A word that is not known may be any number of words.
    const isOpen = argv.some(({ dynamic, glob }) => dynamic || glob === true);
    differ(`call ${i}: ${JSON.stringify(ours)}, bash has ${JSON.stringify(words)}`, !isOpen);
  }
  const written = effects.flatMap((effect) => (effect.kind === 'write' ? [effect.path] : []));
  const files = [...new Set(written)].sort();
  const theirs = done.files.map((name) => `${CWD}/${name}`);
  if (files.join('\n') !== theirs.join('\n'))
    differ(`writes ${files.join(' ')}, bash ${theirs.join(' ')}`, !written.includes('?'));
  return { agrees: differences.length === 0, marked, differences };
}
