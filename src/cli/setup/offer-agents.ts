import { usualScope } from '../../adapters/register/registrar.ts';
import { foundAgents, prepareAgents } from '../../install/agents/prepare-agents.ts';
import { isChanged, type Plan } from '../../install/plan/plan.ts';
import { type AgentOutcome, agentStatus, performAgents, renderAgents } from './install-agents.ts';
import { pathForPerson } from './path-for-person.ts';
import type { Setup } from './setup.ts';

/** The other agents that are found here: one question for all of them. With `--yes` they are registered only if `--all` says so. */
export async function offerAgents({ place, values, say, paint }: Setup): Promise<AgentOutcome[]> {
  const targets = foundAgents(place).map(({ registrar }) => ({ registrar, scope: usualScope(registrar) }));
  if (targets.length === 0) return [];
  const names = targets.map(({ registrar }) => registrar.title).join(', ');
  if (values.yes === true && values.all !== true) {
    say(`Also here: ${names}. \`hookctl install --all\` registers the hook with them as well.\n`);
    return [];
  }
  say(`\n${paint('bold', 'Other agents')}\nAlso here: ${names}.\n`);
  const { files, plans, plan } = await performAgents(prepareAgents(targets, place), {
    place,
    paint,
    yes: values.yes === true,
    dryRun: false,
    quiet: values.json === true,
    question: 'Register the hook with them as well, for all your projects?',
    summary: summaryOf,
  });
  say(renderAgents(plans, files === null ? 'planned' : 'registered', paint));
  for (const problem of plan.problems) say(`${problem}\n`);
  return files === null ? [] : plans.map((one) => agentStatus(one, 'registered'));
}

function summaryOf({ changes }: Plan): string {
  return changes
    .filter(isChanged)
    .map(
      ({ path, before }) =>
        `${pathForPerson(path)}${before === null ? ' (new)' : '; the rest of the file stays as it is'}\n`,
    )
    .join('');
}
