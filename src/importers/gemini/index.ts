import { parse, TomlError } from 'smol-toml';
import { defineImporter, type SourceFile, type Translation, untranslated } from '../importer.ts';
import { type GeminiRule, readRule } from './rule.ts';
import { translateRules } from './translate.ts';

/** Policies of Gemini CLI. The rule with the highest priority decides there, which becomes `unless` on the stricter rules it outranks. */
export const gemini = defineImporter({
  name: 'gemini',
  about: 'policies of Gemini CLI (.gemini/policies/*.toml)',
  places: [/(?:^|\/)\.gemini\/policies\/[^/]+\.toml$/, /^[^/]+\.toml$/],
  ownNames: /(?:^|\/)\.gemini\/policies\/[^/]+\.toml$/,
  recognises: ({ path, text }) => path.endsWith('.toml') && /^\s*\[\[\s*(?:rule|safety_checker)\s*\]\]/m.test(text),
  translate: (files) => {
    const rules: GeminiRule[] = [];
    const others = files.flatMap((file) => readFile(file, rules));
    return [...translateRules(rules), ...others].sort(byPlace(files));
  },
});

/** Adds the rules it can read to `rules`, and returns what is left. */
function readFile({ path, text }: SourceFile, rules: GeminiRule[]): Translation[] {
  let parsed: Record<string, unknown>;
  try {
    parsed = parse(text);
  } catch (error) {
    const line = error instanceof TomlError ? error.line : 1;
    return [untranslated(path, line, path, `not TOML: ${(error as Error).message.split('\n')[0]}`)];
  }
  const places = (name: string) =>
    text
      .split('\n')
      .flatMap((line, i) => (new RegExp(String.raw`^\s*\[\[\s*${name}\s*\]\]`).test(line) ? [i + 1] : []));
  const tables = (name: string) => {
    const list = parsed[name];
    const lines = places(name);
    return (Array.isArray(list) ? (list as unknown[]) : []).map((table, i) => ({ table, line: lines[i] ?? 1 }));
  };
  const checkers = tables('safety_checker').map(({ line }) =>
    untranslated(
      path,
      line,
      'a safety_checker',
      'a checker is a program of Gemini CLI; write what it looks for as a rule',
    ),
  );
  const unread = tables('rule').flatMap(({ table, line }) => {
    const read = readRule(table, { file: path, line, index: rules.length });
    if ('problem' in read) return [untranslated(path, line, read.title, read.problem)];
    rules.push(read);
    return [];
  });
  const unknown = Object.keys(parsed).filter((key) => key !== 'rule' && key !== 'safety_checker');
  return [
    ...unread,
    ...checkers,
    ...unknown.map((key) => untranslated(path, 1, key, 'not part of a policy of Gemini CLI')),
  ];
}

function byPlace(files: readonly SourceFile[]): (a: Translation, b: Translation) => number {
  const order = new Map(files.map(({ path }, i) => [path, i]));
  return (a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) || a.line - b.line;
}
