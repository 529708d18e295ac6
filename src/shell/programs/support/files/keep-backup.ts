import type { Call, Machine } from '../../../run/machine.ts';
import type { Parsed } from '../options.ts';
import { asGuess } from '../../../run/scope.ts';

/** `-b` of cp, mv, ln, install and rsync keeps what was there under another name. Whether something was there is not known. */
export function keepBackup(call: Call, machine: Machine, { has, value }: Parsed, to: string): void {
  const kind = value('backup') ?? 'existing';
  if ((!has('b') && !has('backup')) || kind === 'none' || kind === 'off') return;
  const name = /^(?:numbered|t)$/.test(kind) ? `${to}.~*~` : `${to}${value('suffix') ?? '~'}`;
  machine.write(asGuess(call), name, 'move');
}
