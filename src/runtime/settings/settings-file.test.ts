import { anything, assert, json, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventName } from '../../protocol/event.ts';
import { readSettings } from './settings-file.ts';

const good = { type: 'command', command: 'good' };
const GOOD = { PreToolUse: [{ hooks: [good] }], PostToolUse: [{ hooks: [good] }], Stop: [{ hooks: [good] }] };

/** What is left of a file with good hooks and one odd entry under an event. */
function fate(event: EventName, groups: unknown): string {
  const { status, content, problems } = readSettings(JSON.stringify({ hooks: { ...GOOD, [event]: groups } }));
  const others = Object.keys(GOOD).filter((name) => name !== event);
  const left = others.filter((name) => Object.hasOwn(content.hooks, name));
  if (left.length === 0 && status === 'dropped') return 'file';
  if (left.length < others.length) return `only ${left.join()}`;
  return problems.length > 0 ? 'entry' : 'ok';
}

/** The same defect under an event that loses the file and under one that loses the entry. */
const bothFates = (handler: unknown) => {
  const groups = [{ hooks: [handler] }];
  return [
    fate('PreToolUse', groups),
    fate('PermissionRequest', groups),
    fate('PostToolUse', groups),
    fate('SessionStart', groups),
  ];
};

describe('defects of a handler (observed-here.md 3.1)', () => {
  const command = (fields: object) => ({ type: 'command', command: 'x', ...fields });
  const http = (fields: object) => ({ type: 'http', url: 'http://a/', ...fields });
  it.each<[string, unknown]>([
    ...['5', 0, -1, null, true].map((timeout): [string, unknown] => [
      `timeout ${JSON.stringify(timeout)}`,
      command({ timeout }),
    ]),
    ...['async', 'asyncRewake', 'once'].flatMap((key): [string, unknown][] => [
      [`${key} "x"`, command({ [key]: 'x' })],
      [`${key} null`, command({ [key]: null })],
    ]),
    ...[5, null].map((statusMessage): [string, unknown] => [
      `statusMessage ${statusMessage}`,
      command({ statusMessage }),
    ]),
    ...['zsh', 'sh', '', null].map((shell): [string, unknown] => [
      `shell ${JSON.stringify(shell)}`,
      command({ shell }),
    ]),
    ...[[1], 'x', {}, null].map((args): [string, unknown] => [`args ${JSON.stringify(args)}`, command({ args })]),
    ...[5, null, [], undefined].map((text): [string, unknown] => [
      `command ${JSON.stringify(text)}`,
      { type: 'command', command: text },
    ]),
    ...['', 'foo', 'http://', 5, undefined].map((url): [string, unknown] => [
      `url ${JSON.stringify(url)}`,
      http({ url }),
    ]),
    ...[{ a: 1 }, [], null].map((headers): [string, unknown] => [
      `headers ${JSON.stringify(headers)}`,
      http({ headers }),
    ]),
    ...['x', [5]].map((allowedEnvVars): [string, unknown] => [
      `allowedEnvVars ${JSON.stringify(allowedEnvVars)}`,
      http({ allowedEnvVars }),
    ]),
    ['prompt missing', { type: 'prompt' }],
    ['prompt a number', { type: 'prompt', prompt: 5 }],
    ['model a number', { type: 'prompt', prompt: 'p', model: 5 }],
    ['continueOnBlock a text', { type: 'prompt', prompt: 'p', continueOnBlock: 'x' }],
    ['agent without a prompt', { type: 'agent' }],
    ['mcp_tool without a server', { type: 'mcp_tool', tool: 't' }],
    ['mcp_tool without a tool', { type: 'mcp_tool', server: 's' }],
    ['mcp_tool with a text for input', { type: 'mcp_tool', server: 's', tool: 't', input: 'x' }],
    ...['x', 'Block', null, true].map((onFailure): [string, unknown] => [
      `onFailure ${JSON.stringify(onFailure)}`,
      command({ onFailure }),
    ]),
    ...[5, null, []].map((rule): [string, unknown] => [`if ${JSON.stringify(rule)}`, command({ if: rule })]),
    ...['unknown', undefined, null, 'Command', 'callback', 'function'].map((type): [string, unknown] => [
      `type ${JSON.stringify(type)}`,
      { type, command: 'x' },
    ]),
    ...['x', null, [], {}].map((handler): [string, unknown] => [`a handler ${JSON.stringify(handler)}`, handler]),
  ])('%s', (_, handler) => {
    expect(bothFates(handler)).toEqual(['file', 'file', 'entry', 'entry']);
  });

  it.each<[string, unknown]>([
    ...[1.5, 0.5, 1e12].map((timeout): [string, unknown] => [`timeout ${timeout}`, command({ timeout })]),
    ['once', command({ once: true })],
    ['shell powershell', command({ shell: 'powershell' })],
    ['an empty command', { type: 'command', command: '' }],
    ['ftp', http({ url: 'ftp://a/' })],
    ['javascript', http({ url: 'javascript:1' })],
    ['an empty prompt', { type: 'prompt', prompt: '' }],
    ['an empty server', { type: 'mcp_tool', server: '', tool: 't' }],
    ['onFailure on a prompt', { type: 'prompt', prompt: 'p', onFailure: 'x' }],
    ["another type's keys", { type: 'http', url: 'http://a/', command: 5 }],
    ['unknown keys', command({ future: null })],
    ['an empty if', command({ if: '' })],
  ])('accepted: %s', (_, handler) => {
    expect(bothFates(handler)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });
});

describe('defects of a group and of an event', () => {
  it.each<[string, unknown, 'file' | 'ok', 'entry' | 'ok']>([
    ...[null, 5, [], {}, true].map((matcher): [string, unknown, 'file', 'entry'] => [
      `matcher ${JSON.stringify(matcher)}`,
      [{ matcher, hooks: [good] }],
      'file',
      'entry',
    ]),
    ...[undefined, {}, null, 'x', good].map((hooks): [string, unknown, 'file', 'entry'] => [
      `hooks ${JSON.stringify(hooks)}`,
      [{ hooks }],
      'file',
      'entry',
    ]),
    ...['x', [], null, {}, 5].map((group): [string, unknown, 'file', 'entry'] => [
      `group ${JSON.stringify(group)}`,
      [group],
      'file',
      'entry',
    ]),
    ...[{}, 'x', 5, true].map((groups): [string, unknown, 'file', 'entry'] => [
      `event ${JSON.stringify(groups)}`,
      groups,
      'file',
      'entry',
    ]),
    ['event null', null, 'ok', 'ok'],
    ['event []', [], 'ok', 'ok'],
    ['hooks []', [{ hooks: [] }], 'ok', 'ok'],
    ['extra keys', [{ timeout: 'x', if: 5, hooks: [good] }], 'ok', 'ok'],
  ])('%s', (_, groups, tool, other) => {
    expect([fate('PreToolUse', groups), fate('PostToolUse', groups)]).toEqual([tool, other]);
  });

  it('of a bad and a good handler in a group the good one stays', () => {
    const read = readSettings(
      JSON.stringify({ hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [{ type: 'x' }, good] }] } }),
    );
    expect(read.content.hooks).toEqual({ PostToolUse: [{ matcher: 'Bash', handlers: [good] }] });
    expect(read.problems).toEqual([
      { path: 'hooks.PostToolUse.0.hooks.0.type', problem: '"x" is not one of command, http, mcp_tool, prompt, agent' },
    ]);
  });

  it.each(['pretooluse', 'PreToolUse ', '', 'constructor', 'Future'])('event %j is ignored', (name) => {
    const read = readSettings(JSON.stringify({ hooks: { ...GOOD, [name]: 'anything' } }));
    expect([read.status, Object.keys(read.content.hooks)]).toEqual(['loaded', Object.keys(GOOD)]);
  });
});

