import { otherPath } from '../files/other-path.ts';
import type { Call, Machine } from '../run/machine.ts';
import { textOf } from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';

/** Commands of the shell that change the directory. */
export const cd = [
  defineProgram({ names: 'cd chdir', effects: change }),
  defineProgram({ names: 'pushd', effects: pushd }),
  defineProgram({
    names: 'popd',
    effects: (call) => {
      call.scope.previous = call.scope.cwd;
      call.scope.cwd = call.scope.stack.pop() ?? null;
      return '';
    },
  }),
];

function pushd(call: Call, machine: Machine): string {
  const { scope } = call;
  const target = call.args.find((arg) => !/^[-+]/.test(arg));
  // Without a directory the two topmost change places.
  if (target === undefined && call.args.length === 0) {
    const other = scope.stack.pop() ?? null;
    scope.stack.push(scope.cwd);
    scope.previous = scope.cwd;
    scope.cwd = other;
    return '';
  }
  const turn = target === undefined ? call.args.find((arg) => /^[-+]\d+$/.test(arg)) : undefined;
  if (turn !== undefined) return rotate(call, turn);
  scope.stack.push(scope.cwd);
  if (target !== undefined) go(call, machine, target);
  return '';
}

/** `pushd +1`: the stack turns until the directory of that number is on top; `-0` counts from the other end. */
function rotate({ scope }: Call, turn: string): string {
  const all = [...scope.stack, scope.cwd];
  const number = Number(turn.slice(1));
  const below = turn.startsWith('+') ? number : all.length - 1 - number;
  if (below < 0 || below >= all.length) return '';
  const turned = [...all.slice(all.length - below), ...all.slice(0, all.length - below)];
  scope.previous = scope.cwd;
  scope.cwd = turned.pop() ?? null;
  scope.stack.splice(0, scope.stack.length, ...turned);
  return '';
}

function change(call: Call, machine: Machine): string {
  const words = call.args.filter((arg, i) => !(/^-[LPe@]+$/.test(arg) || (arg === '--' && i === 0)));
  go(call, machine, words[0] ?? machine.home ?? machine.unknown('$HOME'));
  return '';
}

function go(call: Call, machine: Machine, target: string): void {
  const { scope } = call;
  const old = scope.cwd;
  const places = old === null ? (scope.perhaps ?? []) : [];
  scope.perhaps = undefined;
  if (target === '-') scope.cwd = scope.previous;
  else {
    const written = `${searched(textOf(scope, 'CDPATH'), target)}${target}`;
    const path = machine.locate(call, written);
    // `cd .s${x}sh`: a name in pieces is read without what is unknown in it.
    const other = path === '?' ? otherPath(machine, written) : undefined;
    scope.cwd = path !== '?' ? path : other === undefined ? null : known(machine.locate(call, other));
    if (path === '?' && other === undefined)
      scope.perhaps = places.flatMap(
        (cwd) => known(machine.locate({ ...call, scope: { ...scope, cwd } }, written)) ?? [],
      );
    if (path === '?') machine.mark('dynamic-path', `cd ${machine.render(target)}`, call.frame);
    else machine.directories.add(path);
  }
  scope.previous = old;
}

function known(path: string): string | null {
  return path === '?' ? null : path;
}

/** A script that sets CDPATH means `cd name` to look there; the disk is not asked which entry has it. */
function searched(cdpath: string | undefined, target: string): string {
  if (cdpath === undefined || /^(?:\/|\.{1,2}(?:\/|$)|~)/.test(target)) return '';
  const entry = cdpath.split(':').find((one) => one !== '' && one !== '.');
  return entry === undefined ? '' : `${entry}/`;
}
