import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

export const sshKeygen = defineProgram({
  names: 'ssh-keygen',
  options: 't= b= C= f= N= P= m= a= O= I= n= V= s= D= R= F= r= Y= Z= q l e i y p c B L H k K Q A E= M= w= z= g h U u v',
  effects: keygen,
});

/** The options by which it does not make a key, but something else. */
const OTHER_WORK = 'l e i y p c B L D F H K R r M s k Q Y A'.split(' ');

function keygen(call: Call, machine: Machine, { has, operands, value }: Parsed): void {
  const directory = `${machine.home ?? '~'}/.ssh`;
  const given = value('f');
  if (has('Y')) {
    if (given !== undefined) machine.read(call, given, 'use');
    if (value('Y') === 'sign') for (const file of operands) machine.write(call, `${file}.sig`, 'output');
    return;
  }
  if (has('s') && !has('k')) {
    machine.read(call, value('s') ?? '', 'use');
    for (const file of operands) machine.write(call, `${file.replace(/\.pub$/, '')}-cert.pub`, 'output');
    return;
  }
  // `-R` takes a host out of the file, `-H` hashes the names in it. The former list stays beside it.
  if ((has('R') || has('H')) && !has('F')) {
    const file = given ?? `${directory}/known_hosts`;
    machine.write(call, file, 'in-place');
    machine.write(call, `${file}.old`, 'move');
    return;
  }
  if (!OTHER_WORK.some(has)) {
    const file = given ?? keyOf(directory, value('t'));
    machine.write(call, file, 'output');
    if (!file.endsWith('/**')) machine.write(call, `${file}.pub`, 'output');
    return;
  }
  if (given === undefined) return;
  // `-p` and `-c` write the key again, `-k` makes a list of revoked keys.
  if (has('p') || has('c') || has('k')) machine.write(call, given, 'output');
  else machine.read(call, given, 'use');
}

/** Where the key of a type is kept; the type that is made without one differs from version to version. */
function keyOf(directory: string, type: string | undefined): string {
  return type === undefined ? `${directory}/**` : `${directory}/id_${type.replace('-', '_')}`;
}
