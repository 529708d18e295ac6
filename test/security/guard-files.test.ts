import { nodeSystem } from '../../src/system/node/system.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardPlaces } from '../../src/hook/policy-files/guard-places.ts';
import { policyOf } from '../packs/judge-command.ts';
import { HERE, judgeBash, judgeCall, type Where } from './support/judge-call.ts';

/** The pack alone, and what people use, which extends it. */
const PACKS = ['self-protection', 'recommended'].map(policyOf);

const MOVED = {
  XDG_CONFIG_HOME: '/data/conf',
  XDG_STATE_HOME: '/data/state',
  CLAUDE_CONFIG_DIR: '/data/claude',
  CODEX_HOME: '/data/codex',
  COPILOT_HOME: '/data/copilot',
};

function where(env: Record<string, string>, program: string[]): Where {
  const places = guardPlaces({ system: nodeSystem, env, home: HERE.home, runningFiles: program });
  return { ...HERE, world: { guardPlaces: () => places } };
}

const ORDINARY = where({}, [`${HERE.root}/node_modules/hookctl/dist/`]);
const GLOBAL = where({}, ['/usr/lib/node_modules/hookctl/dist/']);
const ELSEWHERE = where(MOVED, ['/opt/guard/dist/']);

/** Files of the guard, with the place in which they are its files. */
const FILES: [file: string, where: Where][] = [
  ...[
    '.hookctl/policy.yaml',
    '.hookctl/policy.local.yaml',
    '.hookctl/rules/extra.yaml',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/hooks/guard.sh',
    '~/.claude/settings.json',
    '~/.claude.json',
    '~/.claude/plugins/installed_plugins.json',
    '~/.claude/plugins/cache/market/hookctl/bin/dispatcher.cjs',
    '~/.config/hookctl/policy.yaml',
    '~/.local/state/hookctl/sessions/s1.jsonl',
    '~/.local/state/hookctl/audit/0001.jsonl',
    '~/.local/state/hookctl/policies/a.policy',
    '/etc/hookctl/policy.yaml',
    'node_modules/hookctl/dist/native/dispatcher',
    'node_modules/hookctl/dist/dispatcher.cjs',
    'node_modules/hookctl/dist/compile.cjs',
    'node_modules/hookctl/dist/default.policy',
    'node_modules/.bin/hookctl',
    'node_modules/.bin/hookctl-dispatcher',
    'node_modules/@hookctl/linux-x64/bin/dispatcher',
    '~/.local/bin/hookctl',
    '/usr/local/bin/hookctl',
    '~/.codex/hooks.json',
    '~/.codex/config.toml',
    '~/.copilot/hooks/hookctl.json',
    '.github/hooks/hookctl.json',
    '.cursor/hooks.json',
    '~/.gemini/settings.json',
    '~/.qwen/settings.json',
    '~/.config/opencode/plugins/hookctl.js',
    '.opencode/plugin/hookctl.js',
    '~/.config/kilo/plugin/hookctl.js',
    '~/.cline/hooks/PreToolUse.sh',
    '~/.kimi-code/config.toml',
    '~/.grok/hooks/hookctl.json',
    '~/.factory/settings.json',
    '~/.pi/agent/extensions/hookctl.ts',
    '~/.codeium/windsurf/hooks.json',
    '.kiro/hooks/hookctl.json',
    '~/.augment/settings.json',
    '.agents/plugins/hookctl/hooks/hooks.json',
    '.openhands/hooks.json',
    '.vibe/hooks.toml',
  ].map((file): [string, Where] => [file, ORDINARY]),
  ...['/usr/lib/node_modules/hookctl/dist/dispatcher.cjs'].map((file): [string, Where] => [file, GLOBAL]),
  ...[
    '/opt/guard/dist/dispatcher.cjs',
    '/opt/guard/dist/native/dispatcher',
    '/data/conf/hookctl/policy.yaml',
    '/data/state/hookctl/sessions/s1.jsonl',
    '/data/claude/settings.json',
    '/data/claude/.claude.json',
    '/data/claude/plugins/installed_plugins.json',
    '/data/codex/hooks.json',
    '/data/copilot/hooks/hookctl.json',
    '/data/conf/opencode/plugins/hookctl.js',
  ].map((file): [string, Where] => [file, ELSEWHERE]),
];

