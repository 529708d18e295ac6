import type { Invocation, Word } from '../../shell/index.ts';

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
  pnpm: ['exec', 'dlx', ''],
  yarn: ['exec', 'dlx', 'run', ''],
  bun: ['x', ''],
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
const OWN_COMMANDS: Record<string, string> = {
  __proto__: null as never,
  yarn: ' add install remove up upgrade run exec dlx test start init info list why config cache link unlink pack publish version workspace workspaces set global create dedupe npm node plugin rebuild ',
  pnpm: ' add install i update up upgrade remove rm uninstall un link ln unlink import rebuild rb prune fetch audit list ls outdated why run exec dlx test t start pack publish store root bin init create config deploy patch setup env server licenses self-update ',
  bun: ' run test x install i add remove rm update link unlink pm build create init upgrade publish outdated patch info why audit repl exec ',
};
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
  const own = ownProgram(program);
  if (own !== null && own !== program) return { program: own, argv };
  if (isScriptRunner(program)) {
    const at = scriptAt(program, argv);
    const script = argv[at];
    const started = script === undefined || script.dynamic ? null : programOfScript(script.text);
    if (started !== null) return { program: started, argv: argv.slice(at + 1) };
  }
  if (program === 'py.test') return { program: 'pytest', argv };
  if (program.startsWith('py') && /^(?:python|pypy)[\d.]*$/.test(program)) return moduleOf(argv);
  if (program === 'coverage' && argv[0]?.text === 'run') return moduleOf(argv.slice(1));
  if (program === 'uv' && argv[0]?.text === 'pip') return { program: 'pip', argv: argv.slice(1) };
  if (isOneOf(SCRIPT_RUNNERS, program)) {
    const at = skipOptions(argv, 0);
    const script = argv[at + 1];
    const isRun = /^run(?:-script)?$/.test(argv[at]?.text ?? '');
    if (isRun && isOneOf(SCRIPTS, script?.text ?? '')) return { program, argv: argv.slice(at + 1) };
    if (isRun && script?.text === 'hookctl') return { program: 'hookctl', argv: argv.slice(skipOptions(argv, at + 2)) };
  }
  for (const command of RUNNERS[program] ?? []) {
    const words = command.split(' ').filter(Boolean);
    const at = skipOptions(argv, 0);
    if (!words.every((word, index) => argv[at + index]?.text === word)) continue;
    const start = skipOptions(argv, at + words.length);
    const name = argv[start];
    if (name === undefined || name.dynamic) return null;
    if (words.length === 0 && isOneOf(OWN_COMMANDS[program] ?? '', name.text)) return null;
    return { program: baseOf(name.text), argv: argv.slice(start + 1) };
  }
  return null;
}

/** Start the script that is their first operand. */
const SCRIPT_STARTERS = ' node nodejs bun deno tsx ts-node electron sh bash zsh dash ';
const STARTER_OPTIONS =
  ' -r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --title --stack-trace-limit --preload -c --config --import-map --cert --tsconfig ';

export function isScriptRunner(program: string): boolean {
  return isOneOf(SCRIPT_STARTERS, program);
}

/** Where the script is; behind the last word if there is none. */
export function scriptAt(program: string, argv: readonly Word[]): number {
  let at = skipOptions(argv, 0, STARTER_OPTIONS);
  const command = argv[at]?.text ?? '';
  if ((program === 'deno' || program === 'bun') && command === 'run') at = skipOptions(argv, at + 1, STARTER_OPTIONS);
  if (program === 'tsx' && command === 'watch') at = skipOptions(argv, at + 1, STARTER_OPTIONS);
  return at;
}

/** Programs that are known by the file they are in. */
function programOfScript(path: string): string | null {
  const own = ownProgram(path.slice(path.lastIndexOf('/') + 1));
  if (own !== null) return own;
  const agent = AGENT_FILE.exec(path)?.[1];
  return agent === undefined ? null : (AGENTS[agent] ?? null);
}

const AGENT_FILE =
  /\/(@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|@qwen-code\/qwen-code|@github\/copilot|opencode-ai)\//;
const AGENTS: Record<string, string> = {
  __proto__: null as never,
  '@anthropic-ai/claude-code': 'claude',
  '@openai/codex': 'codex',
  '@google/gemini-cli': 'gemini',
  '@qwen-code/qwen-code': 'qwen',
  '@github/copilot': 'copilot',
  'opencode-ai': 'opencode',
};

/** `hookctl.mjs` is hookctl. */
function ownProgram(name: string): string | null {
  if (!name.startsWith('hookctl') && !name.startsWith('dispatcher')) return null;
  const stem = name.replace(/\.(?:[cm]?[jt]s|exe|cmd|ps1)$/, '');
  if (stem === 'hookctl') return stem;
  return stem === 'hookctl-dispatcher' || name === 'dispatcher.cjs' ? 'hookctl-dispatcher' : null;
}

function moduleOf(argv: readonly Word[]): Started | null {
  const at = argv.findIndex((word) => word.text === '-m' || !word.text.startsWith('-'));
  if (argv[at]?.text !== '-m') return null;
  const name = argv[at + 1];
  return name === undefined || name.dynamic ? null : { program: name.text, argv: argv.slice(at + 2) };
}

function skipOptions(argv: readonly Word[], from: number, withValue = VALUE_OPTIONS): number {
  let at = from;
  while (argv[at]?.text.startsWith('-')) {
    if (argv[at]?.text === '--') return at + 1;
    at += isOneOf(withValue, argv[at]?.text ?? '') ? 2 : 1;
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
