import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/hookctl.ts';
import { processLab } from '../support/dispatcher.ts';
import { bash, edited } from '../support/payloads.ts';

const COUNTS = `policy: 1
rules:
  told: { after: write, when: { count.edits: ">= 1" }, warn: "{path} has been edited {count.edits} times" }
`;
/** So many processes at once take longer than an agent would wait. */
const PATIENT = { HOOKCTL_DEADLINE_MS: '60000' };

it('64 hooks at once on one session: no edit is lost and no audit line is torn', async () => {
  const here = processLab(COUNTS, PATIENT);
  await here.answer(bash('ls'));
  const many = Array.from({ length: 64 }, (_, i) => here.answer(edited('src/a.ts', { tool_use_id: `t${i}` })));
  const answers = await Promise.all(many);
  expect(answers.every((answer) => answer?.systemMessage?.includes('src/a.ts has been edited'))).toBe(true);
  const journal = readFileSync(join(here.state, 'sessions', 's1.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(journal.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual(Array(64).fill('edit'));
  const lines = here.audit();
  expect(lines).toHaveLength(65);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(65);
  const last = await here.answer(edited('src/a.ts', { tool_use_id: 'last' }));
  expect(last?.systemMessage).toContain('edited 65 times');
});

it('64 hooks at once on a long session, which is kept folded: no edit is lost', async () => {
  const here = processLab(COUNTS, PATIENT);
  await here.answer(edited('src/a.ts'));
  const journal = join(here.state, 'sessions', 's1.jsonl');
  const [first = ''] = readFileSync(journal, 'utf8').split('\n');
  appendFileSync(journal, `${first}\n`.repeat(99));
  const told = async () =>
    Number(/edited (\d+) times/.exec((await here.answer(edited('src/a.ts')))?.systemMessage ?? '')?.[1]);
  const answers = await Promise.all(Array.from({ length: 64 }, told));
  // Each sees at least its own edit, and the last to read sees all.
  expect([Math.min(...answers) > 100, Math.max(...answers)]).toEqual([true, 164]);
  expect(await told()).toBe(165);
  expect(readdirSync(join(here.state, 'folds'))).toEqual(['s1']);
  rmSync(join(here.state, 'folds'), { recursive: true });
  expect(await told()).toBe(166);
});

it('64 hooks at once after an edit of the policy all see the new one', async () => {
  const here = processLab(COUNTS, PATIENT);
  await here.answer(bash('ls'));
  here.write(
    '.hookctl/policy.yaml',
    'policy: 1\nrules:\n  no: { before: run, when: { runs: ls }, deny: "no ls", locked: true }\n',
  );
  const answers = await Promise.all(Array.from({ length: 64 }, () => here.answer(bash('ls'))));
  expect(new Set(answers.map((answer) => answer?.hookSpecificOutput?.permissionDecision))).toEqual(new Set(['deny']));
  expect(existsSync(join(here.state, 'policies'))).toBe(true);
});

it('the hook holds no YAML parser, no schema library, no command line and no database', () => {
  const modules = join(ROOT, 'node_modules/.cache/hookctl/dispatcher.modules.json');
  const inputs = JSON.parse(readFileSync(modules, 'utf8')) as string[];
  const foreign = new Set(inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
  expect([...foreign]).toEqual(['unbash']);
  expect(inputs.filter((path) => /src\/(?:cli|runtime|server)\//.test(path))).toEqual([]);
  expect(
    inputs.filter((path) => /src\/policy\/(?:compile\/compile|language\/(?:parse|schema|gather)|packs\/)/.test(path)),
  ).toEqual([]);
  const sizes = readdirSync(join(ROOT, 'dist')).flatMap((name) =>
    /^dispatcher\..*cjs$/.test(name) ? [statSync(join(ROOT, 'dist', name)).size] : [],
  );
  expect(sizes).toHaveLength(2);
  // What is known about programs and agents grows; a library that slips in would show at once.
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1_100_000);
  expect(statSync(join(ROOT, 'dist/dispatcher.cjs')).mode & 0o111).not.toBe(0);
});

it('files are private, and nothing is left lying about', async () => {
  const here = processLab(COUNTS);
  await here.answer(edited('a.ts'));
  for (const folder of readdirSync(here.state)) {
    expect(statSync(join(here.state, folder)).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(join(here.state, folder))) {
      expect(file).not.toMatch(/\.(?:tmp|lock)$/);
      expect(statSync(join(here.state, folder, file)).mode & 0o777).toBe(0o600);
    }
  }
});
