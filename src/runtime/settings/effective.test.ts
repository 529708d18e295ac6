import { describe, expect, it } from 'vitest';
import type { HandlerOrigin } from '../handlers/handler-run.ts';
import { effectiveSettings, type StartMode } from './effective.ts';
import { readSettings } from './settings-file.ts';
import type { SettingsSource } from './source.ts';

type Files = Partial<Record<HandlerOrigin['source'], Record<string, unknown>>>;

function sourcesOf(files: Files): SettingsSource[] {
  return Object.entries(files).map(([name, settings]) => {
    const source = name as HandlerOrigin['source'];
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: source }] }] };
    const read = readSettings(JSON.stringify({ hooks, ...settings }), source === 'managed' ? 'managed' : 'ordinary');
    return { ...read, origin: { source }, path: source };
  });
}

/** The sources whose hooks run. */
const running = (files: Files, mode?: StartMode): string[] =>
  effectiveSettings(sourcesOf(files), mode)
    .registrations('Stop')
    .filter(({ disabledBy }) => disabledBy === null)
    .map(({ origin }) => origin.source);

const all: Files = { user: {}, project: {}, local: {}, flag: {}, managed: {}, plugin: {}, skill: {} };
const names = Object.keys(all);

describe('what switches hooks off (observed-here.md 10.3)', () => {
  it.each<[string, Files, StartMode | undefined, string[]]>([
    ['nothing', {}, undefined, names],
    ['disableAllHooks of the project', { project: { disableAllHooks: true } }, undefined, ['managed']],
    ['disableAllHooks of the user', { user: { disableAllHooks: true } }, undefined, ['managed']],
    [
      'a stronger file says no',
      { user: { disableAllHooks: true }, local: { disableAllHooks: false } },
      undefined,
      names,
    ],
    [
      'a weaker file says no',
      { user: { disableAllHooks: false }, flag: { disableAllHooks: true } },
      undefined,
      ['managed'],
    ],
    ['managed says no', { managed: { disableAllHooks: false }, project: { disableAllHooks: true } }, undefined, names],
    ['managed disableAllHooks', { managed: { disableAllHooks: true } }, undefined, []],
    ['allowManagedHooksOnly', { managed: { allowManagedHooksOnly: true } }, undefined, ['managed']],
    ['allowManagedHooksOnly in a project', { project: { allowManagedHooksOnly: true } }, undefined, names],
    [
      'strictPluginOnlyCustomization',
      { managed: { strictPluginOnlyCustomization: ['hooks'] } },
      undefined,
      ['managed', 'plugin'],
    ],
    [
      'strictPluginOnlyCustomization of something else',
      { managed: { strictPluginOnlyCustomization: ['skills'] } },
      undefined,
      names,
    ],
    ['--bare', {}, 'bare', ['managed']],
    ['--safe-mode', {}, 'safe-mode', ['managed']],
  ])('%s', (_, changes, mode, expected) => {
    expect(running({ ...all, ...changes }, mode)).toEqual(expected);
  });
});

it('lists are merged, later environments win', () => {
  const { allowedHttpHookUrls, httpHookAllowedEnvVars, env } = effectiveSettings(
    sourcesOf({
      user: { allowedHttpHookUrls: [], env: { A: 'user', B: 'user' } },
      project: { allowedHttpHookUrls: ['http://a/*'], env: { A: 'project' } },
    }),
  );
  expect({ allowedHttpHookUrls, httpHookAllowedEnvVars, env }).toEqual({
    allowedHttpHookUrls: ['http://a/*'],
    httpHookAllowedEnvVars: undefined,
    env: { A: 'project', B: 'user' },
  });
});
