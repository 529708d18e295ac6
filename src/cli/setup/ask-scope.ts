import type { Scope } from '../../adapters/agent.ts';
import { choose } from '../ask.ts';
import { FILES } from '../install-options.ts';

/** Null: the person went away. */
export async function askScope(usual: Scope): Promise<Scope | null> {
  return choose({
    message: 'Where should the rules hold?',
    answers: [
      { value: 'local', label: `${'This project, on this machine'.padEnd(30)}${FILES.local}, not in git` },
      { value: 'project', label: `${'This project, for the team'.padEnd(30)}${FILES.project}, committed` },
      { value: 'user', label: `${'All my projects'.padEnd(30)}${FILES.user}` },
    ],
    initial: usual,
  });
}
