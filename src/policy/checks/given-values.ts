import { NATIVE_PERMISSION_MODES, PERMISSION_MODES } from '../../protocol/permission-modes.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';

/** What each key of `given` takes; `time` is checked where it is read. */
const FORMS: Readonly<Record<string, (value: unknown) => string | null>> = {
  files: mapOf('path: content, as in { big.log: 2001 lines }'),
  env: mapOf('NAME: value'),
  links: mapOf('path: where it leads'),
  branch: text,
  cwd: text,
  agent: text,
  model: text,
  program: text,
  installed: listOfTexts,
  tracked: listOfTexts,
  ignored: listOfTexts,
  worktree: (value) => (typeof value === 'boolean' ? null : 'expected true or false'),
  os: oneOf(['linux', 'macos', 'windows']),
  'permission-mode': oneOf([...new Set<string>([...PERMISSION_MODES, ...NATIVE_PERMISSION_MODES])]),
};

/** What is wrong with a value of `given`, which would make a test that proves nothing; null: nothing, or the key is not known. */
export function givenProblem(key: string, value: unknown): string | null {
  const wrong = Object.hasOwn(FORMS, key) ? FORMS[key]?.(value) : null;
  return wrong === null || wrong === undefined ? null : `"${key}" in "given": ${wrong}`;
}

function text(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? null : 'expected a string';
}

function listOfTexts(value: unknown): string | null {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? null : 'expected a list of strings';
}

function mapOf(form: string) {
  return (value: unknown): string | null =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? null : `expected a map of ${form}`;
}

function oneOf(words: readonly string[]) {
  return (value: unknown): string | null =>
    typeof value === 'string' && words.includes(value)
      ? null
      : `unknown value ${JSON.stringify(value)}${didYouMean(String(value), words)}`;
}
