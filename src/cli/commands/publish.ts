import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { compileLayers } from '../../hook/policy-files/compile-layers.ts';
import { type Artefact, formatProblem } from '../../policy/index.ts';
import { readPrivate } from '../../system/files/private-files.ts';
import { bundleFile } from '../../team/bundle/place.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { type Bundle, envelopeHash, readBundle, type Stage } from '../../team/bundle/bundle.ts';
import { compileBundle } from '../../team/bundle/compile-bundle.ts';
import { newKey, publicText, readSigningKey, sealEnvelope } from '../../team/bundle/envelope.ts';
import { failedTests } from '../../team/bundle/test-bundle.ts';
import { changedDecisions } from '../../team/changed-decisions.ts';
import { membershipHere } from '../team-here.ts';
import { askServer, messageOf, type ServerReply } from '../../team/server-client.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { print, printError, printJson, printVerbatim } from '../output.ts';

const OPTIONS = {
  url: { type: 'string', value: 'URL', help: 'The server. Default: the one this machine has joined.' },
  'token-file': { type: 'string', value: 'FILE', help: 'A token with the scopes admin and policy.' },
  team: { type: 'string', value: 'NAME', help: 'The team. Default: the one this machine has joined.' },
  'signing-key': {
    type: 'string',
    value: 'FILE',
    help: 'The private key (PEM). Or HOOKCTL_SIGNING_KEY, the path of the file.',
  },
  'new-key': { type: 'boolean', help: 'Only make a key: the private half on stdout, the public one on stderr.' },
  'also-trust': {
    type: 'string',
    multiple: true,
    value: 'ed25519:…',
    help: 'A further key that may sign the next version.',
  },
  stage: {
    type: 'string',
    value: 'PERCENT:MODE,…',
    help: 'Which share of the machines gets it in which mode: 10:enforce,100:observe. Default: 100:enforce.',
  },
  note: { type: 'string', value: 'TEXT', help: 'What has changed, for people.' },
  'dry-run': { type: 'boolean', help: 'Check, test and compare, and publish nothing.' },
  json: { type: 'boolean', help: 'One JSON object.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const publishCommand = defineCommand({
  name: 'publish',
  group: 'install',
  summary: "Check, test, sign and publish a policy for the team's machines and servers.",
  usage:
    '[FILE] [--url URL] [--team NAME] [--token-file FILE] [--signing-key FILE] [--stage PERCENT:MODE,…] [--note TEXT] [--dry-run] [--json] | --new-key',
  about:
    "FILE (default: .hookctl/policy.yaml) and the files it extends are checked and tested, the last 1,000 decisions of this machine's trail are judged again, and what would change is printed. Then they are signed with Ed25519 and sent. The server " +
    'checks everything once more, and refuses a version that does not follow the newest one. Machines take it with their next synchronisation; a machine stays in its stage until a later version widens it.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: ['files'],
  examples: [
    { run: 'hookctl publish --new-key > signing-key.pem', shows: 'a key, once; keep it off the server' },
    {
      run: 'hookctl publish --stage 10:enforce,100:observe --note "no force pushes"',
      shows: 'one machine in ten enforces it',
    },
    { run: 'hookctl publish --dry-run', shows: 'what would change' },
  ],
  json: '{"published", "version", "hash", "key", "tests": {"failed": [TEXT]}, "replay": {"decisions", "changed": [{"id", "what", "before", "after"}]}}',
  exitCodes: {
    0: 'published, or the dry run found nothing wrong',
    1: 'the policy has errors, a test fails, or the server refused it',
  },
  seeAlso: ['sync', 'test', 'server.md'],
  changes: ({ values }) => (values['dry-run'] === true ? null : "the policy of the team's machines"),
  run: runPublish,
});

async function runPublish({ values, positionals }: Input): Promise<number> {
  if (values['new-key'] === true) {
    const { pem, publicKey } = newKey();
    printVerbatim(pem);
    printError(`${publicKey}\n`);
    return 0;
  }
  const state = stateDirectory(nodeSystem, process.env);
  const files = filesOf(resolve(positionals[0] ?? '.hookctl/policy.yaml'));
  const built = compileBundle({ files }, null);
  const errors = built.problems.filter(({ severity }) => severity === 'error').map(formatProblem);
  const failed = errors.length > 0 ? errors : failedTests(built, DEFAULT_ADAPTER);
  const replay =
    built.artefact === null
      ? { decisions: 0, changed: [] }
      : changedDecisions(installedArtefact(state), built.artefact, state);
  const tests = { failed };
  if (failed.length > 0) {
    if (values.json === true) printJson({ published: false, tests, replay });
    else print(`${failed.join('\n')}\nNothing was published.\n`);
    return 1;
  }
  if (values.json !== true) print(wordReplay(replay));
  if (values['dry-run'] === true) {
    if (values.json === true) printJson({ published: false, tests, replay });
    return 0;
  }
  const { bundle, envelope, reply } = await send(state, values, files);
  const isPublished = reply.status === 201;
  const [hash, key] = [envelopeHash(envelope), bundle.keys[0]];
  if (values.json === true) printJson({ published: isPublished, version: bundle.version, hash, key, tests, replay });
  else if (isPublished) print(`Version ${bundle.version} is published, signed by ${key}.\n`);
  if (!isPublished) print(`The server refused it (${reply.status}): ${messageOf(reply.text)}\n`);
  return isPublished ? 0 : 1;
}

