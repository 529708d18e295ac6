import { type Lab, lab } from '../support/dispatcher.ts';
import { after, bash, before, edited, failedBash, ranBash, SESSION_START, STOP } from '../support/payloads.ts';

const POLICY = `policy: 1
checks:
  tests: { runs: npm test }
rules:
  no-migrations:
    before: write
    when: { path: 'db/migrations/**' }
    deny: '{path} is written by the migration tool. Run npm run migrate:new instead.'
    why: 'A migration that was run somewhere must never change.'
    tests:
      - deny: [{ Edit: db/migrations/001.sql }]
      - pass: [{ Edit: src/db.ts }]
  no-force-push:
    before: run
    when: { runs: git push --force }
    deny: 'A forced push rewrites what others have. Push to a branch of your own.'
    tests:
      - deny: [git push --force origin main]
  publish-asks:
    before: run
    when: { runs: npm publish }
    ask: 'This publishes to the registry. Continue?'
  no-curl:
    before: run
    when: { runs: curl }
    mode: observe
    deny: 'Fetch with the WebFetch tool, which shows what it reads.'
  tests-before-stop:
    at: stop
    when: { unchecked: { files: 'src/**', by: tests } }
    deny: '{unchecked.count} files were edited since the tests passed. Run npm test.'
`;

/** A working day of an agent and a helper of it, judged and recorded by the built dispatcher. */
export async function workingDay(): Promise<Lab> {
  const place = lab(POLICY);
  const inProject = (path: string) => `${place.project}/${path}`;
  const helper = { agent_id: 'sub-7c1e', agent_type: 'explorer' };
  let calls = 0;
  const call = (event: object) => ({ ...event, tool_use_id: `toolu_${calls}` });
  const next = (event: object) => {
    calls++;
    return call(event);
  };
  const session = (id: string, events: object[]) => events.map((event) => ({ session_id: id, ...event }));
  const edit = (path: string) => [
    next(before('Edit', { file_path: inProject(path), old_string: 'a', new_string: 'b' })),
    call(edited(inProject(path))),
  ];
  const run = (command: string, more: object = {}) => [next(bash(command, more)), call(ranBash(command, '', more))];
  const events = [
    ...session('3f9a2c71-aa10', [
      SESSION_START,
      { hook_event_name: 'UserPromptSubmit', prompt: 'Add an index on users.email' },
      ...run('ls src db'),
      ...run('git status'),
      next(before('Edit', { file_path: inProject('db/migrations/007.sql'), old_string: 'a', new_string: 'b' })),
      ...run('npm run migrate:new add-email-index'),
      ...run('grep -rn email src', helper),
      next(before('Read', { file_path: inProject('src/users.ts') }, helper)),
      call(after('Read', { file_path: inProject('src/users.ts') }, helper)),
      ...edit('src/users.ts'),
      ...run('curl -s https://example.com/schema.json', helper),
      ...edit('src/db.ts'),
      STOP,
      next(bash('npm test')),
      call(failedBash('npm test', 'Exit code 1')),
      ...edit('src/users.ts'),
      ...run('npm test'),
      next(bash('git push --force origin feature/email-index')),
      ...run('git push origin feature/email-index'),
      STOP,
    ]),
    ...session('b81d04e5-77c2', [
      SESSION_START,
      ...run('npm run build'),
      next(bash('npm publish')),
      ...run('git log --oneline -5'),
    ]),
  ];
  for (const event of events) await place.hook(event);
  return place;
}