describe('the rest of the file (3.2, 3.3)', () => {
  it.each<[string, Record<string, unknown>, 'loaded' | 'dropped']>([
    ...[null, [], 'x', 5, true].map((hooks): [string, Record<string, unknown>, 'loaded'] => [
      `hooks ${JSON.stringify(hooks)}`,
      { hooks },
      'loaded',
    ]),
    ...['true', 1, 0, null, []].map((value): [string, Record<string, unknown>, 'dropped'] => [
      `disableAllHooks ${JSON.stringify(value)}`,
      { disableAllHooks: value },
      'dropped',
    ]),
    ['allowManagedHooksOnly true', { allowManagedHooksOnly: true }, 'loaded'],
    ['allowManagedHooksOnly null', { allowManagedHooksOnly: null }, 'loaded'],
    ['allowManagedHooksOnly "true"', { allowManagedHooksOnly: 'true' }, 'dropped'],
    ...[
      'x',
      [],
      null,
      { allow: 'x' },
      { deny: null },
      { defaultMode: 'x' },
      { defaultMode: 5 },
      { additionalDirectories: 'x' },
    ].map((permissions): [string, Record<string, unknown>, 'dropped'] => [
      `permissions ${JSON.stringify(permissions)}`,
      { permissions },
      'dropped',
    ]),
    ['permissions with a number in a list', { permissions: { allow: [5], deny: ['(('], unknown: 1 } }, 'loaded'],
    ...[[], 'x', null].map((env): [string, Record<string, unknown>, 'dropped'] => [
      `env ${JSON.stringify(env)}`,
      { env },
      'dropped',
    ]),
    ['env values', { env: { a: 1, b: true, c: null, d: {} } }, 'loaded'],
    ...[
      'model',
      'cleanupPeriodDays',
      'statusLine',
      'includeCoAuthoredBy',
      'allowedHttpHookUrls',
      'httpHookAllowedEnvVars',
      'apiKeyHelper',
      '$schema',
      'enabledPlugins',
      'outputStyle',
      'language',
      'sandbox',
      'enableAllProjectMcpServers',
      'attribution',
      'alwaysThinkingEnabled',
    ].map((key): [string, Record<string, unknown>, 'dropped'] => [`${key} null`, { [key]: null }, 'dropped']),
    ['cleanupPeriodDays -1', { cleanupPeriodDays: -1 }, 'dropped'],
    ['cleanupPeriodDays 365', { cleanupPeriodDays: 365 }, 'loaded'],
    ['unknown keys, any $schema, forceLoginMethod', { future: 1, $schema: 'x', forceLoginMethod: 'x' }, 'loaded'],
  ])('%s: %s', (_, settings, status) => {
    expect(readSettings(JSON.stringify(settings)).status).toBe(status);
  });

  it.each<[string, string, 'loaded' | 'dropped']>([
    ['empty', '', 'dropped'],
    ['blank', ' \n', 'dropped'],
    ['null', 'null', 'dropped'],
    ['an array', '[]', 'dropped'],
    ['a comment', '{/* x */}', 'dropped'],
    ['a trailing comma', '{"a":1,}', 'dropped'],
    ['text after it', '{} x', 'dropped'],
    ['single quotes', "{'a':1}", 'dropped'],
    ['a byte order mark and CRLF', '\uFEFF{\r\n}', 'loaded'],
    ['__proto__', '{"__proto__":{"disableAllHooks":true}}', 'loaded'],
  ])('text: %s', (_, text, status) => {
    const read = readSettings(text);
    expect([read.status, read.content.disableAllHooks]).toEqual([status, undefined]);
  });

  it('environment values become text, or nothing', () => {
    expect(readSettings('{"env":{"a":1,"b":true,"c":null,"d":{},"e":"x"}}').content.env).toEqual({
      a: '1',
      b: 'true',
      e: 'x',
    });
  });
});

