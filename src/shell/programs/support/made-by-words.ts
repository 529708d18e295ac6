import { tildeExpanded } from '../../files/paths.ts';
import type { Call, Machine } from '../../run/machine.ts';

/** What the purpose of a command is to make, by its program and first words; `$1` stands for a word of the command. */
const MADE: Readonly<Record<string, readonly (readonly [words: RegExp, path: string])[]>> = {
  npm: [
    [/^(?:init|create|innit) \S+ (\S+)/, '$1'],
    [/^version \S/, 'package.json'],
    [/^shrinkwrap$/, 'npm-shrinkwrap.json'],
    [/^pkg (?:set|delete|fix)\b/, 'package.json'],
  ],
  pnpm: [[/^(?:init|create|innit) \S+ (\S+)/, '$1']],
  yarn: [[/^(?:init|create|innit) \S+ (\S+)/, '$1']],
  bun: [[/^(?:init|create|innit) \S+ (\S+)/, '$1']],
  degit: [[/^\S+ (\S+)/, '$1']],
  tiged: [[/^\S+ (\S+)/, '$1']],
  uv: [
    [/^init (\S+)/, '$1'],
    [/^init$/, 'pyproject.toml'],
    [/^venv (\S+)/, '$1'],
    [/^venv$/, '.venv'],
  ],
  poetry: [
    [/^init$/, 'pyproject.toml'],
    [/^new (\S+)/, '$1'],
  ],
  pdm: [[/^init$/, 'pyproject.toml']],
  hatch: [[/^new (\S+)/, '$1']],
  rails: [[/^new (\S+)/, '$1']],
  mix: [
    [/^new (\S+)/, '$1'],
    [/^phx\.new (\S+)/, '$1'],
  ],
  stack: [[/^new (\S+)/, '$1']],
  ng: [[/^new (\S+)/, '$1']],
  nest: [[/^new (\S+)/, '$1']],
  gatsby: [[/^new (\S+)/, '$1']],
  jekyll: [[/^new (\S+)/, '$1']],
  bundle: [
    [/^gem (\S+)/, '$1'],
    [/^init$/, 'Gemfile'],
  ],
  gem: [[/^(?:build|fetch)\b/, '*.gem']],
  'django-admin': [[/^start(?:project|app) (?:\S+ )?(\S+)$/, '$1']],
  composer: [[/^create-project \S+ (\S+)/, '$1']],
  flutter: [[/^create (\S+)/, '$1']],
  vue: [[/^create (\S+)/, '$1']],
  meteor: [[/^create (\S+)/, '$1']],
  hugo: [[/^new site (\S+)/, '$1']],
  swift: [[/^package init\b/, './**']],
  gradle: [[/^init$/, './**']],
  'ansible-galaxy': [[/^(?:role |collection )?init (\S+)/, '$1']],
  cargo: [
    [/^vendor (\S+)/, '$1/**'],
    [/^vendor$/, 'vendor/**'],
    [/^fix$/, './**'],
  ],
  meson: [[/^setup (\S+)/, '$1/**']],
  git: [[/^lfs (?:track|untrack) \S/, '.gitattributes']],
  mkdocs: [[/^new (\S+)/, '$1']],
  aws: [[/^s3api get-object .*?(\S+)$/, '$1']],
  zig: [[/^fmt (\S*[^./]\S*)$/, '$1']],
};

/** Commands that do with files of the work tree what a program of the system does. */
const LIKE: readonly (readonly [programs: RegExp, words: RegExp, argv: readonly string[]])[] = [
  [/^(?:hg|svn|fossil|bzr)$/, /^(?:mv|move|rename|ren)$/, ['mv']],
  [/^(?:hg|svn|bzr)$/, /^(?:rm|remove|delete|del)$/, ['rm', '-r']],
  [/^(?:hg|svn)$/, /^(?:cp|copy)$/, ['cp', '-r']],
];

/** Files that a command moves to a store of another machine. */
const TAKEN: Readonly<Record<string, RegExp>> = {
  aws: /^s3 mv ((?!s3:)\S+) s3:/,
  gsutil: /^mv ((?!gs:)\S+) gs:/,
  gcloud: /^storage mv ((?!gs:)\S+) gs:/,
};

/** Options of such commands that take the next word. */
const VALUED =
  /^(?:-p|--(?:python|prompt|directory|project|build-backend|description|name|readme|author|template|style|database|package-manager|message|index-url|cache-dir))$/;

/** Files that a command makes or takes away because its words say so, whatever its options. */
export function makeByWords(call: Call, machine: Machine, operands: readonly string[]): void {
  const words = operands.filter((word, at) => !word.startsWith('-') && !VALUED.test(operands[at - 1] ?? ''));
  const like = LIKE.find(([programs, verb]) => programs.test(call.program) && verb.test(words[0] ?? ''));
  const isPicked = call.args.some((arg) => /^(?:-[IX]|--include|--exclude)/.test(arg));
  if (like !== undefined && !isPicked && words.slice(1).every((word) => !word.includes('://')))
    machine.run(call, [...like[2], ...words.slice(1)], { wrapper: call.program });
  // `create-vite app`, as npx and npm create start it.
  const [target] = words;
  if (/^create-[\w-]+$/.test(call.program) && target !== undefined) machine.write(call, target, 'create');
  const taken = Object.hasOwn(TAKEN, call.program) ? TAKEN[call.program]?.exec(words.join(' '))?.[1] : undefined;
  if (taken !== undefined) machine.remove(call, taken, 'move', { recursive: true });
  const rows = Object.hasOwn(MADE, call.program) ? MADE[call.program] : undefined;
  if (rows === undefined || call.args.some((arg) => /^(?:-h|--help|--dry-run)$/.test(arg))) return;
  const text = words.join(' ');
  for (const [pattern, path] of rows) {
    const found = pattern.exec(text);
    const made = found === null ? undefined : path.replace('$1', () => found[1] ?? '');
    if (made !== undefined) machine.write(call, tildeExpanded(made, machine.home), 'create');
  }
}
