import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverSettings, type SettingsLocations, systemManagedDir } from './discover.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookctl-discover-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const hooks = (command: string) => ({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });

function write(path: string, content: unknown): string {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** `source: command` of every hook found, in order. */
function found(
  where: Partial<SettingsLocations> = {},
  events: readonly ('Stop' | 'SubagentStop')[] = ['Stop'],
): string[] {
  const sources = discoverSettings({
    projectDir: join(dir, 'project'),
    configDir: join(dir, 'home/.claude'),
    ...where,
  });
  return sources.flatMap(({ origin, content }) =>
    events.flatMap((event) =>
      (content.hooks[event] ?? []).flatMap((group) =>
        group.handlers.map(
          (handler) =>
            `${origin.source}: ${event === 'Stop' ? '' : `${event} `}${handler.type === 'command' ? handler.command : ''}`,
        ),
      ),
    ),
  );
}

describe('where settings are found', () => {
  it('user, project, local, --settings, managed with its drop-ins, in this order', () => {
    write('home/.claude/settings.json', hooks('u'));
    write('project/.claude/settings.json', hooks('p'));
    write('project/.claude/settings.local.json', hooks('l'));
    const managed = write('etc/managed-settings.json', hooks('m'));
    write('etc/managed-settings.d/20-b.json', hooks('m2'));
    write('etc/managed-settings.d/10-a.json', hooks('m1'));
    write('etc/managed-settings.d/note.txt', hooks('no'));
    const flags = [JSON.stringify(hooks('inline')), write('extra.json', hooks('file'))];
    const all = [
      'user: u',
      'project: p',
      'local: l',
      'flag: inline',
      'flag: file',
      'managed: m',
      'managed: m1',
      'managed: m2',
    ];
    expect(found({ flags, managed })).toEqual(all);
    expect(found({ flags, managed: dirname(managed) })).toEqual(all);
    expect(found({ settingSources: ['project'] })).toEqual(['project: p']);
    expect(found({ settingSources: [], flags })).toEqual(['flag: inline', 'flag: file']);
  });

  it('in a subdirectory of a repository the local file of its root counts, the project file does not', () => {
    mkdirSync(join(dir, 'project/.git'), { recursive: true });
    mkdirSync(join(dir, 'project/sub'));
    write('project/.claude/settings.json', hooks('p'));
    write('project/.claude/settings.local.json', hooks('l'));
    expect(found({ projectDir: join(dir, 'project/sub') })).toEqual(['local: l']);
  });

  it('a --settings file that is not there is told', () => {
    const [source] = discoverSettings({ projectDir: dir, configDir: dir, flags: ['nope.json'] });
    expect(source).toMatchObject({ missing: true, status: 'dropped', path: join(dir, 'nope.json') });
  });

  it('a directory in place of a settings file is told, not thrown', () => {
    mkdirSync(join(dir, 'project/.claude/settings.json'), { recursive: true });
    const sources = discoverSettings({ projectDir: join(dir, 'project'), configDir: dir });
    expect(sources.map(({ status, origin }) => [status, origin.source])).toEqual([['dropped', 'project']]);
  });

  it('managed settings lie where the system keeps them', () => {
    expect((['linux', 'darwin', 'win32'] as const).map(systemManagedDir)).toEqual([
      '/etc/claude-code',
      '/Library/Application Support/ClaudeCode',
      'C:\\Program Files\\ClaudeCode',
    ]);
  });
});

describe('plugins (observed-here.md 10.1)', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['hooks/hooks.json', { 'hooks/hooks.json': hooks('a') }, ['plugin: a']],
    [
      'a path in the manifest adds to it',
      {
        'hooks/hooks.json': hooks('a'),
        '.claude-plugin/plugin.json': { name: 'x', hooks: './more.json' },
        'more.json': hooks('b'),
      },
      ['plugin: a', 'plugin: b'],
    ],
    [
      'paths in the manifest',
      {
        '.claude-plugin/plugin.json': { hooks: ['one.json', 'two.json'] },
        'one.json': hooks('1'),
        'two.json': hooks('2'),
      },
      ['plugin: 1', 'plugin: 2'],
    ],
    [
      'the same path twice',
      { 'hooks/hooks.json': hooks('a'), '.claude-plugin/plugin.json': { hooks: './hooks/hooks.json' } },
      ['plugin: a'],
    ],
    ['an event map in the manifest', { '.claude-plugin/plugin.json': hooks('c') }, ['plugin: c']],
    ['no wrapper', { 'hooks/hooks.json': hooks('a').hooks }, []],
    ['no JSON', { 'hooks/hooks.json': '{' }, []],
    [
      'a bad PreToolUse handler switches all off',
      {
        'hooks/hooks.json': {
          hooks: { ...hooks('a').hooks, PreToolUse: [{ hooks: [{ type: 'command', command: 'x', timeout: '5' }] }] },
        },
      },
      [],
    ],
    [
      'a bad PostToolUse handler only itself',
      { 'hooks/hooks.json': { hooks: { ...hooks('a').hooks, PostToolUse: [{ hooks: [{ type: 'x' }] }] } } },
      ['plugin: a'],
    ],
    ['nothing', {}, []],
  ])('%s', (_, files, expected) => {
    for (const [path, content] of Object.entries(files)) write(join('plug', path), content);
    expect(found({ pluginDirs: [join(dir, 'plug')] })).toEqual(expected);
  });

  it('only those that are installed and switched on are read', () => {
    const plugins: Record<string, unknown> = {};
    for (const name of ['on', 'off', 'unlisted']) {
      write(`cache/${name}/hooks/hooks.json`, hooks(name));
      plugins[`${name}@market`] = [{ scope: 'user', installPath: join(dir, 'cache', name) }];
    }
    write('home/.claude/plugins/installed_plugins.json', { version: 2, plugins });
    write('home/.claude/settings.json', {
      enabledPlugins: { 'on@market': true, 'off@market': true, 'gone@market': true },
    });
    write('project/.claude/settings.json', { enabledPlugins: { 'off@market': false } });
    expect(found()).toEqual(['plugin: on']);
    const origin = discoverSettings({ projectDir: join(dir, 'project'), configDir: join(dir, 'home/.claude') }).at(
      -1,
    )?.origin;
    expect(origin).toEqual({
      source: 'plugin',
      plugin: {
        name: 'on',
        market: 'market',
        root: join(dir, 'cache/on'),
        data: join(dir, 'home/.claude/plugins/data/on-market'),
      },
    });
  });
});

