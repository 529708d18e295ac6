import { nodeSystem } from '../../system/node/system.ts';
import { statSync } from 'node:fs';
import type { Completes, HookctlProgram } from '../command.ts';
import { allCommands } from '../find-command.ts';
import type { Candidate } from './complete.ts';

type Source = Exclude<Completes, readonly string[] | 'files' | 'directories'>;

/** Values that are only known here and now. Each loads what it needs when it is asked, for a key press must not wait for the others. */
export const SOURCES: Record<Source, (program: HookctlProgram) => Promise<Candidate[]>> = {
  commands: async (program) =>
    (await allCommands(program)).map(({ name, summary }) => ({ value: name, about: summary })),
  topics: async (program) => {
    const { docPages } = await import('../pages/pages.ts');
    const commands = (await allCommands(program)).map(({ name, summary }) => ({ value: name, about: summary }));
    const pages = docPages().map(({ name, title }) => ({
      value: commands.some(({ value }) => value === name) ? `${name}.md` : name,
      about: title,
    }));
    return [...commands, { value: 'topics', about: 'The pages that come with hookctl.' }, ...pages];
  },
  // `help traps NAME`: of all sections these are looked up most.
  traps: async () => {
    const { docPages, sectionsOf } = await import('../pages/pages.ts');
    const page = docPages().find(({ name }) => name === 'traps');
    return sectionsOf(page?.text ?? '').flatMap(({ name, level }) => (level === 2 ? [{ value: name }] : []));
  },
  packs: async () => {
    const { aboutPack, PACK_NAMES } = await import('../../policy/packs/index.ts');
    return PACK_NAMES.map((value) => ({ value, about: aboutPack(value) }));
  },
  recipes: async () => {
    const { recipes } = await import('../policy-text/recipes.ts');
    return recipes().map(({ name, about }) => ({ value: name, about }));
  },
  rules: async () => {
    const { choosePolicy } = await import('../../hook/policy-files/chosen-policy.ts');
    const { files } = choosePolicy({ env: process.env, cwd: process.cwd() });
    return files.flatMap(({ value }) =>
      Object.entries(value.rules ?? {}).map(([id, { why }]) => ({ value: id, about: why ?? '' })),
    );
  },
  events: async () => {
    const { EVENT_NAMES, rowOf } = await import('../../protocol/index.ts');
    return EVENT_NAMES.map((value) => ({ value, about: rowOf(value).about }));
  },
  agents: async () => (await import('../../adapters/index.ts')).adapterNames().map((value) => ({ value })),
  records: async () => {
    const { stateDirectory } = await import('../../hook/policy-files/locations.ts');
    const { readTrailFile, trailFiles } = await import('../../audit/query/read-trail.ts');
    const newest = trailFiles(nodeSystem, stateDirectory(nodeSystem, process.env)).at(-1);
    if (newest === undefined) return [];
    // The first line is cut in two by the jump, and is not a record then.
    const entries = [...readTrailFile(newest, Math.max(0, statSync(newest).size - RECENT_BYTES))];
    return entries
      .flatMap(({ record }) =>
        record === null ? [] : [{ value: record.id, about: `${record.verdict} ${record.actions[0] ?? record.event}` }],
      )
      .reverse();
  },
};

/** A person who asks why means a decision of today. */
const RECENT_BYTES = 100_000;
