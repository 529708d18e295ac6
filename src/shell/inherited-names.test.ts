import { expect, it } from 'vitest';
import { analyse } from './index.ts';

/** Names that every object has; a program, a subcommand, a variable or a file may be called so. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

/** `@` is the name. Each place in which some table is asked. */
const COMMANDS = [
  '@ a b',
  './@ a > @',
  'git @ x',
  'git -c @=1 status',
  'git config @.@ 1',
  'docker @ x',
  'kubectl @ x y',
  'npm @ x',
  'npx @ x',
  'sudo -u @ @ x',
  'env @=1 @ x',
  '@=rm; $@ x',
  'echo $@ ${@:-x} ${@[0]}',
  '@() { rm x; }; @',
  'alias @=rm',
  'xargs @ x',
  'find . -@ x',
  'find . -exec @ {} +',
  'awk "{ @(x) }" f',
  'awk -@ x f',
  'sed -e @ f',
  'sed --@=x f',
  'python -c "@(1); import @; @.@(2)"',
  'python -m @ x',
  'node -e "@(1); fs.@(2); require(\'@\')"',
  'perl -e "@(1)"',
  'ruby -e "@(1)"',
  'php -r "@(1);"',
  'lua -e "@(1)"',
  'bash -o @ -c "rm x"',
  'bash --@ x',
  'tar --@ x',
  'dd @=x of=y',
  'curl --@ x',
  'ssh -o @=x host @ y',
  'ssh @ rm x',
  'rsync --@ a b',
  'systemctl @ x',
  'terraform @',
  'aws @ @ x',
  'make @',
  'cat < @ > $@',
  'case @ in @) rm x;; esac',
  'for @ in a b; do rm $@; done',
  'let @=1; echo $((@ + 1))',
  'powershell -c "@ x"',
  'pwsh -Command "Remove-Item -@ x"',
  'trap @ EXIT',
  'export @=1; unset @',
  'printf %@ x',
  "echo $'\\@'",
];

const OPTIONS = { cwd: '/p', home: '/h' };

it.each(NAMES)('%s means no more than any unknown name', (name) => {
  for (const command of COMMANDS) {
    const of = (text: string) => JSON.stringify(analyse(command.replaceAll('@', text), OPTIONS), withoutPlaces);
    // One with the same first letters, which may be options.
    expect(of(name).replaceAll('z', '')).toBe(of(`${name}z`).replaceAll('z', ''));
  }
});

/** Where in the text a thing stands hangs on the length of the name. */
function withoutPlaces(key: string, value: unknown): unknown {
  return typeof value === 'number' && ['at', 'start', 'end', 'from', 'to', 'offset', 'length'].includes(key)
    ? undefined
    : value;
}
