import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Difference, differenceOf, listed, makeFiles, type Run, runReally } from './run-really.ts';
import { openWorkplace, tidy, type Workplace } from './workplace.ts';

const diff = (from: string, to: string) => `--- ${from}\n+++ ${to}\n@@ -1 +1 @@\n`;
const FILES: Record<string, string> = {
  a: 'one\n',
  b: 'other\n',
  lines: 'one\ntwo\nthree\n',
  'c.txt': 'text\n',
  'sp ace': 'space\n',
  'd/c': 'c\n',
  'd/e.txt': 'e\n',
  'd/deep/f': 'f\n',
  'empty/': '',
  names: 'a\nb\n',
  'obj.json': '{"a":1}\n',
  coded: 'b25lCg==\n',
  cfg: '[a]\n\tb = c\n',
  hex: '00000000: 6f6e 650a  one.\n',
  'fix.diff': `${diff('a', 'a')}-one\n+two\n`,
  'git.diff': `${diff('a/a', 'b/a')}-one\n+two\n`,
  'ind.diff': `${diff('c', 'c')}-c\n+C\n`,
  'ind1.diff': `${diff('a/c', 'b/c')}-c\n+C\n`,
  'back.diff': `${diff('a', 'a')}-two\n+one\n`,
  'back1.diff': `${diff('a/a', 'b/a')}-two\n+one\n`,
  'bad.diff': `${diff('a', 'a')}-nothing of it\n+two\n`,
  'many.diff': `${diff('a', 'a')}-one\n+two\n${diff('b', 'b')}-other\n+another\n`,
  'unit.c': 'int main(void) { return 0; }\n',
};

/** Made once, by the programs themselves. */
const ARCHIVES = [
  'tar cf old.tar b',
  'tar czf old.tgz b',
  'cp old.tgz pack.tgz',
  'gzip -c b > packed.gz',
  'mkdir gz && gzip -c b > gz/x.gz',
  'bzip2 -c b > packed.bz2',
  'xz -c b > packed.xz',
  'zstd -qc b > packed.zst',
  'zip -q old.zip b',
  'ar rc old.a b',
  'echo b | cpio -oH newc > old.cpio',
];
const REPOSITORY = [
  'git init -q -b main --template= .',
  'git -c user.name=x -c user.email=x@example.org add a b lines c.txt d',
  'git config user.name x && git config user.email x@example.org && git commit -q -m first',
];

/** Where commands are run: without a repository, and in one. */
export type Workplaces = { plain: Workplace; git?: Workplace; remove: () => void };

export function makeWorkplaces(...kinds: 'git'[]): Workplaces {
  const parent = mkdtempSync(join(tmpdir(), 'hookctl-models-'));
  chmodSync(parent, 0o755);
  const open = (kind: string, lines: readonly string[]): Workplace => {
    const place = join(parent, kind);
    const model = join(place, 'model');
    mkdirSync(model, { recursive: true });
    makeFiles(model, FILES);
    // By the user who runs the commands: git trusts no repository of another one.
    runReally(lines.join('\n'), model);
    return openWorkplace(place, model);
  };
  return {
    plain: open('plain', ARCHIVES),
    ...(kinds.includes('git') ? { git: open('git', [...ARCHIVES, ...REPOSITORY]) } : {}),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}

/** What a command does against what is said of it, without the name of the directory. */
export function judgeRun(
  command: string,
  workplaces: Workplaces,
  strict: boolean,
): { run: Run; difference: Difference } {
  const workplace = (/\bgit\b/.test(command) ? workplaces.git : undefined) ?? workplaces.plain;
  tidy(workplace);
  const { cwd, before } = workplace;
  const run = runReally(command, cwd);
  const difference = differenceOf(command, cwd, { before, after: listed(cwd), strict: strict && run.status === 0 });
  const short = (paths: string[]) => paths.map((path) => path.replace(`${cwd}/`, ''));
  return {
    run,
    difference: {
      unsaidWrites: short(difference.unsaidWrites),
      unsaidDeletes: short(difference.unsaidDeletes),
      falseWrites: run.status === 0 ? short(difference.falseWrites) : [],
      falseDeletes: run.status === 0 ? short(difference.falseDeletes) : [],
    },
  };
}