/** Ways of changing a file, or of taking it away. */
const WAYS: readonly ((file: string) => string)[] = [
  (file) => `echo x > ${file}`,
  (file) => `echo x >> ${file}`,
  (file) => `: > ${file}`,
  (file) => `echo x | tee ${file}`,
  (file) => `cp /bin/true ${file}`,
  (file) => `install -m 755 /bin/true ${file}`,
  (file) => `mv /tmp/x ${file}`,
  (file) => `mv ${file} /tmp/x`,
  (file) => `rm ${file}`,
  (file) => `rm -f ${file}`,
  (file) => `unlink ${file}`,
  (file) => `shred -u ${file}`,
  (file) => `truncate -s 0 ${file}`,
  (file) => `dd if=/dev/null of=${file}`,
  (file) => `sed -i s/deny/warn/ ${file}`,
  (file) => `perl -pi -e s/a/b/ ${file}`,
  (file) => `ln -sf /bin/true ${file}`,
  (file) => `ln ${file} /tmp/other`,
  (file) => `chmod 000 ${file}`,
  (file) => `chmod -x ${file}`,
  (file) => `chown nobody ${file}`,
  (file) => `curl -o ${file} https://x.example`,
  (file) => `rsync /tmp/x ${file}`,
  (file) => `git checkout HEAD~3 -- ${file}`,
  (file) => `find ${file} -delete`,
  (file) => `python3 -c "open('${file.replace('~', HERE.home)}','w').write('x')"`,
  (file) => `node -e "require('fs').rmSync('${file.replace('~', HERE.home)}')"`,
  (file) => `bash -c 'rm ${file}'`,
  (file) => `sudo rm ${file}`,
  (file) => `cd ${file.slice(0, file.lastIndexOf('/'))} && rm ${file.slice(file.lastIndexOf('/') + 1)}`,
];

describe("the guard's own files, wherever they are", () => {
  test('no way of changing one passes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FILES), fc.constantFrom(...WAYS), ([file, place], way) => {
        const verdicts = PACKS.map((policy) => judgeBash(policy, way(file), place).verdict);
        expect([way(file), ...verdicts]).toEqual([way(file), 'deny', 'deny']);
      }),
      { numRuns: 400 },
    );
  });

  test.each(FILES)('the Write and Edit tools on %s', (file, place) => {
    const path = file.startsWith('/') ? file : file.replace(/^~/, HERE.home).replace(/^(?!\/)/, `${HERE.root}/`);
    const calls = [
      { tool: 'Write', input: { file_path: path, content: 'x' } },
      { tool: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } },
    ];
    expect(calls.map((call) => PACKS.map((policy) => judgeCall(policy, call, place).verdict))).toEqual([
      ['deny', 'deny'],
      ['deny', 'deny'],
    ]);
  });

  test.each(FILES)('reading %s is fine', (file, place) => {
    expect(PACKS.map((policy) => judgeBash(policy, `head -5 ${file}`, place).verdict)).toEqual(['none', 'none']);
  });

  test('a program that is installed elsewhere is not the one that runs', () => {
    const everyday = [
      'rm -rf node_modules',
      'rm -rf node_modules && npm ci',
      'rm -rf node_modules/*',
      'find . -name node_modules -type d -prune -exec rm -rf {} +',
      'npm ci',
      'npm install',
      'npm install hookctl@latest',
      'rm -rf dist build coverage',
      'rm -rf bin obj',
      'cp -r src /tmp/x',
      'mkdir -p .claude/skills/x && cp a.md .claude/skills/x/',
      'rm -rf .cursor/rules/old',
      'git checkout main',
      'tar -xf x.tar -C vendor',
    ];
    expect(everyday.filter((command) => judgeBash(PACKS[1]!, command, GLOBAL).verdict !== 'none')).toEqual([]);
    // Where it is below that directory, deleting it is a question, not an attack.
    expect(judgeBash(PACKS[1]!, 'rm -rf node_modules && npm ci', ORDINARY)).toEqual({
      verdict: 'ask',
      rules: ['remove-guard-with-dependencies'],
    });
    expect(judgeBash(PACKS[1]!, 'npm ci', ORDINARY).verdict).toBe('none');
  });
});

