import { describe, expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';
import { isStopped } from './judge-rows.ts';

// What a variable holds after a loop, a list of commands or another word of the shell decides what a later command reaches.

const STOPPED: Record<string, string> = {
  'a loop that ends in its first round': 'for d in ~ build; do x=$d; break; done; rm -rf "$x"',
  'what stands behind `continue`': 'for d in ~; do x=$d; continue; x=build; done; rm -rf "$x"',
  'a loop that counts': 'x=; n=0; while ((n < 2)); do x=$x/; ((n++)); done; rm -rf "$x"',
  'the last word of the command before': ': /; rm -rf "$_"',
  'the directory that was just named': 'ls /etc && cd "$_" && rm -rf .',
  'words of `set` behind an option': 'set -f ~; rm -rf "$1"',
  'words of `set -`': 'set - /; rm -rf "$1"',
  'more to shift than there is': 'set -- ~; shift 3; rm -rf "$1"',
  'a reference that a loop points elsewhere': 'declare -n r; a=build; b=/; for r in a b; do rm -rf "$r"; done',
};

const SILENT: Record<string, string> = {
  'a loop that ends in its first round': 'for d in build ~; do x=$d; break; done; rm -rf "$x"',
  'what stands behind `continue`': 'for d in build; do x=$d; continue; x=~; done; rm -rf "$x"',
  'a loop that counts': 'x=build; n=0; while ((n < 2)); do x=$x/a; ((n++)); done; rm -rf "$x"',
  'the last word of the command before': 'mkdir -p build && cd "$_" && touch a',
  'words of `set` behind an option': 'set -f build; rm -rf "$1"',
  'a loop over files that counts them': 'n=0; for f in *.txt; do n=$((n + 1)); done; echo "$n"',
  'options of a script': 'while getopts "f:" o; do case $o in f) file=$OPTARG ;; esac; done; cat README.md',
};

describe('recommended', () => {
  test.each(Object.entries(STOPPED))('stops %s', (_, command) => expect(isStopped(command)).toBe(true));
  test.each(Object.entries(SILENT))('is silent about %s', (_, command) => expect(isStopped(command)).toBe(false));
});

/** The words of the last `echo`, and whether each of them is known. */
function lastEcho(text: string): [text: string, isKnown: boolean][] {
  const { invocations } = analyse(text, { cwd: '/work', home: '/home/u', env: {} });
  const echo = invocations.findLast(({ program, assumed }) => program === 'echo' && assumed !== true);
  return (echo?.argv ?? []).map(({ text: word, dynamic }) => [word, !dynamic]);
}

describe('a value that a condition decides is not known', () => {
  test.each([
    'x=a; while test -e f; do x=b; done; echo "$x"',
    'x=a; for v in p q; do [ "$v" = q ] && break; x=$v; done; echo "$x"',
    'x=a; test -e f && x=b; echo "$x"',
    'x=a; trap \'x=b\' ERR; false; echo "$x"',
    'x=a; select v in p q; do x=$v; break; done; echo "$x"',
    'x=a; n=1; case $1 in p) n=2 ;& q) x=$n ;; esac; echo "$x"',
    'f() { echo "$#"; }; f $(cmd)',
  ])('%s', (text) => expect(lastEcho(text)[0]?.[1]).toBe(false));

  test.each([
    ['n=0; while ((n < 3)); do ((n++)); done; echo "$n"', '3'],
    ['x=a; declare -p x > f; read -r x < f; echo "$x"', 'declare -- x="a"'],
    ['x=a; while read -r l; do x=$l; done <<< b; echo "$x"', 'b'],
    ['exec 4<<< q; exec 4<&-; while read -r l; do x=$l; done <<< b; echo "$x"', 'b'],
    ['x=a; trap \'x=b\' EXIT; echo "$x"', 'a'],
    ['x=a; test -e f && y=b; echo "$x"', 'a'],
    ['test -e f && y=b; echo "$y"', 'b'],
    ['cat <<-E > f\n\tp $x\n\t\tq\n\tE\necho "$(<f)"', 'p $x\nq'],
  ])('%s', (text, word) => expect(lastEcho(text)[0]?.[0]).toBe(word));
});
