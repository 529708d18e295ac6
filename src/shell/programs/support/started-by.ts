import type { Invocation, Word } from '../../analysis.ts';
import type { Program } from './define-program.ts';
import { findProgram, programOfFile } from './find-program.ts';
import { launchedAt } from './start/launch.ts';
import { behindOption, operandAt, parseOptions } from './options.ts';
import { toolName } from './start/run-tool.ts';

export type Started = { program: string; argv: readonly Word[] };

const MOST = 4;

/** The call itself and the calls it counts as: `uv run pytest` is also pytest, `npm run test` also `npm test`. */
export function startedBy({ program, argv }: Pick<Invocation, 'program' | 'argv'>): Started[] {
  const calls: Started[] = [{ program, argv }];
  for (let i = 0; i < calls.length && i < MOST; i++) {
    const next = counterpart(calls[i] as Started);
    if (next !== null) calls.push(next);
  }
  return calls;
}

function counterpart({ program: name, argv }: Started): Started | null {
  const program = findProgram(name);
  if (program === undefined) {
    const filed = programOfFile(name);
    return filed === undefined ? null : { program: filed, argv };
  }
  const words = argv.map((word) => word.text);
  return (
    startedScript(program, argv, words) ??
    startedModule(program, argv, words) ??
    packageScript(program, name, argv, words) ??
    startedTool(program, argv, words)
  );
}

/** The place of the script that an interpreter starts; -1 if it starts none. */
export function scriptAt(name: string, words: readonly string[]): number {
  const program = findProgram(name);
  if (program?.runsScript === undefined) return -1;
  const { options, runsScript, codeOptions = [] } = program;
  const { has } = parseOptions(words, { ...options, stopsAtOperand: true });
  if (codeOptions.some(has)) return -1;
  const first = operandAt(words, options, 0);
  const at = runsScript !== '' && words[first] === runsScript ? operandAt(words, options, first + 1) : first;
  return at < words.length ? at : -1;
}

/** `node ./hookctl.mjs` is hookctl. */
function startedScript(
  { names: [name = ''] }: Program,
  argv: readonly Word[],
  words: readonly string[],
): Started | null {
  const at = scriptAt(name, words);
  const script = argv[at];
  const program = script === undefined || script.dynamic ? undefined : programOfFile(script.text);
  return program === undefined ? null : { program, argv: argv.slice(at + 1) };
}

/** `python -m pytest` is pytest. */
function startedModule(
  { options, modulesBehind }: Program,
  argv: readonly Word[],
  words: readonly string[],
): Started | null {
  if (modulesBehind === undefined) return null;
  let at = modulesBehind === '' ? 0 : words[0] === modulesBehind ? 1 : words.length;
  while (words[at]?.startsWith('-') === true && !/^-[a-zA-Z]*m$/.test(words[at] ?? ''))
    at = behindOption(words, options, at);
  const module = words[at]?.startsWith('-') === true ? argv[at + 1] : undefined;
  return module === undefined || module.dynamic ? null : { program: module.text, argv: argv.slice(at + 2) };
}

/** `npm run test` is `npm test`. */
function packageScript(
  { options, runsPackageScripts }: Program,
  program: string,
  argv: readonly Word[],
  words: readonly string[],
): Started | null {
  const at = operandAt(words, options, 0);
  if (runsPackageScripts !== true || !/^(?:run|run-script|rum|urn)$/.test(words[at] ?? '')) return null;
  const script = words[at + 1] ?? '';
  if (/^(?:test|start|stop|restart)$/.test(script)) return { program, argv: argv.slice(at + 1) };
  return script === 'hookctl' ? { program: script, argv: argv.slice(operandAt(words, options, at + 2)) } : null;
}

function startedTool(program: Program, argv: readonly Word[], words: readonly string[]): Started | null {
  const { options, launches } = program;
  if (launches?.isTool !== true) return null;
  const first = operandAt(words, options, 0);
  const isEmbedded = launches.embeds !== undefined && words[first] === launches.embeds;
  const at = isEmbedded ? first : launchedAt(program, words);
  const tool = argv[at];
  return tool === undefined || tool.dynamic ? null : { program: toolName(tool.text), argv: argv.slice(at + 1) };
}
