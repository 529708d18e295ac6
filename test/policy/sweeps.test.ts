import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import { createSession } from '../../src/session/session.ts';
import { answerTo } from '../../src/policy/judge/answer-to.ts';
import { buildPolicy, fromArtefact, judgeEvent, simulatedWorld } from '../../src/policy/index.ts';
import { before } from '../support/payloads.ts';

const POLICY = `policy: 1
rules:
  no-root: { before: run, when: { deletes: [/, "~"] }, deny: "Refusing to delete {deletes}." }
  no-migrations: { before: write, when: { path: "db/migrations/**" }, deny: "{path} is written by the migration tool." }
  no-keys: { before: write, when: { path: ["**/*.pem", keys/] }, deny: "{path} is for people." }
`;

function reasonFor(command: string): string[] {
  const { artefact } = buildPolicy({ sources: [{ file: 'p.yaml', layer: 'project', text: POLICY }] });
  if (artefact === null) throw new Error('the policy has errors');
  const place = { cwd: '/project', home: '/home/user', projectRoot: '/project' };
  const payload = before('Bash', { command }, { session_id: 's', tool_use_id: 't', cwd: place.cwd });
  const decoded = claudeCode.decode(receivePayload(JSON.stringify(payload)), place);
  if (!decoded.ok) throw new Error(decoded.problem);
  const judging = { policy: fromArtefact(artefact), world: simulatedWorld({}), session: createSession() };
  return answerTo(judgeEvent(decoded.event, judging)).reason.split('\n');
}

// A rule that names the target says why. Rules whose files only go along are listed; where there are no others, they name their own files.
test.each<[command: string, ...reason: string[]]>([
  [
    'rm -rf /',
    'Refusing to delete /. [no-root]',
    'It also reaches files that other rules protect: no-keys, no-migrations.',
  ],
  [
    'rm -rf .',
    '`**/*.pem`, keys/ is for people. [no-keys]',
    '`db/migrations/**` is written by the migration tool. [no-migrations]',
  ],
  ['rm -rf db', '`db/migrations/**` is written by the migration tool. [no-migrations]'],
  ['rm -rf db/migrations/old', 'db/migrations/old is written by the migration tool. [no-migrations]'],
  ['rm db/migrations/1.sql', 'db/migrations/1.sql is written by the migration tool. [no-migrations]'],
])('%s', (command, ...reason) => {
  expect(reasonFor(command)).toEqual(reason);
});
