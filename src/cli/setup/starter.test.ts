import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../adapters/claude-code/index.ts';
import { runExamples } from '../../policy/index.ts';
import { buildPolicy } from '../../policy/compile/compile.ts';
import { resolvePack } from '../../policy/packs/index.ts';
import { addCommand } from './package-manager.ts';
import type { ProjectView } from './project-view.ts';
import { starterPolicy } from './starter-policy.ts';
import { starterRule } from './starter-rules.ts';

const EMPTY: ProjectView = { root: '/p', directories: [], files: [], packageJson: null };

describe('the starter policy fits the project', () => {
  it.each<[string, Partial<ProjectView>, string]>([
    ['an empty project', {}, 'publish'],
    ['migrations', { directories: ['db', 'db/migrations'], files: ['yarn.lock'] }, 'migrations'],
    ['generated code', { directories: ['src', 'src/generated', 'migrations'] }, 'generated-code'],
    ['a directory whose name is no plain word', { directories: ['my app/migrations', '[x]/generated'] }, 'publish'],
    ['npm', { files: ['package-lock.json'] }, 'lock-file'],
    ['pnpm', { files: ['pnpm-lock.yaml'] }, 'lock-file'],
    ['Rust', { files: ['Cargo.lock', 'Cargo.toml'] }, 'lock-file'],
    ['Go', { files: ['go.mod', 'go.sum'] }, 'lock-file'],
    ['Python', { files: ['poetry.lock'] }, 'lock-file'],
    ['Ruby', { files: ['Gemfile.lock'] }, 'lock-file'],
    ['CI', { directories: ['.github', '.github/workflows'] }, 'ci-config'],
  ])('%s', (_, view, wanted) => {
    const rule = starterRule({ ...EMPTY, ...view });
    expect(rule.id).toBe(wanted);
    const { text } = starterPolicy(rule, 'enforce');
    const policy = buildPolicy({ sources: [{ file: 'p.yaml', layer: 'project', text }], resolve: resolvePack });
    expect(policy.problems).toEqual([]);
    const results = runExamples(policy, { adapter: claudeCode, only: (file) => file === 'p.yaml' });
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(results.length).toBeGreaterThan(2);
  });
});

describe('the package manager of the project adds the dependency', () => {
  it.each<[string, Partial<ProjectView>, string]>([
    ['no lock file', {}, 'npm install --save-dev hookctl@1.2.3'],
    ['npm', { files: ['package-lock.json'] }, 'npm install --save-dev hookctl@1.2.3'],
    ['pnpm', { files: ['pnpm-lock.yaml'] }, 'pnpm add --save-dev hookctl@1.2.3'],
    [
      'a workspace of pnpm',
      { files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'] },
      'pnpm add --save-dev --workspace-root hookctl@1.2.3',
    ],
    ['yarn', { files: ['yarn.lock'] }, 'yarn add --dev hookctl@1.2.3'],
    [
      'a workspace of yarn 1',
      { files: ['yarn.lock'], packageJson: { workspaces: ['a'] } },
      'yarn add --dev --ignore-workspace-root-check hookctl@1.2.3',
    ],
    [
      'a workspace of a newer yarn',
      { files: ['yarn.lock', '.yarnrc.yml'], packageJson: { workspaces: ['a'] } },
      'yarn add --dev hookctl@1.2.3',
    ],
    ['bun', { files: ['bun.lockb'] }, 'bun add --dev hookctl@1.2.3'],
    [
      'what package.json declares',
      { files: ['package-lock.json'], packageJson: { packageManager: 'pnpm@9.1.0' } },
      'pnpm add --save-dev hookctl@1.2.3',
    ],
  ])('%s', (_, view, wanted) => {
    expect(addCommand({ ...EMPTY, packageJson: {}, ...view }, '1.2.3').join(' ')).toBe(wanted);
  });
});
