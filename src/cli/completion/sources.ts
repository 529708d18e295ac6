import type { Completes, Program } from '../command.ts';
import { allCommands } from '../find-command.ts';
import type { Candidate } from './complete.ts';

type Source = Exclude<Completes, readonly string[] | 'files' | 'directories'>;

/** Values that are only known here and now. Each loads what it needs when it is asked, for a key press must not wait for the others. */
export const SOURCES: Record<Source, (program: Program) => Promise<Candidate[]>> = {
  commands: async (program) =>
    (await allCommands(program)).map(({ name, summary }) => ({ value: name, about: summary })),
  packs: async () => {
    const { aboutPack, PACK_NAMES } = await import('../../policy/packs/index.ts');
    return PACK_NAMES.map((value) => ({ value, about: aboutPack(value) }));
  },
  rules: async () => {
    const { choosePolicy } = await import('../../config/chosen-policy.ts');
    const { files } = choosePolicy({ env: process.env, cwd: process.cwd() });
    return files.flatMap(({ value }) =>
      Object.entries(value.rules ?? {}).map(([id, { why }]) => ({ value: id, about: why ?? '' })),
    );
  },
  events: async () => {
    const { EVENT_NAMES, rowOf } = await import('../../protocol/index.ts');
    return EVENT_NAMES.map((value) => ({ value, about: rowOf(value).about }));
  },
  agents: async () => [{ value: 'claude-code' }],
  records: async () => {
    const { withTrailIndex } = await import('../../audit/index/open.ts');
    const { stateDirectory } = await import('../../config/locations.ts');
    const options = { stateDirectory: stateDirectory(process.env), tell: () => undefined };
    const latest = await withTrailIndex(options, (index) => [...index.select({}, 200)]);
    const spoken = latest.filter(({ verdict }) => verdict !== 'none').reverse();
    return [{ value: 'last' }, ...spoken.map(({ id, verdict, what }) => ({ value: id, about: `${verdict} ${what}` }))];
  },
};
