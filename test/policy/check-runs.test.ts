import { describe, expect, test } from 'vitest';
import { after } from '../support/payloads.ts';
import { memoryHost } from './host.ts';

const GATE = `policy: 1
checks:
  tests: { runs: [pytest, npm test, make test, go test, cargo test, npx vitest] }
  plan: { runs: ['terraform plan', 'apt-get --dry-run'] }
  build: { runs: [make build], passes: /BUILD OK/ }
rules: { gate: { at: stop, when: { unchecked: { by: tests } }, deny: x } }
`;

/** What the session remembers of a run, and what the model reads about it. */
function run(command: string, output = 'ok'): { facts: unknown[]; advice: unknown } {
  const host = memoryHost(GATE);
  const response = { stdout: output, stderr: '', interrupted: false };
  const answer = host.answer(after('Bash', { command }, { tool_use_id: 't', tool_response: response }));
  const facts = host.journal('s').flatMap((fact) => (fact.kind === 'check' ? [`${fact.name} ${fact.ok}`] : []));
  const context = (answer as { hookSpecificOutput?: { additionalContext?: string } } | null)?.hookSpecificOutput;
  return { facts, advice: context?.additionalContext ?? null };
}

const HIDDEN = 'the exit code of the call is not its own. Run it last and without a pipe, or after `set -o pipefail`.';
const unproven = (command: string, why: string, check = 'tests') => ({
  facts: [],
  advice: `hookctl: \`${command}\` does not count as check "${check}": ${why}`,
});

describe('a run that passes proves the check', () => {
  test.each([
    'pytest',
    'npm test -- --reporter=dot',
    'cd api && npm test',
    'CI=1 timeout 60 npm test',
    'bash -lc "cd api && npm test"',
    'set -euo pipefail; npm test 2>&1 | tail -5',
    'npm test && git add -A',
    'make test',
    'make -j2 test',
    'go test -run TestX ./...',
  ])('%s', (command) => expect(run(command)).toEqual({ facts: ['tests true'], advice: null }));
  test('an option that the policy names is what it wants', () =>
    expect(run('apt-get --dry-run install x')).toEqual({ facts: ['plan true'], advice: null }));
  test('the output decides where the policy says so', () => {
    expect(run('make build | tail', 'BUILD OK')).toEqual({ facts: ['build true'], advice: null });
    expect(run('make build', 'no')).toEqual({ facts: ['build false'], advice: null });
  });
});

describe('a run that proves nothing leaves no trace, and the model reads why', () => {
  test.each<[command: string, ran: string]>([
    ['npm test | tail -5', 'npm test'],
    ['npm test; echo done', 'npm test'],
    ['npm test || true', 'npm test'],
    ['true || npm test', 'npm test'],
    ['npm test &', 'npm test'],
    ['if npm test; then echo good; fi', 'npm test'],
    ['bash -c "npm test | cat"', 'bash -c "npm test | cat"'],
    ['bash -c "npm test; true"', 'bash -c "npm test; true"'],
  ])('%s', (command, ran) => expect(run(command)).toEqual(unproven(ran, HIDDEN)));
  test.each<[command: string, option: string]>([
    ['pytest --help', '--help'],
    ['pytest --collect-only -q', '--collect-only'],
    ['pytest --co', '--co'],
    ['npm test -- --version', '--version'],
    ['npx vitest --list', '--list'],
    ['cargo test --no-run', '--no-run'],
    ['go test -list .', '-list'],
    ['make -n test', '-n'],
    ['make -kn test', '-kn'],
  ])('%s', (command, option) => expect(run(command)).toEqual(unproven(command, `with ${option} nothing is checked.`)));
});

test('a hidden run whose output speaks of failures has failed', () => {
  expect(run('npm test | tail -5', '2 failed, 3 passed')).toEqual({ facts: ['tests false'], advice: null });
  expect(run('echo npm test')).toEqual({ facts: [], advice: null });
});
