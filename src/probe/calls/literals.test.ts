import { expect, it } from 'vitest';
import { literalsIn, pidPathsIn } from './literals.ts';

it.each<[string, string, string[]]>([
  ['grep', `if echo "$c" | grep -qE 'git push.*--force'; then echo "Blocked: no." >&2; fi`, ['git push --force']],
  ['grep without quotes', 'if grep -q crown-jewels; then exit 2; fi', ['crown-jewels']],
  ['case', 'case $c in\n  *"rm -rf"*|*mkfs*) exit 2 ;;\nesac', ['rm -rf', 'mkfs']],
  ['a test', '[[ $path == *"/generated/"* ]] && exit 2', ['/generated/']],
  ['=~', '[[ $path =~ \\.pem$ ]] && exit 2', ['.pem']],
  ['Python', 'if "kubectl delete" in command or path.endswith(".lock"): sys.exit(2)', ['kubectl delete', '.lock']],
  ['JavaScript', 'if (/\\bmoonctl\\s+launch\\b/.test(input.command)) process.exit(2);', ['moonctl launch']],
  ['a comment', '# "secret-word" is not looked for', []],
])('%s', (_, text, expected) => {
  expect(literalsIn([text])).toEqual(expect.arrayContaining(expected));
  expect(literalsIn([text]).length).toBeLessThanOrEqual(expected.length * 3);
});

it.each([
  ['S="/tmp/edits-$$"', [{ before: '/tmp/edits-', after: '' }]],
  ['S="${TMPDIR:-/tmp}/edits.$$.count"', [{ before: '/tmp/edits.', after: '.count' }]],
  ['name = f"/tmp/edits-{os.getpid()}.count"', [{ before: '/tmp/edits-', after: '.count' }]],
  ['const name = `/tmp/edits-${process.pid}`;', [{ before: '/tmp/edits-', after: '' }]],
  ['name = "/tmp/edits-" + str(os.getpid())', [{ before: '/tmp/edits-', after: '' }]],
  ['S="/tmp/edits-$SESSION"', []],
])('%s', (text, expected) => {
  expect(pidPathsIn([text])).toEqual(expected);
});
