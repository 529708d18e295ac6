import { describe, expect, it } from 'vitest';
import type { SessionStore } from '../session.ts';
import type { Fact } from '../state.ts';

const edit = (path: string, at = 1): Fact => ({ kind: 'edit', path, by: 'tool', at });

/** What every place that remembers sessions must do. */
export function stateCases(name: string, make: () => SessionStore): void {
  describe(`state: ${name}`, () => {
    it('knows nothing of a session nobody has written to', () => {
      expect(make().fold('nobody').length).toBe(0);
    });

    it('folds what was appended, in order', () => {
      const state = make();
      state.append('s', [edit('/a'), edit('/b')]);
      state.append('s', [{ kind: 'check', name: 'tests', ok: true, at: 2 }]);
      state.append('s', [edit('/a', 3)]);
      const folded = state.fold('s');
      expect(folded.length).toBe(4);
      expect([folded.edits.times('/a'), folded.edits.times('/b'), folded.edits.total()]).toEqual([2, 1, 3]);
      expect([folded.edits.since(0), folded.edits.since(3)]).toEqual([new Set(['/a', '/b']), new Set(['/a'])]);
      const run = { sequence: 3, at: 2, ok: true };
      expect(folded.checks.get('tests')).toEqual({ last: run, passed: run });
    });

    it('keeps sessions apart, however alike their names are', () => {
      const state = make();
      const names = [
        'a',
        'A',
        'a/b',
        'a_b',
        '../a',
        '..',
        '.',
        '',
        'a\0b',
        'ü',
        'u',
        'x'.repeat(500),
        `${'x'.repeat(500)}y`,
      ];
      for (const [index, session] of names.entries()) {
        state.append(
          session,
          Array.from({ length: index + 1 }, () => edit('/f')),
        );
      }
      expect(names.map((session) => state.fold(session).edits.times('/f'))).toEqual(names.map((_, i) => i + 1));
    });

    it('appends nothing for no facts', () => {
      const state = make();
      state.append('s', []);
      expect(state.fold('s').length).toBe(0);
    });

    it('keeps texts as they are: newlines, quotes, any script', () => {
      const state = make();
      const path = '/odd\n"name" \u2028 日本';
      state.append('s', [edit(path)]);
      expect([...state.fold('s').edits.since(0)]).toEqual([path]);
    });

    it('gives every reader its own copy', () => {
      const state = make();
      state.append('s', [edit('/a')]);
      state.fold('s').edits.add('/b', 9);
      state.fold('s').checks.clear();
      expect(state.fold('s').edits.total()).toBe(1);
    });
  });
}
