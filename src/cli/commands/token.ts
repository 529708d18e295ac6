import { SCOPES, type TokenScope } from '../../store/postgres/tokens.ts';
import type { TeamStore } from '../../store/postgres/team-store.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { print, printJson, printVerbatim } from '../output.ts';
import { databaseUrl, openStore } from '../serve/team.ts';

const OPTIONS = {
  'database-url': { type: 'string', value: 'URL', help: 'The PostgreSQL of the team server. Or HOOKCTL_DATABASE_URL.' },
  team: { type: 'string', value: 'NAME', help: 'The team; made where it is missing. Default: default.' },
  scopes: {
    type: 'string',
    value: 'SCOPE,…',
    completes: SCOPES,
    help: 'make: enrol (add machines), decide (http hooks), read (the page), admin (publish), report, policy. Default: enrol.',
  },
  label: { type: 'string', value: 'TEXT', help: 'make: what it is for.' },
  uses: { type: 'string', value: 'N', help: 'make: how many machines may join with it. Default: any number.' },
  days: { type: 'string', value: 'N', help: 'make: the token expires after N days. Default: never.' },
  json: { type: 'boolean', help: 'One JSON object.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const tokenCommand = defineCommand({
  name: 'token',
  group: 'install',
  summary: 'Make, list and revoke the tokens of a team server.',
  usage:
    'make [--team NAME] [--scopes SCOPE,…] [--label TEXT] [--uses N] [--days N] | list | revoke ID  [--database-url URL] [--json]',
  about:
    'A token is shown once, when it is made; the database keeps only its SHA-256. A machine that joins with a token of the scope enrol gets its own token. A server notices a revoked token within half a minute.',
  options: OPTIONS,
  maxPositionals: 2,
  arguments: [['make', 'list', 'revoke']],
  examples: [
    { run: 'hookctl token make --label laptops --uses 50 --days 7', shows: 'fifty machines may join within a week' },
    { run: 'hookctl token make --scopes decide --label ci', shows: 'for http hooks of CI and cloud agents' },
    { run: 'hookctl token list', shows: 'every token, without its text' },
  ],
  json: 'make: {"token", "team", "scopes"}; list: {"tokens": [{"id", "team", "scopes", "label", "host", "madeAt", "expiresAt", "revokedAt", "usesLeft"}]}; revoke: {"revoked"}',
  seeAlso: ['serve', 'server.md'],
  changes: ({ positionals }) => (positionals[0] === 'list' ? null : 'who may use the team server'),
  run: runToken,
});

async function runToken({ values, positionals }: Input): Promise<number> {
  const [verb, id] = positionals;
  if (verb !== 'make' && verb !== 'list' && verb !== 'revoke')
    throw new UsageError('give an action: make, list or revoke');
  if ((verb === 'revoke') !== (id !== undefined))
    throw new UsageError(verb === 'revoke' ? 'which token? (hookctl token list)' : `unexpected argument "${id}"`);
  const url = databaseUrl(values['database-url'], process.env);
  if (url === undefined) throw new UsageError('give --database-url, or set HOOKCTL_DATABASE_URL');
  const store = await openStore(url, 'hookctl-token');
  try {
    await store.migrate();
    const team = values.team ?? 'default';
    if (verb === 'make') return await make(store, team, values);
    if (verb === 'list') return await list(store, team, values.json === true);
    const isRevoked = await store.tokens.revoke(team, id ?? '');
    if (values.json === true) printJson({ revoked: isRevoked });
    else
      print(
        isRevoked
          ? `${id} is revoked; servers notice it within half a minute\n`
          : `there is no token "${id}" in the team "${team}", or it was revoked before\n`,
      );
    return isRevoked ? 0 : 1;
  } catch (error) {
    throw error instanceof UsageError ? error : new InputError((error as Error).message);
  } finally {
    await store.close();
  }
}

async function make(store: TeamStore, team: string, values: Input['values']): Promise<number> {
  const scopes = readScopes(values.scopes);
  const days = readNumber('days', values.days);
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(team))
    throw new UsageError(`--team ${team}: use lower-case letters, digits and dashes`);
  await store.ensureTeam(team);
  const token = await store.tokens.make({
    team,
    scopes,
    label: values.label ?? scopes.join(','),
    uses: readNumber('uses', values.uses),
    expiresAt: days === null ? null : new Date(Date.now() + days * 86_400_000),
  });
  if (values.json === true) printJson({ token, team, scopes });
  else printVerbatim(`${token}\n`);
  return 0;
}

async function list(store: TeamStore, team: string, json: boolean): Promise<number> {
  const tokens = await store.tokens.list(team);
  if (json) printJson({ tokens });
  else if (tokens.length === 0) print(`the team "${team}" has no tokens\n`);
  else
    print(
      tokens
        .map(({ id, scopes, label, host, revokedAt, usesLeft }) => {
          const state = [revokedAt === null ? '' : 'revoked', usesLeft === null ? '' : `${usesLeft} uses left`];
          return `${id}  ${scopes.join(',')}  ${host ?? label}  ${state.filter(Boolean).join(', ')}`.trimEnd();
        })
        .join('\n') + '\n',
    );
  return 0;
}

function readScopes(given: string | undefined): TokenScope[] {
  const scopes = (given ?? 'enrol').split(',').map((scope) => scope.trim());
  const wrong = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (wrong !== undefined) throw new UsageError(`--scopes ${wrong}: there are ${SCOPES.join(', ')}`);
  return scopes as TokenScope[];
}

function readNumber(name: string, given: string | undefined): number | null {
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new UsageError(`--${name} takes a number from 1 on, not "${given}"`);
  return Number(given);
}
