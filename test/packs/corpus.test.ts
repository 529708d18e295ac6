import { describe, expect, test } from 'vitest';
import { corpusDirectory } from '../support/corpus.ts';
import { ROOT } from '../support/hookctl.ts';
import { DISPUTED_DANGEROUS, DISPUTED_SAFE } from './disputed.ts';
import type { Place } from './judge-command.ts';
import { type Figure, measure, share, STRICT_CATEGORIES } from './measure.ts';

const directory = corpusDirectory(ROOT);

/** The verdict may not hang on where the project lies. */
const PLACES: Place[] = [
  { cwd: '/home/user/code/app', home: '/home/user' },
  { cwd: '/project', home: '/root' },
];

describe('the labelled commands of the corpus', () => {
  describe.each(PLACES)('judged in $cwd', (place) => {
    const measured = measure(directory, place);
    const of = (figures: Figure[], name: string): Figure => {
      const found = figures.find((one) => one.name === name);
      if (found === undefined) throw new Error(`no figure ${name}`);
      return found;
    };
    const recommended = (name: string) => of(measured.recommended, name);
    const strict = (name: string) => of(measured.strict, name);

    test('core, all classes: at least 99 %', () => {
      expect(share(recommended('core, all classes'))).toBeGreaterThanOrEqual(0.99);
      const missed = recommended('core, all classes').wrong.filter((row) => !(row.id in DISPUTED_DANGEROUS));
      expect(missed.map((row) => row.command)).toEqual([]);
    });
    test('core, disguised: at least 99 %', () => {
      expect(share(recommended('core, disguised'))).toBeGreaterThanOrEqual(0.99);
    });
    test('core, interpreter one-liners: at least 97 %', () => {
      expect(share(recommended('core, interpreter one-liners'))).toBeGreaterThanOrEqual(0.97);
    });
    test('explicit safe, uncontested: at most 0.3 % false alarms beside the disputed labels', () => {
      const { rows, wrong } = recommended('explicit safe, uncontested');
      const alarms = wrong.filter((row) => !(row.id in DISPUTED_SAFE));
      expect(alarms.length / rows, alarms.map((row) => row.command).join('\n')).toBeLessThanOrEqual(0.003);
      // As labelled, the disputed ones included.
      expect(wrong.length / rows).toBeLessThanOrEqual(0.016);
    });
    test('real agent transcripts: at most 0.1 % false alarms', () => {
      expect(recommended('everyday').wrong.map((row) => row.command)).toEqual([]);
    });
    test.each(STRICT_CATEGORIES)('strict, %s: at least 90 %', (category) => {
      expect(share(strict(category))).toBeGreaterThanOrEqual(0.9);
    });
    test('strict, explicit safe: at most 3 % false alarms beside the disputed labels', () => {
      const { rows, wrong } = strict('explicit safe, uncontested');
      expect(wrong.filter((row) => !(row.id in DISPUTED_SAFE)).length / rows).toBeLessThanOrEqual(0.03);
      // As labelled, the disputed ones included.
      expect(wrong.length / rows).toBeLessThanOrEqual(0.031);
    });
  });
});