describe('frontmatter (observed-here.md 10.2)', () => {
  const yaml = (event: string) =>
    `---\nname: x\nhooks:\n  ${event}:\n    - hooks:\n        - type: command\n          command: f\n---\ntext\n`;
  it("a skill's Stop is the turn's, a subagent's is its own", () => {
    const file = write('x.md', yaml('Stop'));
    expect(found({ skills: [file] }, ['Stop', 'SubagentStop'])).toEqual(['skill: f']);
    expect(found({ subagent: file }, ['Stop', 'SubagentStop'])).toEqual(['agent: SubagentStop f']);
  });
  it.each<[string, string, string]>([
    ['no frontmatter', 'text', 'loaded'],
    ['frontmatter without hooks', '---\nname: x\n---\n', 'loaded'],
    ['an empty block', '---\n\n---\n', 'loaded'],
    ['broken YAML', '---\na: [\n---\n', 'dropped'],
  ])('%s', (_, text, status) => {
    const file = write('x.md', text);
    const [source] = discoverSettings({ projectDir: dir, configDir: dir, skills: [file] });
    expect([source?.status, source?.content.hooks]).toEqual([status, {}]);
  });
  it('CRLF and a missing file', () => {
    const file = write('x.md', yaml('Stop').replaceAll('\n', '\r\n'));
    expect(found({ skills: [file, join(dir, 'nope.md')] })).toEqual(['skill: f']);
  });
});
