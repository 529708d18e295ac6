import { expect, test } from 'vitest';
import { analyse, paths } from '../../index.ts';

const here = { cwd: '/p', home: '/home/u' };

type Touched = { reads?: string[]; writes?: string[]; deletes?: string[] };

/** An option that takes a value must take it: otherwise the value is read as a file, and the file as something else. */
test.each<[command: string, touched: Touched]>([
  ['cp --no-preserve mode a b', { reads: ['/p/a'], writes: ['/p/b'] }],
  ['install --strip-program true -m 644 a b', { reads: ['/p/a'], writes: ['/p/b'] }],
  ['sort --random-source /dev/null -R a -o b', { reads: ['/p/a'], writes: ['/p/b'] }],
  ['sort --out b a', { reads: ['/p/a'], writes: ['/p/b'] }],
  // The target of a symbolic link is relative to the directory of the link.
  ['ln -s ../shared/a releases/b', { reads: ['/p/shared/a'], writes: ['/p/releases/b'] }],
  ['ln -sr shared/a releases/b', { reads: ['/p/shared/a'], writes: ['/p/releases/b'] }],
  ['ln shared/a releases/b', { reads: ['/p/shared/a'], writes: ['/p/releases/b'] }],
  ['ln -s -t releases ../shared/a', { reads: ['/p/shared/a'], writes: ['/p/releases/a'] }],
  ['xxd -g 1 key', { reads: ['/p/key'] }],
  ['xxd -i a.bin a.h', { reads: ['/p/a.bin'], writes: ['/p/a.h'] }],
  ['tar --owner-map m --sort name -cf x.tar d', { reads: ['/p/d'], writes: ['/p/x.tar'] }],
  ['tar -cf x.tar --sparse d', { reads: ['/p/d'], writes: ['/p/x.tar'] }],
  ['grep --group-separator x pattern a', { reads: ['/p/a'] }],
  ['sed --line-length 5 -i s/a/b/ f', { reads: ['/p/f'], writes: ['/p/f'] }],
  ['curl --parallel -o a https://x', { writes: ['/p/a'] }],
  ['curl --max-redirs 3 --retry-max-time 9 -o a https://x', { writes: ['/p/a'] }],
  ['wget --progress dot --connect-timeout 3 -O a https://x', { writes: ['/p/a'] }],
  ['rsync --partial a b', { reads: ['/p/a'], writes: ['/p/b'] }],
  ['gzip -S .z a', { reads: ['/p/a'], writes: ['/p/a.z'], deletes: ['/p/a'] }],
  ['xz -T 0 -C crc32 a', { reads: ['/p/a'], writes: ['/p/a.xz'], deletes: ['/p/a'] }],
  ['fmt -p x a', { reads: ['/p/a'] }],
  ['date -f list', { reads: ['/p/list'] }],
  ['date -d @0 +%s', {}],
  ['tree -o out.txt -L 2 src', { writes: ['/p/out.txt'] }],
  ['mktemp -p dir name.XXX', { writes: ['/p/dir/name.XXX'] }],
  ['mkfs.ext4 -d root disk.img', { writes: ['/p/disk.img'] }],
  ['mkfs.btrfs --label a/b disk.img', { writes: ['/p/disk.img'] }],
  ['rlwrap -f words tee a', { writes: ['/p/a'] }],
  ['torsocks -P 9050 tee a', { writes: ['/p/a'] }],
  ['strace --trace file -o log tee a', { writes: ['/p/log', '/p/a'] }],
  ['javac --class-path lib -d out A.java', { reads: ['/p/A.java'], writes: ['/p/out/**'] }],
  ['ssh-keygen -R host -f known', { writes: ['/p/known', '/p/known.old'] }],
  ['zip --suffixes .png x.zip a', { reads: ['/p/a'], writes: ['/p/x.zip'] }],
  ['patch --reject-file r.rej -o out a a.diff', { reads: ['/p/a.diff'], writes: ['/p/out'] }],
])('%s', (command, { reads = [], writes = [], deletes = [] }) => {
  const analysis = analyse(command, here);
  expect({
    reads: paths(analysis, 'read'),
    writes: paths(analysis, 'write'),
    deletes: paths(analysis, 'delete'),
  }).toEqual({ reads, writes, deletes });
});

test('a file that is used, counted or digested is told from one that is shown', () => {
  const vias = (command: string) =>
    analyse(command, here).effects.flatMap((effect) => (effect.kind === 'read' ? [effect.via] : []));
  expect({
    used: ['wc -l k', 'sha256sum k', 'file k', 'ssh -i k host', 'curl --key k https://x', 'ssh-keygen -lf k'].map(vias),
    shown: ['cat k', 'head -c 9 k', 'sha256sum -c k', 'wc --files0-from=k'].map(vias),
  }).toEqual({
    used: [['use'], ['use'], ['use'], ['use'], ['use'], ['use']],
    shown: [['argument'], ['argument'], ['argument'], ['argument']],
  });
});
