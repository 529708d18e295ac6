import { expect, test } from 'vitest';
import { analyse, paths } from '../../index.ts';

const here = { cwd: '/p', home: '/home/u' };

/** One row for each family of programs: what is written, what is removed. */
test.each<[command: string, writes: string[], deletes: string[]]>([
  ['tar xzf a.tgz', ['/p/**'], []],
  ['tar -xzf a.tgz -C out', ['/p/out/**'], []],
  // `--xz` is an option, too.
  ['tar -xz < a.tgz', ['/p/**'], []],
  ['tar tf a.tgz', [], []],
  ['gzip -k a.txt', ['/p/a.txt.gz'], []],
  ['mv a.txt dir/', ['/p/dir/a.txt'], ['/p/a.txt']],
  ['cp a b /tmp', ['/tmp/a', '/tmp/b'], []],
  ['mkdir d && cp a d', ['/p/d', '/p/d/a'], []],
  ['rsync -a --delete src/ dst/', ['/p/dst/**'], ['/p/dst/**']],
  ["sed --in-place=.bak 's/a/b/' x", ['/p/x', '/p/x.bak'], []],
  ["sed 's/a/woutput/' file", [], []],
  ["ex -s x.txt -c '%s/a/b/' -c wq", ['/p/x.txt'], []],
  ["ex -sc '%d|x' x.txt", ['/p/x.txt'], []],
  ['7z a -sdel a.7z src', ['/p/a.7z'], ['/p/src']],
  ['go test -coverprofile=c.out', ['/p/c.out'], []],
  ['curl -s https://x | tar xz -C out', ['/p/out/**'], []],
  ['env -C sub touch a', ['/p/sub/a'], []],
  ["printf 'a\\0b\\0' | xargs -0 rm", [], ['/p/a', '/p/b']],
  ['ssh host cat f > local.txt', ['/p/local.txt'], []],
  ['docker run -v $PWD:/w alpine touch /w/a', ['/p/a'], []],
  ['python3 -c "import sys; open(sys.argv[1],\'w\')" a.txt', ['/p/a.txt'], []],
  ["node -e \"import {writeFileSync} from 'fs'; writeFileSync('a','x')\"", ['/p/a'], []],
  ['awk \'{print $1 > $2".txt"}\' in', ['?'], []],
  ['if test -d sub; then cd sub; fi; echo > a', ['?'], []],
  ['f() { f() { touch x; }; f; }; f', ['/p/x'], []],
])('%s', (command, writes, deletes) => {
  const analysis = analyse(command, here);
  expect([paths(analysis, 'write'), paths(analysis, 'delete')]).toEqual([writes, deletes]);
});

test('how a write happens is told', () => {
  const vias = (command: string) =>
    analyse(command, here).effects.flatMap((effect) => (effect.kind === 'write' ? [effect.via] : []));
  expect(vias('echo x > a')).toEqual(['redirect']);
  expect(vias('cat > a <<EOF\nx\nEOF')).toEqual(['heredoc']);
  expect(vias('echo x | tee a')).toEqual(['tee']);
  expect(vias('sed -i s/a/b/ a')).toEqual(['in-place']);
  expect(vias("python3 -c \"open('a','w')\"")).toEqual(['interpreter']);
});

test('emptying a file is told from filling it', () => {
  const empties = (command: string) =>
    analyse(command, here).effects.some((effect) => effect.kind === 'write' && effect.empties);
  expect([': > a', 'cp /dev/null a', 'truncate -s 0 a', 'cat /dev/null > a'].map(empties)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['echo x > a', 'cp b a', 'truncate -s 10M a', 'make > a'].map(empties)).toEqual([false, false, false, false]);
});
