import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStopped, readCalls, wrongRows } from './judge-rows.ts';

// How a command gets to a file: through what `find` chooses, a list that is read line by line, members of an archive, a copy of a program.
test('each way to a protected file is stopped, and its everyday use is not', () => {
  const rows = readCalls('reaching-files');
  expect(rows.filter(({ wanted }) => wanted === 'stopped').length).toBeGreaterThan(100);
  expect(rows.filter(({ wanted }) => wanted === 'silent').length).toBeGreaterThan(60);
  expect(wrongRows(rows)).toEqual([]);
});

const GUARD = fc.constantFrom('.hookctl/policy.yaml', '.claude/settings.json');

describe('what find chooses', () => {
  const tests = GUARD.chain((path) => {
    const [directory = '', name = ''] = path.split('/');
    return fc.constantFrom(
      `-path '*/${directory}/*'`,
      `-path './${path}'`,
      `-wholename '*/${path}'`,
      `-path '*${directory.slice(1)}*' -name '${name}'`,
      `-name '${name}' -path '*/${directory}/*'`,
      `-type f -path '*${path.slice(1)}'`,
      `-regex '.*/\\${directory}/.*'`,
    );
  });
  const actions = fc.constantFrom(
    '-delete',
    '-exec rm {} +',
    String.raw`-exec rm -f {} \;`,
    String.raw`-execdir unlink {} \;`,
    String.raw`-ok rm {} \;`,
    String.raw`-exec mv {} /tmp/ \;`,
    String.raw`-exec truncate -s 0 {} \;`,
    '| xargs rm',
    '-print0 | xargs -0 rm -f',
    '| xargs -I% mv % /tmp/',
    '| while read -r f; do rm "$f"; done',
    `-print0 | while IFS= read -r -d '' f; do rm "$f"; done`,
  );
  test('is what its action is judged by', () => {
    const command = fc.tuple(tests, actions).map(([chosen, action]) => `find . ${chosen} ${action}`);
    fc.assert(
      fc.property(command, (text) => {
        expect([text, isStopped(text)]).toEqual([text, true]);
      }),
      { numRuns: 120 },
    );
  });
});

describe('a named member of an archive', () => {
  const command = fc
    .tuple(
      GUARD,
      fc.constantFrom(
        (path: string) => `tar xf a.tar ${path}`,
        (path: string) => `tar -xzf a.tgz -- ./${path}`,
        (path: string) => `tar xf a.tar -C ${path.split('/')[0] ?? ''} ${path.split('/')[1] ?? ''}`,
        (path: string) => `tar xf a.tar --one-top-level=${path.split('/')[0] ?? ''}`,
        (path: string) => `tar xf a.tar --transform 's|^x$|${path}|' x`,
        (path: string) => `bsdtar -xf a.zip ${path}`,
        (path: string) => `unzip -o a.zip ${path}`,
        (path: string) => `unzip -oj a.zip x/${path} -d ${path.split('/')[0] ?? ''}`,
        (path: string) => `7z x -y a.7z ${path}`,
        (path: string) => `unrar x a.rar ${path}`,
        (path: string) => `cpio -idu ${path} < a.cpio`,
        (path: string) => `git archive HEAD~3 ${path} | tar x`,
      ),
    )
    .map(([path, write]) => write(path));
  test('is written', () => {
    fc.assert(
      fc.property(command, (text) => {
        expect([text, isStopped(text)]).toEqual([text, true]);
      }),
      { numRuns: 80 },
    );
  });
});
