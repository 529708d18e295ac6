import { nodeSystem } from '../system/node/system.ts';
import { matcherOf } from '../audit/query/filter.ts';
import { newestDecisions } from '../audit/query/trail-reader.ts';
import { modeFromEnvironment } from '../hook/host.ts';
import { modeOfRule } from '../policy/judge/rule-hit.ts';
import { stateDirectory } from '../hook/policy-files/locations.ts';
import { policyPlaceOf } from '../hook/policy-files/policy-place.ts';
import { ownVariables } from '../hook/trust/repository-variables.ts';
import type { InstallPlace } from '../install/places.ts';
import { writtenRules } from '../policy/compile/engine-rules.ts';
import type { Mode } from '../policy/judgement.ts';
import { discoverSettings } from '../runtime/settings/discover.ts';
import { effectiveSettings } from '../runtime/settings/effective.ts';
import { ownAmong, ownRegistrations } from './guard.ts';
import { lastGoodHere, policyHere } from './policies.ts';

/** The state of a project, as far as files show it; nothing is run. */
export interface StatusReport {
  /** Our hook is registered where a session started here reads its settings. */
  armed: boolean;
  where: { source: string; file: string }[];
  /** HOOKCTL_MODE, else the mode that most rules are in. */
  mode: Mode;
  /** A value of HOOKCTL_MODE that names no mode, and is ignored. */
  unknownMode: string | null;
  rules: {
    total: number;
    enforce: number;
    warn: number;
    observe: number;
    files: string[];
    errors: number;
  } & PolicyState;
  refusals: { days: number; count: number; last: LastRefusal | null };
  project: string;
}

interface PolicyState {
  /** Whose errors: with some, the rules are those of the last good version, unless there is none. */
  impaired: boolean;
  /** A person has trusted all of it. */
  trusted: boolean;
}

interface LastRefusal {
  id: string;
  time: string;
  tool: string;
  what: string;
  rule: string;
}

const DAYS = 7;
const MOST = 1_000;

export function statusHere(place: InstallPlace, managed: string | null, now: number): StatusReport {
  const { projectRoot: project, home, configDir, agent } = place;
  const settings = effectiveSettings(discoverSettings({ projectDir: project, configDir, managed }));
  const own = ownRegistrations(settings, ownAmong(settings, place)).filter(({ disabledBy }) => disabledBy === null);
  const where = new Map(own.map(({ origin, path }) => [path, { source: origin.source, file: path }]));
  const env = { ...place.env, HOME: home, ...settings.env };
  const { searched } = policyPlaceOf(nodeSystem, project, project);
  const variables = ownVariables(nodeSystem, env, searched, agent.adapter);
  return {
    armed: own.length > 0,
    where: [...where.values()],
    ...rulesHere(project, variables),
    refusals: refusalsHere(stateDirectory(nodeSystem, variables.env), project, now),
    project,
  };
}

function rulesHere(
  project: string,
  variables: ReturnType<typeof ownVariables>,
): Pick<StatusReport, 'mode' | 'unknownMode' | 'rules'> {
  const policy = policyHere(project, variables);
  const errors = policy.problems.filter(({ severity }) => severity === 'error').length;
  const { rules, impaired } =
    errors === 0
      ? { rules: writtenRules(policy.artefact?.rules ?? []), impaired: false }
      : lastGoodHere(project, variables);
  const number = (mode: Mode) => rules.filter((rule) => modeOfRule(rule, undefined) === mode).length;
  const [enforce, warn, observe] = [number('enforce'), number('warn'), number('observe')];
  const most = enforce >= warn && enforce >= observe ? 'enforce' : warn >= observe ? 'warn' : 'observe';
  const requested = modeFromEnvironment(variables.env);
  const named = variables.env['HOOKCTL_MODE'] ?? '';
  return {
    mode: requested ?? most,
    unknownMode: requested === null && named !== '' ? named : null,
    rules: {
      total: rules.length,
      enforce,
      warn,
      observe,
      files: policy.fallback ? ['pack:default'] : policy.chosen.map(({ path }) => path),
      errors,
      impaired,
      trusted: policy.loosenings.every(({ inForce }) => inForce),
    },
  };
}

function refusalsHere(state: string, project: string, now: number): StatusReport['refusals'] {
  const since = now - DAYS * 24 * 3_600_000;
  const matches = matcherOf({ verdicts: ['deny'], since, project: [project] });
  const found = newestDecisions(state, matches, MOST);
  const last = found.at(-1);
  return {
    days: DAYS,
    count: found.length,
    last:
      last === undefined
        ? null
        : {
            id: last.id,
            time: new Date(last.at).toISOString(),
            tool: last.tool ?? last.nativeEvent,
            what: last.what,
            rule: last.rules[0] ?? '',
          },
  };
}
