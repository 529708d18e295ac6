import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { HOOKCTL, ROOT } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

/** The commands of the action and of the pre-commit hooks, taken from their files and run as the runners do. */

interface Step {
  name: string;
  id?: string;
  if?: string;
  shell: string;
  'working-directory': string;
  env: Record<string, string>;
  run: string;
}

interface Action {
  inputs: Record<string, { default: string }>;
  runs: { using: string; steps: Step[] };
}

const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

const GOOD = `policy: 1
rules:
  no-make:
    before: run
    when: { runs: make }
    deny: no make
    tests:
      - deny: [make all]
      - pass: [ls]
`;

type Files = Record<string, string>;

const PROJECTS: Record<string, { files: Files; failing: string[] }> = {
  good: { files: { '.hookctl/policy.yaml': GOOD, '.claude/settings.json': '{}' }, failing: [] },
  'with an error in the policy': {
    files: { '.hookctl/policy.yaml': GOOD.replace('runs:', 'rnus:') },
    failing: ['check', 'test'],
  },
  'with a rule that has no test': {
    files: { '.hookctl/policy.yaml': GOOD.slice(0, GOOD.indexOf('    tests:')) },
    failing: ['check'],
  },
  'with a failing test': {
    files: { '.hookctl/policy.yaml': GOOD.replace('pass: [ls]', 'pass: [make install]') },
    failing: ['test'],
  },
  'with a hook that never runs': {
    files: {
      '.hookctl/policy.yaml': GOOD,
      '.claude/settings.json': JSON.stringify({
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './gone.sh' }] }] },
      }),
    },
    failing: ['lint'],
  },
};

/** A project in which hookctl is a dependency. */
function projectWith(files: Files): string {
  const project = join(scratch(), 'project');
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  symlinkSync(HOOKCTL, join(project, 'node_modules/.bin/hookctl'));
  return project;
}

/** Stands in for npx, which the release rehearsal tries: the project's own hookctl, or a word about what it would fetch. */
const NPX = `#!/bin/sh
case $1 in
--no-install) shift 2; exec node_modules/.bin/hookctl "$@" ;;
*) echo "npx would fetch $2"; exit 1 ;;
esac
`;

function environment(project: string): Record<string, string> {
  const base = dirname(project);
  for (const name of ['home', 'bin']) mkdirSync(join(base, name), { recursive: true });
  writeFileSync(join(base, 'bin/npx'), NPX, { mode: 0o755 });
  return { PATH: `${join(base, 'bin')}:${process.env['PATH']}`, HOME: join(base, 'home') };
}

/** `${{ … }}` with what the runner knows: inputs, and outputs of earlier steps. */
function filled(text: string, known: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, name: string) => known.get(name) ?? `<unknown ${name}>`);
}

/** Which steps fail, and what they print. */
function runAction(project: string, given: Record<string, string> = {}): { failing: string[]; output: string } {
  const known = new Map(Object.entries(ACTION.inputs).map(([name, input]) => [`inputs.${name}`, input.default]));
  for (const [name, value] of Object.entries({ 'working-directory': project, ...given }))
    known.set(`inputs.${name}`, value);
  const outputs = join(project, '../outputs');
  const failing: string[] = [];
  let output = '';
  for (const step of ACTION.runs.steps) {
    if (failing.length > 0 && step.if !== '${{ !cancelled() }}') continue;
    writeFileSync(outputs, '');
    const env = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, filled(text, known)]));
    // As the runner starts `shell: bash`.
    expect(step.shell).toBe('bash');
    const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', filled(step.run, known)], {
      cwd: filled(step['working-directory'], known),
      env: { ...environment(project), ...env, GITHUB_OUTPUT: outputs },
      encoding: 'utf8',
    });
    output += ran.stdout + ran.stderr;
    if (ran.status !== 0) failing.push(step.name);
    for (const line of readFileSync(outputs, 'utf8').split('\n')) {
      const [name = '', ...value] = line.split('=');
      known.set(`steps.${step.id}.outputs.${name}`, value.join('='));
    }
  }
  return { failing, output };
}

const STEPS = { check: 'Check the policy', test: 'Run the tests in the policy', lint: 'Look for traps in hooks' };

describe('the GitHub Action', () => {
  it.each(Object.entries(PROJECTS))('a project %s', (_, { files, failing }) => {
    const project = projectWith(files);
    const { failing: found } = runAction(project);
    expect(found).toEqual(failing.map((name) => STEPS[name as keyof typeof STEPS]));
    const sarif = JSON.parse(readFileSync(join(project, 'hookctl.sarif'), 'utf8')) as {
      runs: { results: unknown[] }[];
    };
    expect((sarif.runs[0]?.results.length ?? 0) > 0).toBe(failing.includes('lint'));
  });

  it('the person who reads the log sees the findings of lint, too', () => {
    const { output } = runAction(projectWith(PROJECTS['with a hook that never runs']?.files ?? {}));
    expect(output).toContain('gone.sh');
  });

  it('without `strict`, a rule may lack tests', () => {
    const { files } = PROJECTS['with a rule that has no test'] ?? { files: {} };
    expect(runAction(projectWith(files), { strict: 'false' }).failing).toEqual([]);
  });

  it('takes the named version from npm where hookctl is no dependency', () => {
    const project = join(scratch(), 'project');
    mkdirSync(project);
    const { failing, output } = runAction(project, { version: '9.9.9' });
    expect(failing).toEqual(Object.values(STEPS));
    expect(output).toContain('npx would fetch hookctl@9.9.9\n');
  });
});

interface Hook {
  id: string;
  entry: string;
  language: string;
  pass_filenames: boolean;
  files: string;
}

/** pre-commit splits the entry as a shell would and starts it without one. */
function runEntry({ entry }: Hook, project: string): number | null {
  const words = [...entry.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
  const [program = '', ...args] = words;
  const bin = join(project, 'node_modules/.bin');
  const env = environment(project);
  return spawnSync(program, args, { cwd: project, env: { ...env, PATH: `${bin}:${env['PATH']}` } }).status;
}

const HOOKS = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8')) as Hook[];
const SNIPPETS = [...readFileSync(join(ROOT, 'docs/ci.md'), 'utf8').matchAll(/```yml\n(repos:.*?)```/gs)].map(
  (match) => parse(match[1] ?? '') as { repos: { repo: string; hooks: Hook[] }[] },
);

describe('the pre-commit hooks', () => {
  it.each(Object.entries(PROJECTS))('a project %s', (_, { files, failing }) => {
    const project = projectWith(files);
    const found = HOOKS.filter((hook) => runEntry(hook, project) !== 0).map(({ id }) => id);
    expect(found).toEqual(failing.map((name) => `hookctl-${name}`));
    const local = SNIPPETS.flatMap(({ repos }) => repos).find(({ repo }) => repo === 'local')?.hooks ?? [];
    expect(local.map((hook) => runEntry(hook, project) === 0)).toEqual([failing.length === 0]);
  });

  it('the documentation names hooks that exist', () => {
    const named = SNIPPETS.flatMap(({ repos }) => repos).filter(({ repo }) => repo !== 'local');
    expect(named.flatMap(({ hooks }) => hooks.map(({ id }) => id))).toEqual(HOOKS.map(({ id }) => id));
  });
});
