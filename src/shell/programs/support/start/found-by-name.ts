import { baseName } from '../../../files/paths.ts';
import type { Call, Machine } from '../../../run/machine.ts';
import { commandsInText } from './commands-in-text.ts';
import { asGuess } from '../../../run/scope.ts';

type FoundFiles = readonly [tools: RegExp, files: RegExp];

const TESTS: readonly FoundFiles[] = [
  [/^(?:pytest|py\.test|unittest|nose2?|tox|nox|coverage)$/, /^(?:conftest|test_.*|.*_test|noxfile|setup)\.py$/],
  [/^(?:jest|vitest|mocha|ava|jasmine|tap|cypress|playwright)$/, /\.(?:test|spec|cy)\.[cm]?[jt]sx?$/],
  [/^(?:rspec|minitest)$/, /(?:_spec|_test|spec_helper|test_helper)\.rb$/],
];

/** Tools that find files of the project by the form of their names and run them: tests, hooks, settings that are code. */
const FOUND: readonly FoundFiles[] = [
  ...TESTS,
  [/^(?:git)$/, /^(?:pre|post|commit|prepare|update|applypatch|reference|sendemail|fsmonitor)-?[a-z-]*$/],
];

/** Programs that run the tests of a project. */
export function isTestRunner(program: string): boolean {
  return TESTS.some(([tools]) => tools.test(program));
}

/** By the ending of a file, the language that a tool reads it in. */
const ENDINGS: readonly (readonly [ending: RegExp, language: string])[] = [
  [/\.py$/, 'python'],
  [/\.[cm]?[jt]sx?$/, 'node'],
  [/\.rb$|^(?:rake|gem|pod|vagrant|fast|brew)file$/i, 'ruby'],
];

/** They have readers of their files, which know what a goal runs. */
const READ_BY_NAME = /^(?:g?make|just|task|rake)$/;

/** The directories in which git's hooks are kept, besides its own. */
const HOOKS = /\/(?:\.husky|\.githooks|\.?hooks)\/[^/]+$/;

/**
 * A script writes a file and then starts the tool that runs it unasked: `conftest.py` and pytest, `webpack.config.js` and webpack, a hook and git. A file whose
 * name begins with the name of a tool is that tool's.
 */
export function runFoundByName(call: Call, machine: Machine, tool = call.program): void {
  if (machine.files.size === 0 || tool.length < 3 || call.frame.assumed === true || READ_BY_NAME.test(tool)) return;
  // `python -m pytest` is pytest.
  const guess = asGuess({ ...call, program: tool });
  for (const [path, text] of machine.files) if (runs(tool, path)) runText(guess, machine, path, text);
}

function runs(tool: string, path: string): boolean {
  const name = baseName(path);
  if (tool === 'git' && !HOOKS.test(path)) return false;
  if (FOUND.some(([tools, files]) => tools.test(tool) && files.test(name))) return true;
  const plain = name.replace(/^\./, '').toLowerCase();
  // `just` and justfile, eslint and .eslintrc.js; a program that has its own name is started by its path.
  return (
    plain.startsWith(tool.toLowerCase()) &&
    /^(?:file\b|rc\b|\.config\.|\.setup\.|\.conf\.)/.test(plain.slice(tool.length))
  );
}

function runText(call: Call, machine: Machine, path: string, text: string): void {
  const name = baseName(path);
  const language = ENDINGS.find(([ending]) => ending.test(name))?.[1];
  if (language !== undefined) return machine.code(call, language, text);
  if (HOOKS.test(path)) {
    machine.runFile(call, text, path);
    return;
  }
  // Recipes and lists of tasks: each line that is a command.
  const lines = text.split('\n').map((line) => line.replace(/^[\s@-]+|^\w+:\s*;?/g, ''));
  for (const command of [...commandsInText(text), ...lines.filter((line) => commandsInText(`! ${line}`).length > 0)])
    machine.script(call, command, { wrapper: call.program, via: 'script', stdin: null, capture: false });
}
