import type { Mode } from '../judgement.ts';
import type { PolicyPort } from './policy-port.ts';
import { judge, type JudgeInput } from './judge.ts';
import type { LoadedPolicy } from '../stored/load.ts';
import { factsOf } from './session-facts.ts';

export interface PolicyPortOptions {
  mode?: Mode | undefined;
  /** Load problems (last-good policy in use, unreadable file): told to the person when a session starts, and with every decision that stands on them. */
  problems?: readonly string[];
  inWords?: JudgeInput['inWords'];
}

/** The policy as the engine asks for it. Hook path: no YAML, no schema library. */
export function policyPort(policy: LoadedPolicy, options: PolicyPortOptions = {}): PolicyPort {
  const problems = [...(options.problems ?? [])];
  const { mode, inWords } = options;
  return {
    factsOf: (event, world) => factsOf(policy, event, world),
    judge: (event, world, session) => {
      const judgement = judge({ policy, event, world, session, mode, inWords });
      const tell = problems.length > 0 && (event.event === 'session-start' || judgement.hits.length > 0);
      return tell ? { ...judgement, notices: [...judgement.notices, ...problems] } : judgement;
    },
    problems: () => problems,
  };
}
