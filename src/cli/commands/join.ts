import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { dueFile } from '../../hook/team-sync.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';
import { type Share, SHARES } from '../../store/share.ts';
import { replacePrivate } from '../../system/files/private-files.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { KEY } from '../../team/bundle/envelope.ts';
import type { SetTeam } from '../../team/bundle/set-team.ts';
import { type Membership, teamDirectory, writeMembership } from '../../team/membership.ts';
import { joinedHere, setTeamHere } from '../team-here.ts';
import { askServer, messageOf } from '../../team/server-client.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { print, printJson } from '../output.ts';

const OPTIONS = {
  'token-file': { type: 'string', value: 'FILE', help: 'A token with the scope enrol (hookctl token make).' },
  key: {
    type: 'string',
    value: 'ed25519:…',
    help: 'The key that signs the policy; another one of the server is refused.',
  },
  share: {
    type: 'string',
    value: 'counts|loud|all',
    help: 'What leaves this machine, at most what the team asks for. Default: what the team asks for.',
  },
  leave: { type: 'boolean', help: 'Forget the team: nothing is sent any more, and its policy is no longer in force.' },
  json: { type: 'boolean', help: 'One JSON object.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const joinCommand = defineCommand({
  name: 'join',
  group: 'install',
  summary: 'Make this machine part of a team: report decisions, and follow the policy that the team publishes.',
  usage: '[URL] --token-file FILE [--key ed25519:…] [--share counts|loud|all] [--json] | --leave',
  about:
    'Decisions are still made on this machine and never wait for the server; `hookctl sync` reports them afterwards. What leaves the machine is printed, and `--share` makes it less: counts (figures, tools and rules), loud (also one line for ' +
    'each call, and the whole record if a rule matched), all (every record). Records are masked before they are written, as always. Where an administrator has set the team in /etc/hookctl/team.json, the URL can be left out, and no other team can be joined.',
  options: OPTIONS,
  maxPositionals: 1,
  examples: [
    { run: 'hookctl join https://hooks.example.com --token-file token', shows: 'joins, and says what will be sent' },
    { run: 'hookctl join --leave', shows: 'leaves the team' },
  ],
  json: '{"team", "url", "machine", "share", "keys": [KEY]} or {"left"}',
  seeAlso: ['sync', 'token', 'server.md'],
  changes: () => 'what leaves this machine, and which policy is in force',
  run: runJoin,
});

async function runJoin({ values, positionals }: Input): Promise<number> {
  const state = stateDirectory(nodeSystem, process.env);
  const set = setTeamHere();
  const [url = set?.url] = positionals;
  if (values.leave === true) {
    if (positionals.length > 0) throw new UsageError('--leave takes no URL');
    if (set !== null)
      throw new InputError(`the administrator of this machine has set its team, ${set.team}; nobody else can leave it`);
    const before = joinedHere(state);
    rmSync(teamDirectory(state), { recursive: true, force: true });
    if (values.json === true) printJson({ left: before?.team ?? null });
    else
      print(
        before === null ? 'This machine belonged to no team.\n' : `This machine has left the team ${before.team}.\n`,
      );
    return 0;
  }
  if (url === undefined || values['token-file'] === undefined)
    throw new UsageError('give the URL of the server, and --token-file');
  const server = readUrl(url);
  if (set !== null && server.origin !== new URL(set.url).origin)
    throw new InputError(`the administrator of this machine has set its team: ${set.team} at ${set.url}`);
  const before = joinedHere(state);
  const membership = await enrol(server, { token: readToken(values['token-file']), values, before, set });
  writeMembership(state, membership);
  // What the hook starts when it is time; `dist/hookctl.mjs` is the program that is running now.
  const program = [process.execPath, process.argv[1] ?? fileURLToPath(import.meta.url), 'sync', '--linger', '--json'];
  replacePrivate(nodeSystem, dueFile(state), JSON.stringify(program));
  const { team, machine, share, keys } = membership;
  if (values.json === true) printJson({ team, url, machine, share, keys });
  else
    print(
      `This machine belongs to the team ${team} now.\n${WORDS[share]}\n${wordKeys(keys)}\nhookctl sync sends what there is, and fetches the policy.\n`,
    );
  return 0;
}

const WORDS: Record<Share, string> = {
  counts: 'Sent: for each call its time, session, tool, verdict and rules. No command, no path, no payload.',
  loud: 'Sent: for each call one line that says what it would do; if a rule matched, also the whole record with its payload, without secrets.',
  all: 'Sent: the whole record of each call with its payload, without secrets.',
};

function wordKeys(keys: readonly string[]): string {
  return keys.length === 0
    ? 'Nothing was published yet; the first policy must be signed by the key that the server names then. Give --key to be sure of it.'
    : `Its policy must be signed by ${keys.join(' or ')}. Compare this with what the team says.`;
}

interface EnrolRequest {
  token: string;
  values: Input['values'];
  before: Membership | null;
  /** By the administrator. */
  set: SetTeam | null;
}

async function enrol(url: URL, { token, values, before, set }: EnrolRequest): Promise<Membership> {
  const asked = readShare(values.share);
  const { key } = values;
  if (key !== undefined && !KEY.test(key)) throw new UsageError('--key is ed25519: and 43 characters');
  if (key !== undefined && set !== null && !set.keys.includes(key))
    throw new InputError(`the administrator of this machine trusts ${set.keys.join(' and ')} only`);
  const machine = before?.machine ?? randomUUID();
  const body = JSON.stringify({ machine, host: hostname(), os: nodeSystem.platform, version: packageJson.version });
  const reply = await askServer({ url: url.href, token }, '/v1/enrol', { method: 'POST', body }).catch(
    (error: unknown) => {
      throw new InputError((error as Error).message);
    },
  );
  if (reply.status !== 200) throw new InputError(`${url.href} refused (${reply.status}): ${messageOf(reply.text)}`);
  const enrolment = JSON.parse(reply.text) as { token: string; team: string; keys: string[]; share: Share };
  if (set !== null && enrolment.team !== set.team)
    throw new InputError(`the token is of the team ${enrolment.team}, and this machine belongs to ${set.team}`);
  const trusted = key === undefined ? (set?.keys ?? null) : [key];
  if (trusted !== null && enrolment.keys.length > 0 && !enrolment.keys.some((one) => trusted.includes(one)))
    throw new InputError(
      `the policy of ${enrolment.team} is signed by ${enrolment.keys.join(', ')}, not by ${trusted.join(' or ')}`,
    );
  const share = asked === null || SHARES.indexOf(asked) > SHARES.indexOf(enrolment.share) ? enrolment.share : asked;
  return {
    url: url.href,
    team: enrolment.team,
    token: enrolment.token,
    machine,
    keys: trusted ?? enrolment.keys,
    share,
    joinedAt: new Date().toISOString(),
    newest: before?.team === enrolment.team ? before.newest : null,
  };
}

function readUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`"${text}" is not a URL`);
  }
  const isLocal = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new UsageError(`${text}: a token is sent over https only (http: on this machine)`);
  return url;
}

function readShare(given: string | undefined): Share | null {
  if (given === undefined) return null;
  const found = SHARES.find((share) => share === given);
  if (found === undefined) throw new UsageError(`--share ${given}: there are ${SHARES.join(', ')}`);
  return found;
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new InputError(`--token-file ${file} cannot be read: ${wordTrouble(error)}`);
  }
}
