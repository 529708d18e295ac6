import type { Action } from '../../protocol/agent-event.ts';
import { isOneOf, wordList } from '../../protocol/text/word-list.ts';
import { isDatabaseWord } from './databases.ts';
import { commandLine } from './quote.ts';
import type { ShapedCall } from './read-by-shape.ts';

const VERBS = wordList(
  'drop truncate delete destroy purge wipe erase remove flush nuke reset empty clear',
  'terminate deprovision uninstall teardown decommission',
);
/** Words that say how much, not what: `delete_all_tables`. */
const AMOUNTS = ['all', 'the', 'a', 'every', 'entire', 'whole', 'my', 'many', 'bulk', 'batch', 'multiple', 'force'];
/** What such a tool is in front of the effect: it shows, counts or prepares. */
const HARMLESS = ['get', 'list', 'describe', 'show', 'preview', 'dry', 'plan', 'simulate', 'check', 'search', 'undo'];

/** Whole stores and machines, whatever the server is called. */
const WHOLE = wordList(
  'database keyspace namespace dataset datastore warehouse bucket volume repository repo',
  'cluster instance vm droplet stack nodepool statefulset tenant',
);
/** These are whole stores for a database, and little things for other tools: a table of a document, a collection of bookmarks. */
const OF_DATABASES = wordList('table collection schema index db branch view project topic queue stream');
/** And these for a cloud or a cluster. */
const OF_CLOUDS = wordList(
  'app application project service function deployment environment branch site worker',
  'pod node resource group server machine snapshot backup disk image release chart pvc daemonset ingress',
  'zone domain load balancer organization account user role key secret vault',
  'db table queue topic stream d1 kv r2',
);

const isCloud = isOneOf(
  'aws amazon ec2 s3 rds eks ecs lambda gcloud gcp googlecloud google-cloud azure az',
  'cloudflare vercel netlify heroku fly flyio railway render supabase neon planetscale firebase',
  'digitalocean hetzner linode vultr oci scaleway terraform pulumi cloudformation',
  'kubernetes k8s kubectl helm openshift argocd nomad',
);
const SHARED_BRANCH = /^(?:refs\/heads\/)?(?:main|master|trunk|develop|prod(?:uction)?|staging|stable|release.*)$/i;
const NAMES = ['name', 'id', 'database', 'collection', 'table', 'namespace', 'bucket', 'repo', 'repository', 'project'];

/**
 * Tools whose name is the effect: `drop-database`, `terminate_instances`, `pods_delete`. Their input names the victim and nothing else, so the words
 * are judged: a verb that destroys, next to a thing that is a whole store, machine or project. Notes, labels, comments and rows are no such things.
 */
export function destructionOf(call: ShapedCall): Action | null {
  const { words, fields, outer } = call;
  if (!outer || isRehearsal(call)) return null;
  const named = words.filter((word) => !AMOUNTS.includes(word));
  const found = effectOf(named, call);
  if (found === null) return null;
  const victims = NAMES.flatMap((name) => fields.names.filter((field) => field === name || field === `${name}id`))
    .flatMap((field) => fields.text(field) ?? [])
    .slice(0, 3);
  return {
    kind: 'exec',
    command: commandLine(['mcp-destroy', ...found, ...victims]),
    cwd: call.place.cwd,
    shell: 'bash',
  };
}

function effectOf(words: readonly string[], call: ShapedCall): string[] | null {
  const flush = words.find((word) => /^flush(?:all|db)$/.test(word));
  if (flush !== undefined) return [flush];
  const at = words.findLastIndex((word) => VERBS.includes(word));
  if (at < 1 || words.some((word) => HARMLESS.includes(word))) return null;
  const verb = words[at] ?? '';
  const isDatabase = words.some((word) => isDatabaseWord(word));
  if (isDatabase && isWithoutFilter(call, verb)) return [verb, 'everything'];
  // `delete_table` and `table_delete`; in `delete_table_row` the row is what goes.
  const noun = singular((at === words.length - 1 ? words[at - 1] : words.at(-1)) ?? '');
  if (!isWhole(noun, verb, words, isDatabase)) return null;
  if (noun === 'branch' && !isDatabase && !isSharedBranch(call)) return null;
  // A cache is there to be emptied.
  return words.some((word) => /^(?:cache|temp|tmp|test|tests|mock|sandbox)$/.test(word)) ? null : [verb, noun];
}

function isWhole(noun: string, verb: string, words: readonly string[], isDatabase: boolean): boolean {
  if (/^(?:clear|empty|reset)$/.test(verb))
    return /^(?:database|db|bucket|keyspace|cluster|table|collection|branch)$/.test(noun);
  if (WHOLE.includes(noun)) return true;
  if (noun === 'branch' && words.some((word) => /^(?:git|github|gitlab|gitea|bitbucket)$/.test(word))) return true;
  if (isDatabase && OF_DATABASES.includes(noun)) return true;
  if (/^(?:drop|truncate)$/.test(verb) && /^(?:table|schema|collection|db|index)$/.test(noun)) return true;
  return OF_CLOUDS.includes(noun) && words.some((word) => isCloud(word));
}

/** `delete-many { filter: {} }`: without a condition everything goes. */
function isWithoutFilter({ words, fields }: ShapedCall, verb: string): boolean {
  if (!/^(?:delete|remove|purge)$/.test(verb)) return false;
  if (!words.some((word) => /^(?:many|documents?|records|rows|vectors|points|all|query)$/.test(word))) return false;
  const given = [
    'filter',
    'query',
    'where',
    'condition',
    'conditions',
    'ids',
    'id',
    'documentid',
    'selector',
    'key',
    'keys',
  ];
  const filter = given.map((name) => fields.get(name)).find((value) => value !== undefined && value !== null);
  return filter === undefined || ['{}', '[]', '""', '"{}"', '"*"'].includes(JSON.stringify(filter));
}

function isSharedBranch({ fields }: ShapedCall): boolean {
  const branch = fields.text('branch', 'branchname', 'name', 'ref', 'branchid');
  return branch !== undefined && SHARED_BRANCH.test(branch);
}

function isRehearsal({ fields }: ShapedCall): boolean {
  return ['dryrun', 'preview', 'plan', 'whatif'].some((name) =>
    /^(?:true|all|client|server)$/i.test(String(fields.get(name))),
  );
}

function singular(word: string): string {
  if (word.endsWith('ies')) return word.replace(/ies$/, 'y');
  return /(?:ches|xes|sses)$/.test(word) ? word.slice(0, -2) : word.replace(/(?<!s)s$/, '');
}
