import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Difference, differenceOf, listed, makeFiles, runReally } from './run-really.ts';

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

/** Directories that are copied for each command. */
export type Models = { plain: string; git: string };

export function makeModels(parent: string): Models {
  const models = { plain: join(parent, 'plain'), git: join(parent, 'git') };
  for (const [kind, path] of Object.entries(models)) {
    mkdirSync(path);
    makeFiles(path, FILES);
    // By the user who runs the commands: git trusts no repository of another one.
    for (const line of [...ARCHIVES, ...(kind === 'git' ? REPOSITORY : [])]) runReally(line, path);
  }
  return models;
}

/** What a command does in an empty directory against what is said of it, without the name of the directory. */
export function judgeRun(
  command: string,
  { cwd, models, strict }: { cwd: string; models: Models; strict: boolean },
): Difference {
  cpSync(/\bgit\b/.test(command) ? models.git : models.plain, cwd, { recursive: true });
  makeFiles(cwd, {});
  const before = listed(cwd);
  const { status } = runReally(command, cwd);
  const difference = differenceOf(command, cwd, { before, after: listed(cwd), strict: strict && status === 0 });
  const short = (paths: string[]) => paths.map((path) => path.replace(`${cwd}/`, ''));
  return {
    unsaidWrites: short(difference.unsaidWrites),
    unsaidDeletes: short(difference.unsaidDeletes),
    falseWrites: status === 0 ? short(difference.falseWrites) : [],
    falseDeletes: strict && status === 0 ? short(difference.falseDeletes) : [],
  };
}
