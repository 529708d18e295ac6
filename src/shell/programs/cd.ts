import { hasUnknown, valuesOf } from '../expand/unknown.ts';
import { isWhollyUnset, otherPath } from '../files/other-path.ts';
import type { Call, Machine } from '../run/machine.ts';
import { directoryOf, enter, NOWHERE } from '../run/ways/directories.ts';
import { isExpectedSet, textOf } from '../run/variables.ts';
import { branch, type Scope } from '../run/scope.ts';
import { defineProgram } from './support/define-program.ts';

/** Commands of the shell that change the directory. */
export const cd = [
  defineProgram({ names: 'cd chdir', effects: change }),
  defineProgram({ names: 'pushd', effects: pushd }),
  defineProgram({
    names: 'popd',
    effects: ({ args, scope }) => {
      popd(scope, args);
      return '';
    },
  }),
  defineProgram({
    names: 'dirs',
    effects: ({ args, scope }) => {
      if (args.some((arg) => /^-[lpv]*c/.test(arg))) scope.stack = [];
      return undefined;
    },
  }),
];

/** With nothing on the stack, it fails and stays. `-n` leaves the current directory alone, `+1` and `-0` take out another entry. */
function popd(scope: Scope, args: readonly string[]): void {
  const { stack } = scope;
  const top = stack.at(-1);
  const entry = args.find((arg) => /^[-+]\d+$/.test(arg));
  const number = Number(entry?.slice(1));
  const below = entry === undefined ? 0 : entry.startsWith('+') ? number : stack.length - number;
  if (top === undefined || below < 0 || below > stack.length) return;
  if (below === 0 && !args.includes('-n')) enter(scope, top);
  const at = stack.length - Math.max(below, 1);
  scope.stack = stack.filter((_, i) => i !== at);
}

function pushd(call: Call, machine: Machine): string {
  const { scope } = call;
  const stays = call.args.includes('-n');
  const target = call.args.find((arg) => !/^[-+]./.test(arg));
  // Without a directory the two topmost change places.
  if (target === undefined && call.args.length === 0) {
    const other = scope.stack.at(-1);
    if (other === undefined) return '';
    scope.stack = [...scope.stack.slice(0, -1), directoryOf(scope)];
    enter(scope, other);
    return '';
  }
  const turn = target === undefined ? call.args.find((arg) => /^[-+]\d+$/.test(arg)) : undefined;
  if (turn !== undefined) return stays ? '' : rotate(call, turn);
  if (target !== undefined && stays) {
    const elsewhere = branch(machine, scope);
    go({ ...call, scope: elsewhere }, machine, target);
    scope.stack = [...scope.stack, directoryOf(elsewhere)];
    return '';
  }
  scope.stack = [...scope.stack, directoryOf(scope)];
  if (target !== undefined) go(call, machine, target);
  return '';
}

/** `pushd +1`: the stack turns until the directory of that number is on top; `-0` counts from the other end. */
function rotate({ scope }: Call, turn: string): string {
  const all = [...scope.stack, directoryOf(scope)];
  const number = Number(turn.slice(1));
  const below = turn.startsWith('+') ? number : all.length - 1 - number;
  if (below < 0 || below >= all.length) return '';
  const turned = [...all.slice(all.length - below), ...all.slice(0, all.length - below)];
  enter(scope, turned.at(-1) ?? NOWHERE);
  scope.stack = turned.slice(0, -1);
  return '';
}

function change(call: Call, machine: Machine): string {
  let at = 0;
  while (/^-[LPe@]+$/.test(call.args[at] ?? '')) at++;
  if (call.args[at] === '--') at++;
  go(call, machine, call.args[at] ?? machine.home ?? machine.unknown('$HOME'));
  return '';
}

function go(call: Call, machine: Machine, target: string): void {
  const { scope } = call;
  const assigned = target === '-' ? textOf(scope, 'OLDPWD') : undefined;
  if (target === '-' && assigned === undefined) enter(scope, scope.previous ?? NOWHERE);
  else if (assigned !== undefined) go(call, machine, assigned === '-' ? './-' : assigned);
  else {
    const written = `${searched(machine, textOf(scope, 'CDPATH'), target)}${target}`;
    const path = machine.locate(call, written);
    // `cd .s${x}sh`: a name in pieces is read without what is unknown in it.
    const other = path === '?' ? otherPath(machine, written) : undefined;
    const variable = scope.cwd !== null && path === '?' ? unsetIn(machine, call, target) : undefined;
    const stays = scope.cwd === null || variable === undefined ? undefined : { path: scope.cwd, variable };
    const places = scope.cwd === null && other === undefined ? scope.perhaps : [];
    enter(scope, {
      path: path !== '?' ? path : other === undefined ? null : known(machine.locate(call, other)),
      perhaps: places.flatMap((cwd) => known(machine.locate({ ...call, scope: { ...scope, cwd } }, written)) ?? []),
    });
    scope.stays = stays;
    if (path === '?') machine.mark('dynamic-path', `cd ${machine.render(target)}`, call.frame);
    else machine.directories.add(path);
  }
}

/** The word is a variable, and nothing says that anybody has set it: `cd "$X"` stays where it is, and `cd $X` goes home. */
function unsetIn(machine: Machine, call: Call, word: string): string | undefined {
  const isEmpty =
    machine.scriptFile === null && isWhollyUnset(machine, word, (name) => isExpectedSet(call.scope, name));
  return isEmpty ? machine.render(word) : undefined;
}

function known(path: string): string | null {
  return path === '?' ? null : path;
}

/** A script that sets CDPATH means `cd name` to look there; the disk is not asked which entry has it. */
function searched(machine: Machine, cdpath: string | undefined, target: string): string {
  if (cdpath === undefined || /^(?:\/|\.{1,2}(?:\/|$)|~)/.test(target)) return '';
  const paths = [cdpath, ...valuesOf(machine.unknowns, cdpath)].filter((one) => !hasUnknown(one));
  const entry = paths.flatMap((one) => one.split(':')).find((one) => one !== '' && one !== '.');
  return entry === undefined ? '' : `${entry}/`;
}
