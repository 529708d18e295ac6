import type { SettingsScope } from '../../adapters/agent.ts';
import { choose } from '../ask.ts';
import { FILES } from '../install-options.ts';

/** Null: the person went away. */
export async function askScope(usual: SettingsScope): Promise<SettingsScope | null> {
  return choose({
    message: 'Where should the rules hold?',
    answers: [
      { value: 'local', label: `${'This project, only for me'.padEnd(WIDTH)}${FILES.local}` },
      { value: 'project', label: `${'This project, for the team'.padEnd(WIDTH)}${FILES.project}, committed` },
      { value: 'user', label: `${'All my projects'.padEnd(WIDTH)}${FILES.user}` },
    ],
    initial: usual,
  });
}

const WIDTH = 28;