async function send(
  state: string,
  values: Input['values'],
  files: Bundle['files'],
): Promise<{ bundle: Bundle; envelope: string; reply: ServerReply }> {
  const member = membershipHere(state);
  const url = values.url ?? member?.url;
  const team = values.team ?? member?.team;
  if (url === undefined || team === undefined) throw new UsageError('give --url and --team, or join the team first');
  if (values['token-file'] === undefined)
    throw new UsageError('give --token-file: a token with the scopes admin and policy');
  const server = { url, token: readText(values['token-file']) };
  const key = readSigningKey(readText(values['signing-key'] ?? process.env['HOOKCTL_SIGNING_KEY'] ?? missingKey()));
  if (key === null)
    throw new InputError('the signing key is not an Ed25519 key in PEM (hookctl publish --new-key makes one)');
  try {
    const newest = await askServer(server, '/v1/policy');
    if (newest.status !== 200 && newest.status !== 404)
      throw new InputError(`${url} answered ${newest.status}: ${messageOf(newest.text)}`);
    const publicKey = publicText(key);
    const before =
      newest.status === 200
        ? readBundle(newest.text, { team, keys: keysIn(newest.text), hookctl: packageJson.version, atLeast: null })
        : null;
    const bundle: Bundle = {
      format: 1,
      team,
      version: (before?.ok === true ? before.bundle.version : 0) + 1,
      made: new Date().toISOString(),
      expires: null,
      previous: newest.status === 200 ? `sha256:${envelopeHash(newest.text)}` : null,
      needs: packageJson.version,
      note: values.note ?? '',
      files,
      stages: readStages(values.stage),
      // Kept from version to version: a wider stage holds the machines of the narrower one.
      salt: before?.ok === true ? before.bundle.salt : randomBytes(6).toString('base64url'),
      keys: [...new Set([publicKey, ...(values['also-trust'] ?? [])])],
    };
    const envelope = sealEnvelope(JSON.stringify(bundle), key);
    const headers = { 'if-match': newest.etag ?? '"0"', 'content-type': 'application/json' };
    return {
      bundle,
      envelope,
      reply: await askServer(server, '/v1/policy', { method: 'PUT', body: envelope, headers }),
    };
  } catch (error) {
    throw error instanceof InputError ? error : new InputError((error as Error).message);
  }
}

/** The policy and all it extends, by paths relative to it; what is outside its directory cannot be published. */
function filesOf(path: string): Bundle['files'] {
  const { extended, texts, missing, problems } = compileLayers([{ layer: 'team', path, wanted: true }]);
  const text = texts.get(path);
  if (text === undefined)
    throw new InputError(`${path} cannot be read: ${problems[0]?.message ?? 'there is no such file'}`);
  if (missing.size > 0) throw new InputError(`${[...missing][0]} cannot be read`);
  const others = [...extended].map(([file, content]) => ({ path: relative(dirname(path), file), text: content }));
  const outside = others.find((one) => one.path.startsWith('..'));
  if (outside !== undefined)
    throw new InputError(`${outside.path} is outside the directory of the policy; put it beside it`);
  return [{ path: 'policy.yaml', text }, ...others];
}

function readStages(given = '100:enforce'): Stage[] {
  return given.split(',').map((part) => {
    const [, percent, mode] = /^(\d{1,3}):(enforce|warn|observe)$/.exec(part.trim()) ?? [];
    if (percent === undefined || mode === undefined || Number(percent) < 1 || Number(percent) > 100)
      throw new UsageError(`--stage ${part}: expected PERCENT:MODE, such as 10:enforce,100:observe`);
    return { percent: Number(percent), mode: mode as Stage['mode'] };
  });
}

/** The team's policy that is in force here; null: none. */
function installedArtefact(state: string): Artefact | null {
  const { keys = [], team = '' } = membershipHere(state) ?? {};
  const envelope = readPrivate(nodeSystem, bundleFile(state));
  const read =
    envelope === null ? null : readBundle(envelope, { team, keys, hookctl: packageJson.version, atLeast: null });
  return read?.ok === true ? compileBundle(read.bundle, null).artefact : null;
}

function wordReplay({ decisions, changed }: ReturnType<typeof changedDecisions>): string {
  const shown = changed.slice(0, 10).map(({ id, what, before, after }) => `  ${id}  ${before} → ${after}  ${what}\n`);
  return `Of the last ${decisions} decisions, ${changed.length} would change.\n${shown.join('')}`;
}

function keysIn(envelope: string): string[] {
  try {
    return (JSON.parse(envelope) as { signatures: { keyid: string }[] }).signatures.map(({ keyid }) => keyid);
  } catch {
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${wordTrouble(error)}`);
  }
}

function missingKey(): never {
  throw new UsageError('give --signing-key, or set HOOKCTL_SIGNING_KEY to the path of the key');
}
