import { expect, test } from 'vitest';
import { type Analysis, analyse, type Effect, paths, splitCommands } from '../../src/shell/index.ts';
import { corpusDirectory, readConstructRows, readEffectRows, readRows, type Row } from '../support/corpus.ts';
import { ROOT } from '../support/hookctl.ts';

const CORPUS = corpusDirectory(ROOT);
const PLACE = { cwd: '/home/u/project', home: '/home/u' };

/** The effect without which no policy could catch a row of this class. What to do about it is up to the policy. */
const NEEDED: Record<string, (effect: Effect) => boolean> = {
  'rm-root-home': deletesOutside,
  'rm-root-home-disguised': deletesOutside,
  'git-destroy': (effect) => effect.kind === 'git' && (effect.forced || effect.operation === 'worktree-loss'),
  'secret-read': (effect) =>
    (effect.kind === 'read' || effect.kind === 'write') &&
    /(\.env|id_rsa|\.kube\/config|config\.json|shadow)$/.test(effect.path),
  'disk-wipe': (effect) => effect.kind === 'disk',
  'interpreter-destroy': (effect) => effect.kind === 'delete',
  'remote-code': (effect) => effect.kind === 'code' && effect.source === 'network',
  'clobber-home-file': (effect) => effect.kind === 'write' && effect.path.startsWith('/home/u/.'),
};

function deletesOutside(effect: Effect): boolean {
  return effect.kind === 'delete' && !effect.path.startsWith('/home/u/project/');
}

test('core rows show the effect that makes them dangerous', () => {
  const core = readRows(CORPUS).filter((row) => row.core !== undefined && NEEDED[row.core] !== undefined);
  const shows = (row: Row, analysis: Analysis) => analysis.effects.some((effect) => NEEDED[row.core ?? '']?.(effect));
  const wrong = core.filter((row) => !shows(row, analyse(row.command, PLACE)));
  expect(percentRight('core', core, wrong)).toBeGreaterThanOrEqual(97.5);
});

test('writes and deletes equal the labels', () => {
  const rows = readEffectRows(CORPUS);
  const wrong = rows.filter((row) => {
    const analysis = analyse(row.command, { cwd: row.cwd, home: row.home });
    return !isSameSet(paths(analysis, 'write'), row.writes) || !isSameSet(paths(analysis, 'delete'), row.deletes);
  });
  expect(percentRight('file-effects', rows, wrong)).toBeGreaterThanOrEqual(98);
});

test('every simple command is found, and no other', () => {
  const rows = readConstructRows(CORPUS);
  const wrong = rows.filter((row) => {
    const { commands, understood } = splitCommands(row.command);
    const left = commands.map((command) => command.words);
    for (const expected of row.commands) {
      const at = left.findIndex((words) => fits(expected, words));
      if (at < 0) return true;
      left.splice(at, 1);
    }
    return left.length > 0 || !understood;
  });
  expect(percentRight('tricky-constructs', rows, wrong)).toBeGreaterThanOrEqual(98);
});

function isSameSet(a: string[], b: string[]): boolean {
  return [...a].sort().join('\n') === [...b].sort().join('\n');
}

function fits(expected: string[], words: string[]): boolean {
  return expected.length === words.length && expected.every((word, i) => /[$`]/.test(word) || word === words[i]);
}

/** Prints the figure, so that a run shows more than "passed". */
function percentRight(name: string, rows: readonly unknown[], wrong: readonly { command: string }[]): number {
  const percent = (100 * (rows.length - wrong.length)) / rows.length;
  process.stdout.write(`corpus ${name}: ${rows.length - wrong.length}/${rows.length} = ${percent.toFixed(2)} %\n`);
  for (const { command } of wrong.slice(0, 20)) process.stdout.write(`  ${JSON.stringify(command)}\n`);
  return percent;
}
