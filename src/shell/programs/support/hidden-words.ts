import { originOf } from '../../expand/unknown.ts';
import type { Call, Machine } from '../../run/machine.ts';
import type { Role } from './define-program.ts';

/** Commands of git that lose something, depending on the words that follow. */
const LOSES = /^(?:reset|clean|push|checkout|restore|switch|branch|stash|reflog|update-ref|filter-branch|rebase)$/;

/**
 * Words of a program that destroys, made of text that is written here in another form and that we cannot follow: `rm -rf $(echo … | gunzip)`. A path
 * is only written that way to hide it.
 */
export function noteHiddenWords(call: Call, machine: Machine, role: Role | undefined): void {
  const { args, program } = call;
  const isHidden = (word: string): boolean => originOf(machine.unknowns, word) === 'decoded';
  const hides =
    role === 'git'
      ? isHidden(args[0] ?? '') || (LOSES.test(args[0] ?? '') && args.some(isHidden))
      : (role === 'removes' || role === 'disk') && args.some(isHidden);
  if (hides) machine.emit(call, { kind: 'code', source: 'decoded', interpreter: program });
}
