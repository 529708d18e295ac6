import { expect, it } from 'vitest';
import { analyse } from '../shell/index.ts';
import { findProgram } from '../shell/programs/support/find-program.ts';
import { startedBy } from '../shell/programs/support/started-by.ts';

/** Names that every object has; a program, a flag or a file may be called so. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

it.each(NAMES)('%s is a program like any other', (name) => {
  const commands = [
    name,
    `${name} ${name}`,
    `npx ${name}`,
    `find . ${name} ${name}`,
    `sudo ${name} -${name} > ${name}`,
    `git ${name}`,
  ];
  for (const command of commands) {
    const { invocations } = analyse(command, { cwd: '/p', home: '/h' });
    for (const invocation of invocations)
      expect(startedBy(invocation).map(({ program }) => typeof program)).not.toContain('function');
  }
  expect(findProgram(name)).toBeUndefined();
});
