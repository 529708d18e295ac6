import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { eventFacts } from '../../src/policy/judge/event-facts.ts';
import { createEventCaches } from '../../src/policy/judge/event-caches.ts';
import { concerningRules } from '../../src/policy/narrow/concerning-rules.ts';
import { simulatedWorld } from '../../src/policy/tests/simulated-world.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import { policyOf } from '../support/judge-call.ts';
import { before } from '../support/payloads.ts';

const HOME = '/home/dev';
const PROJECT = `${HOME}/app`;

/** The rules that the hook reads for a command, whether or not they concern it. */
function rulesRead(command: string): string[] {
  const payload = before('Bash', { command }, { session_id: 's', tool_use_id: 't', cwd: PROJECT });
  const decoded = claudeCode.decode(receivePayload(JSON.stringify(payload)), {
    cwd: PROJECT,
    home: HOME,
    projectRoot: PROJECT,
  });
  if (!decoded.ok) throw new Error(`the payload of ${command} cannot be decoded`);
  const facts = eventFacts(decoded.event, simulatedWorld({}), {
    caches: createEventCaches(),
    edited: () => false,
  });
  return concerningRules(policyOf('recommended'), facts).rules.map(({ id }) => id);
}

// A rule is read for every command that has one of its keys. A pattern such as `npm (init|create)` gives the key `npm `, and the rule is read for every
// call of npm; `npm init|npm create` does not (docs/decisions/382).
test.each(['ls -la', 'git status --short', 'git log --oneline -5', 'npm test', 'npm run build', 'cargo test', 'pwd'])(
  'no rule of recommended is read for %s',
  (command) => {
    expect(rulesRead(command)).toEqual([]);
  },
);