describe('a managed file (3.4)', () => {
  const bad = [{ hooks: [{ type: 'x' }] }];
  it('loses its hooks to a bad PreToolUse entry, and nothing else', () => {
    const read = readSettings(JSON.stringify({ hooks: { ...GOOD, PreToolUse: bad }, env: { a: 'b' } }), 'managed');
    expect([read.status, read.content.hooks, read.content.env]).toEqual(['loaded', {}, { a: 'b' }]);
  });
  it('loses only the entry elsewhere, and only the value at the top', () => {
    const read = readSettings(JSON.stringify({ model: 5, hooks: { ...GOOD, PostToolUse: bad } }), 'managed');
    expect([read.status, Object.keys(read.content.hooks), read.problems.map(({ path }) => path)]).toEqual([
      'loaded',
      ['PreToolUse', 'PostToolUse', 'Stop'],
      ['model', 'hooks.PostToolUse.0.hooks.0.type'],
    ]);
  });
  it('an unreadable restriction holds', () => {
    expect(readSettings('{"allowManagedHooksOnly":"x"}', 'managed').content.allowManagedHooksOnly).toBe(true);
  });
});

it('no text makes the reader throw', () => {
  const files = anything({ withNullPrototype: false }).map((value) =>
    JSON.stringify({ hooks: { PreToolUse: value, Stop: [value] }, env: value, permissions: value }),
  );
  assert(
    property(oneof(string(), json(), files), (text) => {
      expect(['loaded', 'dropped']).toContain(readSettings(text).status);
      expect(['loaded', 'dropped']).toContain(readSettings(text, 'managed').status);
    }),
    { numRuns: 1000 },
  );
});
