import { defineImporter, type SourceFile, type Translation, untranslated } from '../importer.ts';
import { type JsonValue, readJson } from '../json-rules.ts';
import { type Fixture, translateRule } from './rule.ts';

/** Custom rules of cc-safety-net: the inline config of version 1, and rulebooks of both versions. */
export const ccSafetyNet = defineImporter({
  name: 'cc-safety-net',
  about: 'custom rules of cc-safety-net (.safety-net.json, ~/.cc-safety-net/config.json, rulebook.json)',
  places: [
    /(?:^|\/)\.safety-net\.json$/,
    /(?:^|\/)\.cc-safety-net\/config\.json$/,
    /(?:^|\/)\.cc-safety-net\/rules\/.+\.json$/,
  ],
  ownNames: /(?:^|\/)\.safety-net\.json$/,
  recognises: ({ path, text }) => {
    if (!path.endsWith('.json')) return false;
    const json = readJson(text);
    if ('problem' in json) return /safety-net/.test(path);
    const first = json.at('rules')?.at(0);
    return (
      json.at('rulebook_version') !== undefined ||
      (typeof first?.value === 'object' && first.at('command') !== undefined) ||
      (/safety-net/.test(path) && json.at('rules') !== undefined)
    );
  },
  translate: (files) => files.flatMap(translateFile),
});

function translateFile({ path, text }: SourceFile): Translation[] {
  const json = readJson(text);
  if ('problem' in json) return [untranslated(path, json.line, path, `not JSON: ${json.problem}`)];
  const rules = json.at('rules');
  if (rules === undefined || !Array.isArray(rules.value)) return [untranslated(path, 1, path, 'has no list "rules"')];
  const fixtures = fixturesOf(json);
  const disabled = overridesOff(json);
  return [
    ...rules.items().map((rule) => translateRule(path, rule, fixtures, disabled)),
    ...json.members().flatMap(([key, value]) => beside(path, key, value)),
  ];
}

/** `tests` of a rulebook say what the rule is for; they become our tests. */
function fixturesOf(json: JsonValue): Fixture[] {
  return (json.at('tests')?.items() ?? []).flatMap((test) => {
    const { command, expect, rule } = test.value as Record<string, unknown>;
    return typeof command === 'string' ? [{ command, blocked: expect === 'blocked', rule: String(rule ?? '') }] : [];
  });
}

function overridesOff(json: JsonValue): Set<string> {
  return new Set(
    (json.at('overrides')?.members() ?? []).flatMap(([name, { value }]) => (value === 'off' ? [name] : [])),
  );
}

const DESCRIPTIVE = [
  '$schema',
  'version',
  'rulebook_version',
  'name',
  'description',
  'author',
  'allowed_commands',
  'migrated_from',
  'rules',
  'tests',
  'overrides',
];

/** Settings that change what is stopped, but are not rules. */
function beside(path: string, key: string, value: JsonValue): Translation[] {
  if (DESCRIPTIVE.includes(key)) return [];
  return [untranslated(path, value.line, key, 'a setting of cc-safety-net, not a rule; see `hookctl packs` for ours')];
}
