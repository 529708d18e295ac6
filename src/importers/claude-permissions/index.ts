import type { Verb } from '../../policy/judgement.ts';
import { defineImporter, type SourceFile, type Translation, untranslated } from '../importer.ts';
import { type JsonValue, readJson } from '../json-rules.ts';
import { translateEntry } from './entry.ts';

const LISTS = ['deny', 'ask', 'allow'] as const satisfies Verb[];

/** `permissions` in settings of Claude Code. Their order is ours: deny before ask before allow. */
export const claudePermissions = defineImporter({
  name: 'claude-permissions',
  about: 'permission rules of Claude Code (permissions.allow, ask and deny in settings.json)',
  places: [/(?:^|\/)\.claude\/settings(?:\.local)?\.json$/, /^(?:managed-)?settings(?:\.local)?\.json$/],
  recognises: ({ path, text }) => {
    if (!path.endsWith('.json')) return false;
    const json = readJson(text);
    // Settings that cannot be read may hold rules: that must not go without a word.
    if ('problem' in json) return /(?:^|\/)settings(?:\.local)?\.json$/.test(path);
    return LISTS.some((list) => json.at('permissions')?.at(list) !== undefined);
  },
  translate: (files) => files.flatMap(translateFile),
});

function translateFile({ path, text }: SourceFile): Translation[] {
  const json = readJson(text);
  if ('problem' in json) return [untranslated(path, json.line, path, `not JSON: ${json.problem}`)];
  const permissions = json.at('permissions');
  if (permissions === undefined) return [untranslated(path, 1, path, 'has no "permissions"')];
  return permissions.members().flatMap(([key, value]) => {
    const verb = LISTS.find((list) => list === key);
    if (verb === undefined) return [setting(path, key, value)];
    if (!Array.isArray(value.value))
      return [untranslated(path, value.line, key, 'is not a list; the client drops the whole file')];
    return value.items().map((item) => {
      const place = { file: path, line: item.line };
      if (typeof item.value !== 'string')
        return untranslated(path, item.line, JSON.stringify(item.value), 'is not a string');
      return { ...place, title: `${verb} ${item.value}`, ...translateEntry(verb, item.value) };
    });
  });
}

function setting(path: string, key: string, value: JsonValue): Translation {
  return untranslated(
    path,
    value.line,
    `${key}: ${JSON.stringify(value.value)}`,
    'a setting, not a rule: leave it in the settings',
  );
}