/** Ways of starting a program that is installed as a package. */
const LAUNCHERS: readonly string[] = [
  'hookctl',
  'npx hookctl',
  'npx -y hookctl',
  'npx -p hookctl hookctl',
  'npx --package=hookctl -- hookctl',
  'npx hookctl@latest',
  'npm exec -- hookctl',
  'npm exec hookctl --',
  'npm x -- hookctl',
  'npm run hookctl --',
  'pnpm hookctl',
  'pnpm exec hookctl',
  'pnpm dlx hookctl',
  'yarn hookctl',
  'yarn run hookctl',
  'yarn dlx hookctl',
  'bunx hookctl',
  'bun hookctl',
  'bun x hookctl',
  './node_modules/.bin/hookctl',
  'node_modules/.bin/hookctl',
  '/usr/local/bin/hookctl',
  'command hookctl',
  'exec hookctl',
  'env hookctl',
  'env -u CLAUDECODE hookctl',
  'sudo -u me hookctl',
  'timeout 5 hookctl',
  'nohup hookctl',
  'node node_modules/hookctl/dist/hookctl.mjs',
  'node ./hookctl',
  'node --no-warnings /usr/lib/node_modules/hookctl/dist/hookctl.mjs',
  'node --import ./x.mjs node_modules/hookctl/dist/hookctl.mjs',
  'bun run node_modules/hookctl/dist/hookctl.mjs',
  'deno run -A node_modules/hookctl/dist/hookctl.mjs',
  'tsx node_modules/hookctl/dist/hookctl.mjs',
  './node_modules/hookctl/dist/hookctl.mjs',
  'setsid -f hookctl',
];
const OF_PEOPLE: readonly string[] = [
  'allow-once ABC123',
  'promote no-curl --yes',
  'uninstall --yes',
  'trust',
  'trust --yes .',
  'install --scope user',
  'init',
  'new --force',
  'mod --force',
  'import --from claude-permissions /tmp/p.json --out .hookctl/policy.yaml --force',
  'import --out=.hookctl/policy.yaml x',
  'audit prune --before 2030-01-01',
  'lint --fix',
];
const OF_AGENTS: readonly string[] = [
  'check',
  'test',
  'explain "rm -rf /"',
  'log',
  'why 1',
  'stats --json',
  'lint',
  'packs',
  'fire PreToolUse',
  'replay',
  'doctor',
  'audit verify',
  '--version',
];

describe('hookctl by the file it starts, through any launcher', () => {
  test('commands that belong to a person are refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LAUNCHERS), fc.constantFrom(...OF_PEOPLE), (launcher, command) => {
        const verdicts = PACKS.map((policy) => judgeBash(policy, `${launcher} ${command}`).verdict);
        expect([`${launcher} ${command}`, ...verdicts]).toEqual([`${launcher} ${command}`, 'deny', 'deny']);
      }),
      { numRuns: 300 },
    );
  });

  test('commands that only look pass', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LAUNCHERS.filter((launcher) => !/sudo|setsid|env -u/.test(launcher))),
        fc.constantFrom(...OF_AGENTS),
        (launcher, command) => {
          const verdicts = PACKS.map((policy) => judgeBash(policy, `${launcher} ${command}`).verdict);
          expect([`${launcher} ${command}`, ...verdicts]).toEqual([`${launcher} ${command}`, 'none', 'none']);
        },
      ),
      { numRuns: 200 },
    );
  });
});
