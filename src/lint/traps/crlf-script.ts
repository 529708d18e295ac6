import { defineTrap } from '../trap.ts';

export const crlfScript = defineTrap({
  id: 'crlf-script',
  title: 'A script with Windows line ends',
  severity: 'error',
  looksAt: 'program',
  happens:
    'The carriage return belongs to the name of the interpreter (`/bin/bash\\r`) and to every command: the script does not start, and the hook fails open.',
  remedy: 'Save the script with LF line ends (and set `*.sh text eol=lf` in .gitattributes).',
  fixes: 'Takes the carriage returns out of shell scripts.',
  evidence: { cases: ['i11-crlf-script'], protocol: 'What failing means' },
  *check({ scriptFile, language, text, span }) {
    const first = text.indexOf('\r\n');
    if (scriptFile === null || first < 0 || (language !== 'shell' && !text.startsWith('#!'))) return;
    if (language !== 'shell' && first > text.indexOf('\n')) return;
    const edits = [...text.matchAll(/\r(?=\n)/g)].map(({ index }) => ({ offset: index, length: 1, text: '' }));
    yield {
      at: span(first, first + 2),
      message: 'the lines end in CR LF',
      fix: language === 'shell' ? { title: 'take the carriage returns out', file: scriptFile, edits } : undefined,
    };
  },
});
