import { expect, test } from 'vitest';
import { analyse } from '../../shell/index.ts';
import { parseCommandPattern } from '../language/command-pattern.ts';
import { matchCommands } from './match-command.ts';
import { or } from '../truth.ts';

const FACTS = { memo: <T>(_subject: object, _what: string, compute: () => T): T => compute() };

const ROWS: [pattern: string, command: string, truth: unknown][] = [
  ['rm -r -f', 'rm -rf a', true],
  ['rm -rf', 'rm -f a -R b', true],
  ['rm -rf', 'rm --recurs --for a', true],
  ['rm -rf', 'rm -r a', false],
  ['rm -rf', 'rm -r -- -f', false],
  ['rm --force', 'rm -rf a', true],
  ['rm -f /', 'rm -f a /', true],
  ['rm', '/bin/rm a', true],
  ['rm', 'ls2 rm', false],
  ['ls', 'ls2', false],
  ['git push --force', 'git push --force-with-lease', false],
  ['git push --force*', 'git push --force-with-lease', true],
  ['git push', 'git -c a=b --git-dir=x push', true],
  ['git push', 'git stash push', false],
  ['git stash push', 'git stash push', true],
  ['git push !--dry-run', 'git push -n --dry-run', false],
  ['git push !--dry-run', 'git push $FLAGS', 'uncertain'],
  ['git push -f', 'git push $FLAGS', 'uncertain'],
  ['git push', '$GIT push', 'uncertain'],
  ['git commit -m', 'git commit -am x', true],
  ['git commit -m *', 'git commit --message=x', true],
  ['git commit -m *', 'git commit -mx', true],
  ['git commit -m *', 'git commit -amx', true],
  ['git commit --message *', 'git commit -am x', true],
  ['git commit -m wip*', 'git commit --message=wip-2', true],
  ['git commit -m wip*', 'git commit --message=done', false],
  ['git commit -m *', 'git commit --amend', false],
  ['docker run --pid=host|--cap-add=ALL', 'docker run --cap-add=ALL alpine', true],
  ['docker run --pid=host|--cap-add=ALL', 'docker run --cap-add ALL alpine', true],
  ['docker run --pid=host|--cap-add=ALL', 'docker run --cap-add=NET_RAW alpine', false],
  ['git commit -a *', 'git commit -a --message=x', false],
  ['git commit -m *', 'git commit -- -mx', false],
  ['npm install *', 'npm install --prefix=web', false],
  ['npm run deploy', 'npm run-script deploy', true],
  ['npm run-script deploy', 'npm run deploy', true],
  ['npm run deploy', 'npm rum deploy', true],
  ['npm uninstall *', 'npm r x', true],
  ['npm update', 'npm up', true],
  ['pnpm run deploy', 'pnpm run-script deploy', true],
  ['npm test', 'npm urn test', true],
  ['find -delete', 'find . -delete', true],
  ['find -exec', 'find . -execdir x +', false],
  ['npm i|install|add *', 'npm install', false],
  ['npm install *', 'npm i --save-dev x', true],
  ['npm test', 'npm run-script test', true],
  ['yarn add *', 'yarn add x', true],
  ['install', 'yarn install', false],
  ['jest', 'yarn jest', true],
  ['pip install *', 'uv pip install x', true],
  ['pip|pip3 install *', 'python3.11 -m pip install x', true],
  ['docker run --privileged', 'docker --context x run -it --privileged=true img', true],
  ['sudo *', 'sudo -u root ls', true],
  ['kubectl delete *', 'kubectl -n x delete pod y', true],
  ['terraform destroy', 'terraform -chdir=a destroy', true],
  ['cargo test', 'cargo +nightly test', true],
  ['python*', 'python3.12 x.py', true],
  ['"my tool" x', "'my tool' x", true],
];

test.each(ROWS)('%s / %s', (text, command, truth) => {
  const pattern = parseCommandPattern(text);
  if (pattern === null) throw new Error('bad pattern');
  const { invocations } = analyse(command, { cwd: '/project', home: '/home/user' });
  expect(or(invocations.map((one) => matchCommands([pattern], one, FACTS)))).toBe(truth);
});

test.each(['', '  ', '-f rm', '!-f', 'rm "x'])('no pattern: %j', (text) => {
  expect(parseCommandPattern(text)).toBe(null);
});
