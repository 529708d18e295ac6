import { nodeSystem } from '../../system/node/system.ts';
import { resolve } from 'node:path';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { choosePolicy } from '../../hook/policy-files/chosen-policy.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { policyPlace, policyPlaceOf } from '../../hook/policy-files/policy-place.ts';
import {
  acceptOffer,
  isWholeTrusted,
  revokeTrust,
  trustedDirectories,
  type TrustOffer,
  trustOffer,
} from '../../hook/trust/trust-project.ts';
import { Refusal } from '../../install/refusal.ts';
import { formatProblem } from '../../policy/index.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { isConfirmed } from '../ask.ts';
import { refusing } from '../confirmed-change.ts';
import { print, printJson } from '../output.ts';
import { painter } from '../render/text/style.ts';
import { renderOffer, renderTrusted } from '../render/trust.ts';

const OPTIONS = {
  list: { type: 'boolean', help: 'List the projects you have trusted, and whether they have changed since.' },
  revoke: { type: 'boolean', help: 'Revoke the trust: from then on the policy can only tighten.' },
  yes: { type: 'boolean', short: 'y', help: 'Trust without asking.' },
  json: { type: 'boolean', help: 'One JSON object; to trust it needs --yes.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const trustCommand = defineCommand({
  name: 'trust',
  group: 'install',
  summary: "Let a project's policy loosen other rules, after you have read it. For people: an agent cannot use it.",
  usage: '[PROJECT] [--yes] [--list] [--revoke] [--json]',
  about:
    "Until then a project's policy can only tighten: what it allows, overrides or replaces is ignored, and so are variables that its agent settings set for hookctl. It shows the files, or what has changed in them, and trusts exactly this content. The trust is kept in your state directory.",
  options: OPTIONS,
  maxPositionals: 1,
  arguments: ['directories'],
  changes: ({ values }) => (values.list === true ? null : 'what is trusted'),
  json: '{ projects: [{ directory, trusted, files, settings }] }; with --list { projects: [{ directory, at, state }] }; with --revoke { revoked: [directory] }',
  exitCodes: { 0: 'done, or there was nothing to do', 1: 'refused, or not confirmed' },
  seeAlso: ['trust.md', 'check', 'doctor'],
  examples: [
    { run: 'hookctl trust', shows: "this project's policy, and a question" },
    { run: 'hookctl trust --list', shows: 'what you have trusted so far', harmless: true },
    { run: 'hookctl trust --revoke', shows: 'this project is no longer trusted' },
  ],
  run: async (input) => refusing('trust', () => runTrust(input)),
});

async function runTrust({ values, positionals }: Input): Promise<number> {
  if (values.list === true && values.revoke === true) throw new UsageError('--list or --revoke, not both');
  const state = stateDirectory(nodeSystem, process.env);
  if (values.list === true) return list(state, values.json === true);
  const project = positionals[0] === undefined ? undefined : resolve(positionals[0]);
  const { directories } =
    project === undefined
      ? policyPlace(nodeSystem, process.env, process.cwd())
      : policyPlaceOf(nodeSystem, project, project);
  if (values.revoke === true) return revoke(state, directories, values.json === true);
  return trust(state, directories, project, values);
}

async function trust(
  state: string,
  directories: readonly string[],
  project: string | undefined,
  values: Input['values'],
): Promise<number> {
  const isJson = values.json === true;
  if (isJson && values.yes !== true) throw new UsageError('--json does not ask; give --yes');
  const offers = directories
    .map((directory) => trustOffer(state, directory, DEFAULT_ADAPTER))
    .filter(({ files, settings }) => files.length + settings.length > 0);
  const open = offers.filter((offer) => !isWholeTrusted(offer));
  const policy = choosePolicy({ project, env: process.env, cwd: process.cwd() });
  const errors = policy.problems.filter(
    ({ severity, file }) => severity === 'error' && open.some(({ files }) => files.some(({ path }) => path === file)),
  );
  if (errors.length > 0)
    throw new Refusal(`the policy has errors; fix them first:\n${errors.map(formatProblem).join('\n')}`);
  if (!isJson) print(renderTrust(offers, open, policy.loosenings));
  if (open.length > 0) {
    const names = open.map(({ directory }) => directory).join(' and ');
    if (values.yes !== true && !(await isConfirmed(`Trust this as the policy of ${names}?`)))
      throw new Refusal('not trusted');
    for (const offer of open) acceptOffer(state, offer, Date.now());
  }
  if (isJson) printJson({ projects: offers.map(toJson) });
  else if (open.length > 0) print('Trusted: exactly this content.\n');
  return 0;
}

function renderTrust(
  offers: readonly TrustOffer[],
  open: readonly TrustOffer[],
  loosenings: Parameters<typeof renderOffer>[1],
): string {
  if (offers.length === 0) return 'There is no project policy here, so there is nothing to trust.\n';
  if (open.length === 0) return `Trusted already: ${offers.map(({ directory }) => directory).join(', ')}\n`;
  return open.map((offer) => renderOffer(offer, loosenings, painter(process.stdout, process.env))).join('\n');
}

function toJson({ directory, files, settings }: TrustOffer): object {
  return {
    directory,
    trusted: true,
    files: files.map(({ path }) => path),
    settings: settings.map(({ path }) => path),
  };
}

function list(state: string, isJson: boolean): number {
  const projects = trustedDirectories(state).map(({ directory, at, files }) => {
    const now = trustOffer(state, directory, DEFAULT_ADAPTER);
    const isGone = Object.keys(files).length > 0 && now.files.length === 0;
    return { directory, at, state: isGone ? 'gone' : isWholeTrusted(now) ? 'trusted' : 'changed' } as const;
  });
  if (isJson) printJson({ projects: projects.map((one) => ({ ...one, at: new Date(one.at).toISOString() })) });
  else print(renderTrusted(projects));
  return 0;
}

function revoke(state: string, directories: readonly string[], isJson: boolean): number {
  const revoked = directories.filter((directory) => revokeTrust(state, directory));
  if (isJson) printJson({ revoked });
  else
    print(
      revoked.length === 0
        ? 'Nothing here was trusted.\n'
        : `No longer trusted: ${revoked.join(', ')}. From now on, parts of its policy that weaken other rules are ignored.\n`,
    );
  return 0;
}
