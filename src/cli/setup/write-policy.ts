import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SettingsScope } from '../../adapters/agent.ts';
import { projectPolicy, userPolicy } from '../../hook/policy-files/locations.ts';
import { trustWritten } from '../../hook/trust/trust-project.ts';
import type { InstallPlace } from '../../install/places.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { choose } from '../ask.ts';
import { printVerbatim } from '../output.ts';
import { withSchemaLine } from '../policy-text/schema-line.ts';
import { pathForPerson } from './path-for-person.ts';
import { viewProject } from './project-view.ts';
import type { PolicyDone, Setup } from './setup.ts';
import { aboutPack, type Start, starterPolicy } from './starter-policy.ts';
import { PUBLISH, type StarterRule, starterRule } from './starter-rules.ts';

/** Where the rules of this scope are: the user's policy holds in all projects. */
function policyPath(scope: SettingsScope, { env, projectRoot }: InstallPlace): string {
  return scope === 'user' ? userPolicy(nodeSystem, env) : projectPolicy(projectRoot);
}

/** A starter policy unless there is one. Null: the person does not want it. */
export async function writePolicy({ scope, place, values, say }: Setup): Promise<PolicyDone | null> {
  const path = policyPath(scope, place);
  if (existsSync(path)) {
    say(`${pathForPerson(path)} already exists and stays as it is.\n`);
    return { path, status: 'kept', start: null };
  }
  const rule = scope === 'user' ? PUBLISH : starterRule(viewProject(place.projectRoot));
  say(`${pathForPerson(path)} (new)\n`);
  say(`  pack:recommended: ${aboutPack()}\n`);
  say(`  ${rule.id}: one rule of your own as an example; it ${rule.about}.\n`);
  const start = values.watch === true ? 'watch' : values.yes === true ? 'enforce' : await askStart(rule);
  if (start === null) return null;
  const text = withSchemaLine(starterPolicy(rule, start).text, path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'wx' });
  if (scope !== 'user')
    trustWritten(place.stateDirectory, place.projectRoot, [{ path, before: null, after: text }], Date.now());
  say(`wrote ${pathForPerson(path)}${start === 'watch' ? ', which only watches' : ''}\n`);
  return { path, status: 'created', start };
}

async function askStart(rule: StarterRule): Promise<Start | null> {
  for (;;) {
    const answer = await choose({
      message: 'How should it start?',
      answers: [
        { value: 'enforce', label: 'Enforce: refuse and ask from the first call', key: 'e' },
        { value: 'watch', label: 'Watch first: only record for a week, then `hookctl promote`', key: 'w' },
        { value: 'text', label: 'Show the whole text', key: 't' },
        { value: 'no', label: 'No policy', key: 'n' },
      ],
    });
    if (answer === null || answer === 'no') return null;
    if (answer !== 'text') return answer;
    printVerbatim(`\n${starterPolicy(rule, 'enforce').text}`);
  }
}
