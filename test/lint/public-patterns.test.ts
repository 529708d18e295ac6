import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';

const PATTERNS = join(dirname(fileURLToPath(import.meta.url)), 'public-patterns');

/** What people publish and what really has a trap, with the reason; everything else must be silent. */
const TRUE_FINDINGS: Record<string, { ids: string[]; because: string }> = {
  'trap-bracket-test': { ids: ['bashism-in-sh'], because: '[[ is run by /bin/sh' },
  'trap-condition-key': { ids: ['misspelt-option'], because: '"condition" is no option; the hook runs on every file' },
  'trap-file-paths-variable': { ids: ['unknown-variable'], because: 'CLAUDE_FILE_PATHS does not exist (trap 31)' },
  'trap-flat': { ids: ['flat-entry', 'flat-entry'], because: 'without the inner list the file is dropped (trap 24)' },
  'trap-relative-script': {
    ids: ['relative-script-path', 'relative-script-path'],
    because: 'the scripts are lost after a cd (trap 4)',
  },
  'trap-reminder-echo': { ids: ['stdout-unread', 'stdout-unread'], because: 'nobody reads the text (trap 7)' },
  'trap-timeout-ms': { ids: ['timeout-milliseconds'], because: '5000 seconds (trap 12)' },
  'trap-unquoted-plugin-root': { ids: ['unquoted-project-dir'], because: 'a space in the path splits it (trap 32)' },
};

const table: string[] = [];
afterAll(() => {
  if (process.env['HOOKCTL_SHOW_TABLE'] !== undefined) console.log(`\n${table.join('\n')}`);
});

function note(name: string, ids: readonly string[]): void {
  const because = TRUE_FINDINGS[name]?.because;
  table.push(`| ${name} | ${ids.length === 0 ? 'none' : ids.join(', ')} | ${because ?? ''} |`);
}

const REQUEST = { project: undefined, home: '/nonexistent', settings: [], cwd: PATTERNS, env: process.env };

describe('settings after public patterns', () => {
  const files = readdirSync(PATTERNS).filter((name) => name.endsWith('.json'));

  it('are many', () => expect(files.length).toBeGreaterThanOrEqual(30));

  it.each(files)('%s', (file) => {
    const ids = lint({ ...REQUEST, files: [file] }).findings.map(({ id }) => id);
    const name = basename(file, '.json');
    note(name, ids);
    expect(ids).toEqual(TRUE_FINDINGS[name]?.ids ?? []);
  });
});

describe('scripts after public patterns give no finding, alone and in use', () => {
  const scripts = readdirSync(join(PATTERNS, 'scripts'));

  it.each(scripts)('%s', (script) => {
    const path = join(PATTERNS, 'scripts', script);
    expect(lint({ ...REQUEST, files: [path] }).findings).toEqual([]);
    const root = mkdtempSync(join(tmpdir(), 'hookctl-lint-'));
    try {
      install(root, path);
      const ids = lint({ ...REQUEST, files: [], project: root, home: join(root, 'none') }).findings.map(({ id }) => id);
      note(`scripts/${script}`, ids);
      expect(ids).toEqual([]);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});

/** As its own comment says: `# on: EVENT MATCHER`. */
function install(root: string, script: string): void {
  const [, event = '', matcher] = /on: (\w+)(?: (\S+))?/.exec(readFileSync(script, 'utf8')) ?? [];
  const name = basename(script);
  copyFileSync(script, join(root, name));
  chmodSync(join(root, name), 0o755);
  const handler = {
    type: 'command',
    command: `"$CLAUDE_PROJECT_DIR"/${name}`,
    ...(event.startsWith('P') ? { onFailure: 'block' } : {}),
  };
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
  mkdirSync(join(root, '.claude'));
  writeFileSync(join(root, '.claude', 'settings.json'), JSON.stringify({ hooks: { [event]: [group] } }));
}
