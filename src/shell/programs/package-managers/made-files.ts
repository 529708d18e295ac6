import type { WriteVia } from '../../analysis.ts';
import type { Call, Machine } from '../../run/machine.ts';

/** The words of a manager's call: all of them, and those behind its command. */
type Words = {
  args: readonly string[];
  /** Without options. */
  operands: readonly string[];
  /** The values of an option: `-o value`, `--output=value`. */
  after: (...names: string[]) => string[];
};

type MadeFiles = {
  managers: RegExp;
  commands: RegExp;
  via: WriteVia;
  files: (words: Words) => readonly string[];
};

/** Files that managers make by the way. */
const MADE: readonly MadeFiles[] = [
  {
    managers: /^(?:npm|pnpm|yarn)$/,
    commands: /^init$/,
    via: 'create',
    // `npm init x` runs a program that makes the files.
    files: ({ operands }) => (operands.length === 0 ? ['package.json'] : []),
  },
  { managers: /^composer$/, commands: /^init$/, via: 'create', files: () => ['composer.json'] },
  { managers: /^cargo$/, commands: /^new$/, via: 'create', files: ({ operands }) => operands.slice(-1) },
  {
    managers: /^cargo$/,
    commands: /^init$/,
    via: 'create',
    files: ({ args, operands: [directory = '.'] }) =>
      ['Cargo.toml', args.includes('--lib') ? 'src/lib.rs' : 'src/main.rs'].map((file) => `${directory}/${file}`),
  },
  {
    managers: /^npm$/,
    commands: /^pack$/,
    via: 'output',
    files: ({ args, after }) => (args.includes('--dry-run') ? [] : [`${after('--pack-destination')[0] ?? '.'}/*.tgz`]),
  },
  { managers: /^(?:apt|apt-get)$/, commands: /^download$/, via: 'download', files: () => ['./*.deb'] },
  { managers: /^dotnet$/, commands: /^new$/, via: 'output', files: ({ after }) => after('-o', '--output') },
  {
    managers: /^dotnet$/,
    commands: /^(?:build|publish|pack)$/,
    via: 'output',
    files: ({ after }) => allBelow(after('-o', '--output')),
  },
  { managers: /^helm$/, commands: /^template$/, via: 'output', files: ({ after }) => allBelow(after('--output-dir')) },
  { managers: /^helm$/, commands: /^create$/, via: 'create', files: ({ operands }) => operands.slice(0, 1) },
  {
    managers: /^helm$/,
    commands: /^(?:pull|fetch|package)$/,
    via: 'output',
    files: ({ after }) => [`${after('-d', '--destination')[0] ?? '.'}/*.tgz`],
  },
  {
    managers: /^pip3?$/,
    commands: /^(?:download|wheel)$/,
    via: 'download',
    files: ({ after }) => {
      const directories = after('-d', '--dest', '-w', '--wheel-dir');
      return allBelow(directories.length === 0 ? ['.'] : directories);
    },
  },
  {
    managers: /^pip3?$/,
    commands: /^install$/,
    via: 'download',
    files: ({ after }) => allBelow(after('-t', '--target')),
  },
];

function allBelow(directories: readonly string[]): string[] {
  return directories.map((directory) => `${directory}/**`);
}

export function writeMadeFiles(call: Call, machine: Machine, command: string, rest: readonly string[]): void {
  const { program, args } = call;
  const operands = rest.filter((word) => !word.startsWith('-'));
  const words: Words = { args, operands, after: (...names) => valuesAfter(args, names) };
  for (const { managers, commands, via, files } of MADE)
    if (managers.test(program) && commands.test(command))
      for (const file of files(words)) machine.write(call, file, via);
}

function valuesAfter(args: readonly string[], names: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    const name = names.find((one) => arg === one || arg.startsWith(`${one}=`));
    return name === undefined ? [] : [arg === name ? (args[at + 1] ?? '') : arg.slice(name.length + 1)];
  });
}
