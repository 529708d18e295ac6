import { expect, test } from 'vitest';
import { analyse } from '../index.ts';

const here = { cwd: '/p', home: '/home/u', env: { EDITOR: 'vi', EMPTY: '' } };

/** The words the last program gets. */
function words(command: string): string[] {
  const last = analyse(command, here).invocations.at(-1);
  return last === undefined ? [] : last.argv.map((word) => word.text);
}

test.each<[string, string[]]>([
  ['e \'a b\' "c d" e\\ f', ['a b', 'c d', 'e f']],
  ["e $'a\\tb\\u0041\\x42\\103'", ['a\tbABC']],
  ['e "" \'\' a""b', ['', '', 'ab']],
  ['e a{b,c}d{1..3}', ['abd1', 'abd2', 'abd3', 'acd1', 'acd2', 'acd3']],
  ['e {a,{b,c}}x', ['ax', 'bx', 'cx']],
  ['e "{a,b}" {a} {01..03}', ['{a,b}', '{a}', '01', '02', '03']],
  ['e ~ ~/x "~" \\~ ~root', ['/home/u', '/home/u/x', '~', '~', '/root']],
  ['x="a b"; e $x "$x"', ['a', 'b', 'a b']],
  ['x=1; x+=2; e $x', ['12']],
  ['a=(x "y z"); e "${a[@]}" ${a[1]} ${#a[@]}', ['x', 'y z', 'y', 'z', '2']],
  ['a=(x {y,z} [5]=p q r); a+=(s); e ${!a[@]} "${a[@]}"', '0 1 2 5 6 7 8 x y z p q r s'.split(' ')],
  ['set -- p q; e "$@" $# $2', ['p', 'q', '2', 'q']],
  ['e $EDITOR $PWD ${HOME}x', ['vi', '/p', '/home/ux']],
  ['e a$EMPTY $EMPTY b', ['a', 'b']],
  ['x=a.tar.gz; e ${x%.*} ${x%%.*} ${x#*.} ${x##*.}', ['a.tar', 'a', 'tar.gz', 'gz']],
  ['x=aXbX; e ${x/X/-} ${x//X/-} ${x^^} ${x,,} ${x:1:2} ${x: -1}', ['a-bX', 'a-b-', 'AXBX', 'axbx', 'Xb', 'X']],
  ['y=x; x=v; e ${!y} ${x:+set} ${EMPTY:-d}', ['v', 'set', 'd']],
  ['e $((2*(3+4))) $((16#ff))', ['14', '255']],
  ['e "$(printf %s-%s a b)" `echo c`', ['a-b', 'c']],
  ['e $(cat <<E\nhi\nE\n)', ['hi']],
  ['printf -v x %03s 7; e "$x"', ['  7']],
])('%s', (command, expected) => {
  expect(words(command)).toEqual(expected);
});

test('unknown parts are shown as written and flagged', () => {
  const [invocation] = analyse('e "a$X/b" $(date) *.log', here).invocations.slice(-1);
  expect(invocation?.argv).toEqual([
    { text: 'a$X/b', dynamic: true },
    { text: '$(date)', dynamic: true },
    { text: '*.log', dynamic: false, glob: true },
  ]);
});

test('a loop over known words runs once for each', () => {
  const { invocations } = analyse('for f in a b; do e "$f.bak"; done', here);
  expect(invocations.map((one) => one.argv[0]?.text)).toEqual(['a.bak', 'b.bak']);
});

test('read takes lines from known input', () => {
  const { invocations } = analyse('printf "a\\nb\\n" | while read l; do e "$l"; done', here);
  expect(invocations.filter((one) => one.program === 'e').map((one) => one.argv[0]?.text)).toEqual(['a', 'b']);
});
