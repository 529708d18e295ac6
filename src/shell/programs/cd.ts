import { hasUnknown, valuesOf } from '../expand/unknown.ts';
import { otherPath } from '../files/other-path.ts';
import type { Call, Machine } from '../run/machine.ts';
import { directoryOf, enter, NOWHERE } from '../run/ways/directories.ts';
import { textOf } from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';

/** Commands of the shell that change the directory. */
export const cd = [
  defineProgram({ names: 'cd chdir', effects: change }),
  defineProgram({ names: 'pushd', effects: pushd }),
  defineProgram({
    names: 'popd',
    effects: (call) => {
      const { scope } = call;
      enter(scope, scope.stack.at(-1) ?? NOWHERE);
      scope.stack = scope.stack.slice(0, -1);
      return '';
    },
  }),
];

function pushd(call: Call, machine: Machine): string {
  const { scope } = call;
  const target = call.args.find((arg) => !/^[-+]/.test(arg));
  // Without a directory the two topmost change places.
  if (target === undefined && call.args.length === 0) {
    const other = scope.stack.at(-1) ?? NOWHERE;
    scope.stack = [...scope.stack.slice(0, -1), directoryOf(scope)];
    enter(scope, other);
    return '';
  }
  const turn = target === undefined ? call.args.find((arg) => /^[-+]\d+$/.test(arg)) : undefined;
  if (turn !== undefined) return rotate(call, turn);
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
  const words = call.args.filter((arg, i) => !(/^-[LPe@]+$/.test(arg) || (arg === '--' && i === 0)));
  go(call, machine, words[0] ?? machine.home ?? machine.unknown('$HOME'));
  return '';
}

function go(call: Call, machine: Machine, target: string): void {
  const { scope } = call;
  if (target === '-') enter(scope, scope.previous ?? NOWHERE);
  else {
    const written = `${searched(machine, textOf(scope, 'CDPATH'), target)}${target}`;
    const path = machine.locate(call, written);
    // `cd .s${x}sh`: a name in pieces is read without what is unknown in it.
    const other = path === '?' ? otherPath(machine, written) : undefined;
    const places = scope.cwd === null && other === undefined ? scope.perhaps : [];
    enter(scope, {
      path: path !== '?' ? path : other === undefined ? null : known(machine.locate(call, other)),
      perhaps: places.flatMap((cwd) => known(machine.locate({ ...call, scope: { ...scope, cwd } }, written)) ?? []),
    });
    if (path === '?') machine.mark('dynamic-path', `cd ${machine.render(target)}`, call.frame);
    else machine.directories.add(path);
  }
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
