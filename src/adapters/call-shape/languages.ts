import type { Action } from '../../protocol/agent-event.ts';
import type { Fields } from './fields.ts';
import { quoted } from './quote.ts';

export type CodeLanguage =
  | 'bash'
  | 'powershell'
  | 'cmd'
  | 'sql'
  | 'python'
  | 'node'
  | 'ruby'
  | 'perl'
  | 'php'
  | 'lua'
  | 'r'
  | 'osascript'
  | 'foreign';

/** How code in the language is started: this command line is judged. */
const STARTS: Partial<Record<CodeLanguage, string>> = {
  python: 'python3 -c',
  node: 'node -e',
  ruby: 'ruby -e',
  perl: 'perl -e',
  php: 'php -r',
  lua: 'lua -e',
  r: 'Rscript -e',
  osascript: 'osascript -e',
  cmd: 'cmd /c',
  sql: 'psql -c',
};

const NAMES: [RegExp, CodeLanguage][] = [
  [/^(?:py|i?python[\d.]*|py3|jupyter|pandas|sage)$/, 'python'],
  [/^(?:js|javascript|node(?:js)?|typescript|ts|tsx|jsx|deno|bun|ecmascript|v8)$/, 'node'],
  [/^(?:bash|sh|zsh|ksh|dash|shell|shellscript|console|terminal)$/, 'bash'],
  [/^(?:powershell|pwsh|ps1)$/, 'powershell'],
  [/^(?:cmd|bat|batch|dos)$/, 'cmd'],
  [/^(?:ruby|rb|irb)$/, 'ruby'],
  [/^(?:perl|pl)$/, 'perl'],
  [/^php$/, 'php'],
  [/^lua$/, 'lua'],
  [/^(?:r|rscript)$/, 'r'],
  [/^(?:applescript|osascript|jxa)$/, 'osascript'],
  [/^(?:sql|postgres(?:ql)?|mysql|sqlite|plpgsql|tsql|duckdb)$/, 'sql'],
];

/** What a field of the call says; a language we cannot read is `foreign`. */
export function languageNamed(fields: Fields): CodeLanguage | null {
  const named = fields.text(
    'language',
    'lang',
    'codelanguage',
    'runtime',
    'interpreter',
    'kernel',
    'kernelname',
    'shell',
  );
  if (named === undefined) return null;
  const word = named
    .toLowerCase()
    .trim()
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/, '')
    .replace(/[\d.]+$/, '');
  return NAMES.find(([form]) => form.test(word))?.[1] ?? 'foreign';
}

const HINTS: [RegExp, CodeLanguage][] = [
  [/^(?:notebook|kernel|cell|ide|colab|ipykernel)$/, 'python'],
  [/^(?:browser|page|puppeteer|playwright|chrome|devtools|evaluate|webview|dom|workflow|repl)$/, 'node'],
];

/** What the tool's name says: `run_python`, `browser_evaluate`. A letter alone says nothing. */
export function languageOfWords(words: readonly string[]): CodeLanguage | null {
  for (const [form, language] of [...NAMES, ...HINTS]) {
    if (words.some((word) => word.length > 1 && form.test(word))) return language;
  }
  return null;
}

/** Lines that look like a program in an unnamed language. */
const LOOKS: [RegExp, CodeLanguage][] = [
  [/^#!.*\b(?:ba|z|da|k)?sh\b/, 'bash'],
  [/^#!.*\bpython/, 'python'],
  [/^#!.*\bnode\b/, 'node'],
  [
    /^\s*(?:const|let|var)\s+[\w{[]|=>\s*[\w{(]|\brequire\(|^\s*(?:async\s+)?function\b|^\s*(?:await|return)\s|\bconsole\.\w+\(|^\s*(?:document|window|page|process)\./m,
    'node',
  ],
  [
    /^\s*(?:import\s+[\w.]+(?:\s+as\s+\w+)?\s*(?:$|;)|from\s+[\w.]+\s+import\s|(?:async\s+)?def\s+\w+\(|class\s+\w+.*:\s*$|(?:for|if|while|with|try|else)\b.*:\s*$|@\w)/m,
    'python',
  ],
  [/^\s*[\w.]+\s*\(.*\)\s*;?\s*$|^\s*[\w.[\]'"]+(?:\s*,\s*\w+)*\s+[-+*/]?=\s/m, 'python'],
];

export function languageLooked(text: string): CodeLanguage | null {
  return LOOKS.find(([form]) => form.test(text))?.[1] ?? null;
}

/** The calls that running such code amounts to. */
export function runCode(language: CodeLanguage, text: string, cwd: string): Action[] {
  if (language === 'foreign') return [];
  if (language === 'bash' || language === 'powershell') return [{ kind: 'exec', command: text, cwd, shell: language }];
  const shell: Action[] =
    language === 'python' ? magicsOf(text).map((command) => ({ kind: 'exec', command, cwd, shell: 'bash' })) : [];
  return [{ kind: 'exec', command: `${STARTS[language]} ${quoted(text)}`, cwd, shell: 'bash' }, ...shell];
}

/** `!ls`, `%sx ls` and `%%bash` of a notebook are shell. */
function magicsOf(text: string): string[] {
  const cell = /^\s*%%(?:bash|sh|zsh|script\s+(?:--\S+\s+)*(?:ba|z)?sh|system|sx|!)[^\n]*\n([\s\S]*)$/.exec(text)?.[1];
  if (cell !== undefined) return [cell];
  return text
    .split('\n')
    .flatMap((line) => /^\s*(?:[\w., ]+=\s*)?(?:!{1,2}|%(?:sx|system)\s)\s*(\S.*)$/.exec(line)?.[1] ?? []);
}
