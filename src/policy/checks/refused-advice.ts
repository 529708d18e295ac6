import type { AgentEvent } from '../../protocol/agent-event.ts';
import { createSession } from '../../session/session.ts';
import { judgeEvent } from '../judge/judge-event.ts';
import type { RuleHit } from '../judgement.ts';
import { fromArtefact, type LoadedPolicy } from '../stored/open-policy.ts';
import { commandEvent } from '../tests/examples.ts';
import { simulatedWorld } from '../tests/simulated-world.ts';
import { ownRules } from './own-rules.ts';
import type { PolicyCheck } from './policy-check.ts';
import { recommendedCommands } from './recommended-commands.ts';

/** An agent that follows the advice of one rule must not be refused by another, or by the same. */
export const refusedAdvice: PolicyCheck = {
  name: 'refused-advice',
  about: 'a message that advises a command which the policy refuses',
  find: (policy) => {
    const loaded = fromArtefact(policy.artefact);
    return policy.files.flatMap((parsed) =>
      ownRules(parsed, policy).flatMap((rule) =>
        recommendedCommands({ message: rule.text, fix: rule.fix }).flatMap(({ command, of }) => {
          const [refusal] = refusals(commandEvent(command, policy.adapter), loaded);
          if (refusal === undefined) return [];
          const { file, line } = refusal.position;
          const by = refusal.rule === rule.id ? 'the rule itself' : `rule "${refusal.rule}" (${file}:${line})`;
          const message = `rule "${rule.id}" advises \`${command}\`, which ${by} refuses; change the advice, or let the command pass`;
          return [{ parsed, path: ['rules', rule.id, of === 'fix' ? 'fix' : rule.verb], message }];
        }),
      ),
    );
  },
};

function refusals(event: AgentEvent, policy: LoadedPolicy): RuleHit[] {
  const { hits } = judgeEvent(event, { policy, world: simulatedWorld({}), session: createSession() });
  return hits.filter(({ effective }) => effective === 'deny');
}
