import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const watchedFileGlob = defineTrap({
  id: 'watched-file-glob',
  title: 'A wildcard in the matcher of FileChanged',
  severity: 'error',
  looksAt: 'group',
  happens:
    'The matcher is also the list of files to watch, split at `|` and taken literally: `*.env` watches a file of that very name, so the hook never runs.',
  remedy:
    'Name the files: ".env|.envrc". For names that are not known before, return `watchPaths` from a SessionStart hook.',
  evidence: { reference: true },
  *check({ document, row, path, matcher = '' }) {
    if (row.subjectForm !== 'basename' || matcher === '*' || !/[*?]/.test(matcher)) return;
    yield { at: spanOf(document, [...path, 'matcher']), message: `"${matcher}" is watched as a literal file name` };
  },
});
