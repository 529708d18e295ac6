import { describe, expect, test } from 'vitest';
import { judgeCommand, policyOf } from '../packs/judge-command.ts';

const recommended = policyOf('recommended');

/** Definitions that bash never reaches, or that do not count where it runs. */
const DEFINITIONS = [
  'false && rm() { :; }',
  'true || rm() { :; }',
  'if [ -n "$NEVER" ]; then rm() { echo no; }; fi',
  'case $NEVER in x) rm() { :; } ;; esac',
  'for x in; do rm() { :; }; done',
  'alias rm=echo',
  'test -f nothing && alias rm=:',
];

describe('a definition that may not hold hides no program', () => {
  test.each(DEFINITIONS)('%s', (definition) => {
    for (const separator of ['; ', '\n'])
      expect(judgeCommand(recommended, `${definition}${separator}rm -rf ~`).verdict).not.toBe('none');
  });

  test.each([
    'cd() { builtin cd "$@" && ls; }; cd src',
    'docker() { command docker "$@"; }; docker ps',
    'git() { echo "git $*"; }; git status',
    "alias ll='ls -la'; ll src",
    "alias grep='grep --color=auto'; grep -rn todo src",
    'test() { npm run test -- "$@"; }; test src/a.test.ts',
    'log() { echo "$(date) $*" >> build.log; }; log started',
    'rm() { command rm -i "$@"; }; rm build/a.o',
  ])('everyday: %s', (command) => {
    expect(judgeCommand(recommended, command).verdict).toBe('none');
  });
});
