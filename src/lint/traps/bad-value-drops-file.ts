import { pathOf, spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const badValueDropsFile = defineTrap({
  id: 'bad-value-drops-file',
  title: 'A setting of the wrong type switches the whole file off',
  severity: 'error',
  looksAt: 'document',
  happens: 'The client silently drops the whole file: this value, all hooks and all `permissions` rules in it.',
  remedy: 'Give the setting a value of the right type, or remove it.',
  evidence: { cases: ['i03-…', 'o3-top-…'], protocol: 'Settings, and what drops them' },
  *check(document) {
    for (const { path, problem } of document.source.problems) {
      if (/not (?:strict JSON|a JSON object)/.test(problem) || path === 'hooks' || path.startsWith('hooks.')) continue;
      yield {
        at: spanOf(document, pathOf(path)),
        message: path === '' ? `the file: ${problem}` : `${path}: ${problem}`,
      };
    }
  },
});
