import type { Invocation, Word } from '../shell/index.ts';

export interface Started {
  program: string;
  argv: readonly Word[];
}

/** Programs whose next word (after options) is the program that matters: `uv run pytest`, `npx vitest`. */
const RUNNERS: Record<string, string[]> = {
  // So that V8 makes no shape for each name (docs/decisions/079).
  __proto__: null as never,
  uv: ['run', 'tool run'],
  poetry: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  pixi: ['run'],
  conda: ['run'],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'run', ''],
  bun: ['x'],
  bundle: ['exec'],
  mise: ['exec', 'x'],
  npx: [''],
  bunx: [''],
  pnpx: [''],
  uvx: [''],
  dotenv: ['', 'run'],
};
const VALUE_OPTIONS = ' -p --package --python --with --project --directory --env-file --extra --group -n --name -e ';
/** `yarn install` is a command of yarn; `yarn jest` starts jest. */
const YARN_OWN =
  ' add install remove up upgrade run exec dlx test start init info list why config cache link unlink pack publish version workspace workspaces set global create dedupe npm node plugin rebuild ';
const SCRIPTS = ' test start stop restart ';
const SCRIPT_RUNNERS = ' npm pnpm yarn bun ';

/** The invocation itself and the programs it would start by name; `npm run test` is also `npm test`. */
export function startedBy(invocation: Invocation): readonly Started[] {
  const known = started.get(invocation);
  if (known !== undefined) return known;
  const all: Started[] = [{ program: invocation.program, argv: invocation.argv }];
  for (let i = 0; i < all.length && i < 4; i++) {
    const next = inner(all[i] as Started);
    if (next !== null) all.push(next);
  }
  started.set(invocation, all);
  return all;
}

/** Every pattern of every rule asks. */
const started = new WeakMap<Invocation, readonly Started[]>();

function inner({ program, argv }: Started): Started | null {
  if (program === 'py.test') return { program: 'pytest', argv };
  if (program.startsWith('py') && /^(?:python|pypy)[\d.]*$/.test(program)) return moduleOf(argv);
  if (program === 'coverage' && argv[0]?.text === 'run') return moduleOf(argv.slice(1));
  if (program === 'uv' && argv[0]?.text === 'pip') return { program: 'pip', argv: argv.slice(1) };
  if (isOneOf(SCRIPT_RUNNERS, program)) {
    const at = skipOptions(argv, 0);
    const script = argv[at + 1];
    if (/^run(?:-script)?$/.test(argv[at]?.text ?? '') && isOneOf(SCRIPTS, script?.text ?? '')) {
      return { program, argv: argv.slice(at + 1) };
    }
  }
  for (const command of RUNNERS[program] ?? []) {
    const words = command.split(' ').filter(Boolean);
    const at = skipOptions(argv, 0);
    if (!words.every((word, index) => argv[at + index]?.text === word)) continue;
    const start = skipOptions(argv, at + words.length);
    const name = argv[start];
    if (name === undefined || name.dynamic) return null;
    if (words.length === 0 && program === 'yarn' && isOneOf(YARN_OWN, name.text)) return null;
    return { program: baseOf(name.text), argv: argv.slice(start + 1) };
  }
  return null;
}

function moduleOf(argv: readonly Word[]): Started | null {
  const at = argv.findIndex((word) => word.text === '-m' || !word.text.startsWith('-'));
  if (argv[at]?.text !== '-m') return null;
  const name = argv[at + 1];
  return name === undefined || name.dynamic ? null : { program: name.text, argv: argv.slice(at + 2) };
}

function skipOptions(argv: readonly Word[], from: number): number {
  let at = from;
  while (argv[at]?.text.startsWith('-')) {
    if (argv[at]?.text === '--') return at + 1;
    at += isOneOf(VALUE_OPTIONS, argv[at]?.text ?? '') ? 2 : 1;
  }
  return at;
}

function baseOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const version = name.indexOf('@', 1);
  return version > 0 ? name.slice(0, version) : name;
}

/** The words stand between blanks. */
function isOneOf(words: string, word: string): boolean {
  return !word.includes(' ') && words.includes(` ${word} `);
}
