import { expect, it, test } from 'vitest';
import { analyse } from '../../shell/index.ts';
import { PROGRAMS as DEFINITIONS } from '../../shell/programs/index.ts';
import { type Program, programOf } from '../../shell/programs/support/define-program.ts';
import { type Options, parseOptions } from '../../shell/programs/support/options.ts';
import { or } from '../truth.ts';
import { parseCommandPattern } from '../language/command-pattern.ts';
import { matchCommands } from './match-command.ts';

const PROGRAMS = DEFINITIONS.map(programOf);

/** The analysis and the `runs:` patterns read the same definitions; here both are asked the same. */
const FACTS = { memo: <T>(_subject: object, _what: string, compute: () => T): T => compute() };

it('no program is described twice', () => {
  const names = PROGRAMS.flatMap((program) => program.names);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

function runs(pattern: string, command: string, which: 'any' | 'first' = 'any'): unknown {
  const parsed = parseCommandPattern(pattern);
  if (parsed === null) throw new Error(pattern);
  const { invocations } = analyse(command, { cwd: '/p', home: '/h' });
  const asked = which === 'any' ? invocations : invocations.slice(0, 1);
  return or(asked.map((one) => matchCommands([parsed], one, FACTS)));
}

const spell = (name: string, { oneDash }: Program) =>
  name.length === 1 || oneDash === true ? `-${name}` : `--${name}`;

/** Groups of equal spellings, with the subcommand that they follow. */
function groupsOf(program: Program): { command: string; options: Options; names: string[] }[] {
  const behind = [...(program.subcommands ?? [])].filter(([command]) => command !== '*');
  const tables: [string, Options][] = program.subcommands === null ? [['', program.options]] : behind;
  return tables.flatMap(([command, options]) =>
    [...new Set(options.names.values())].map((option) => ({
      command,
      options,
      names: [...options.names]
        .filter(([name, one]) => one === option && /^\w[\w-]*$/.test(name))
        .map(([name]) => name),
    })),
  );
}

test.each(PROGRAMS.map((program) => [program.names[0] ?? '', program] as const))(
  '%s: every spelling of an option is the option',
  (name, program) => {
    for (const { command, options, names } of groupsOf(program))
      for (const wanted of names)
        for (const written of names) {
          const words = [spell(written, program), 'v'];
          const head = `'${name}' ${command}`.trim();
          expect({ name, command, wanted, written, has: parseOptions(words, options).has(wanted) }).toMatchObject({
            has: true,
          });
          expect({
            head,
            wanted,
            written,
            runs: runs(`${head} ${spell(wanted, program)}`, `${head} ${words.join(' ')}`, 'first'),
          }).toMatchObject({ runs: true });
        }
  },
);

const LAUNCHERS = PROGRAMS.filter(({ launches }) => launches !== undefined).flatMap((program) =>
  program.names.flatMap((name) => {
    const { behind = [''], own = 0 } = program.launches ?? {};
    // A bare word of a package manager may be a script of the project: only patterns take it for a tool.
    const verbs = program.runsPackageScripts === true ? behind.filter((verb) => /^(?:exec|x|dlx)$/.test(verb)) : behind;
    return verbs.map((verb) => [`${name} ${verb} ${'1 '.repeat(own)}`.replaceAll(/ +/g, ' '), program] as const);
  }),
);

test.each(LAUNCHERS)('%s starts what both see', (head, program) => {
  const command = `${head}rm -rf /x`;
  const { effects } = analyse(command, { cwd: '/p', home: '/h' });
  expect(effects).toContainEqual(expect.objectContaining({ kind: 'delete', path: '/x', recursive: true, force: true }));
  expect(runs('rm -r -f /x', command)).toBe(true);
  // `time` is a word of the shell, not a call.
  if (!head.startsWith('time ')) expect(runs('rm -r -f /x', command, 'first')).toBe(program.launches?.isTool === true);
});
