import type { Action } from '../../protocol/agent-event.ts';
import { textsIn } from './fields.ts';
import { commandLine, quoted } from './quote.ts';
import type { ShapedCall } from './read-by-shape.ts';

/** The program that a server is in front of, by the words of its name. */
const PROGRAMS: Record<string, string> = {
  __proto__: null as never,
  terraform: 'terraform',
  tofu: 'tofu',
  opentofu: 'tofu',
  terragrunt: 'terragrunt',
  pulumi: 'pulumi',
  kubectl: 'kubectl',
  kubernetes: 'kubectl',
  k8s: 'kubectl',
  kube: 'kubectl',
  oc: 'oc',
  openshift: 'oc',
  helm: 'helm',
  aws: 'aws',
  gcloud: 'gcloud',
  gcp: 'gcloud',
  azure: 'az',
  az: 'az',
  docker: 'docker',
  podman: 'podman',
  git: 'git',
  gh: 'gh',
  glab: 'glab',
  heroku: 'heroku',
  fly: 'fly',
  flyctl: 'fly',
  vercel: 'vercel',
  redis: 'redis-cli',
  doctl: 'doctl',
  supabase: 'supabase',
  firebase: 'firebase',
};
const SUBCOMMANDS =
  'delete destroy uninstall remove rm drain scale apply replace exec rollout patch cordon prune down stop kill undeploy'.split(
    ' ',
  );
const OPERANDS = [
  ['resourcetype', 'resource', 'kind', 'type'],
  ['name', 'resourcename', 'releasename', 'release', 'target', 'container', 'volume', 'volumename', 'stack', 'app'],
];
const TEXTS = [
  'command',
  'cmd',
  'subcommand',
  'clicommand',
  'operation',
  'action',
  'verb',
  'args',
  'arguments',
  'argv',
];

/** `mcp__terraform__execute { command: "destroy" }` is `terraform destroy`: the server's own program comes in front of what it is given. */
export function serverCommandsOf(call: ShapedCall): Action[] {
  const { words, fields, place } = call;
  const at = words.findLastIndex((word) => PROGRAMS[word] !== undefined);
  const program = PROGRAMS[words[at] ?? ''];
  // What is run inside a container or a pod is not a subcommand.
  if (program === undefined || words.some((word) => ['exec', 'shell', 'ssh', 'docs'].includes(word))) return [];
  const lines = [...new Set([commandText(call), ...ofName(call, at)])].filter((line) => line !== '');
  const rehearsed = fields.get('dryrun') === true ? ' --dry-run' : '';
  return lines
    .filter((line) => firstWord(line) !== program)
    .map((line): Action => ({
      kind: 'exec',
      command: `${program} ${line}${rehearsed}`,
      cwd: place.cwd,
      shell: 'bash',
    }));
}

/** The command and its arguments, in the order in which such tools name them. */
function commandText({ fields }: ShapedCall): string {
  const parts = TEXTS.flatMap((name) => {
    const value = fields.get(name);
    const list = textsIn(value);
    if (list !== null) return commandLine(list);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : [];
  });
  if (parts.length === 0) return '';
  return [...parts, ...operandsOf({ fields }), ...flagsOf({ fields })].join(' ');
}

/** `kubectl_delete { resourceType, name }`, `helm_uninstall { name }`, `pods_delete { name }`. */
function ofName(call: ShapedCall, at: number): string[] {
  const behind = call.words.slice(at + 1);
  const verb = behind.findIndex((word) => SUBCOMMANDS.includes(word));
  if (verb < 0) return [];
  const things = behind.filter((_, i) => i !== verb).filter((word) => !/^(?:tool|cli|server|mcp|run)$/.test(word));
  return [[behind[verb] ?? '', ...things, ...operandsOf(call), ...flagsOf(call)].join(' ')];
}

function operandsOf({ fields }: Pick<ShapedCall, 'fields'>): string[] {
  return OPERANDS.flatMap((names) => {
    const value = fields.text(...names);
    return value === undefined ? [] : quoted(value);
  });
}

/** `{ flags: { force: true } }`, `{ autoApprove: true }`, `{ replicas: 0 }`. */
function flagsOf({ fields }: Pick<ShapedCall, 'fields'>): string[] {
  const flags = fields.get('flags') ?? fields.get('options');
  const rows =
    typeof flags === 'object' && flags !== null && !Array.isArray(flags)
      ? Object.entries(flags as Record<string, unknown>)
      : [];
  const listed = Array.isArray(flags) ? (textsIn(flags) ?? []).map(quoted) : [];
  const programs: Record<string, string> = {
    force: '--force',
    all: '--all',
    autoapprove: '-auto-approve',
    recursive: '--recursive',
  };
  return [
    ...listed,
    ...rows.flatMap(([name, value]) =>
      value === true ? [`--${name.replace(/^-+/, '')}`] : value === false ? [] : [quoted(`--${name}=${String(value)}`)],
    ),
    ...Object.entries(programs).flatMap(([name, flag]) => (fields.get(name) === true ? [flag] : [])),
    ...(fields.get('replicas') === undefined ? [] : [`--replicas=${String(fields.get('replicas'))}`]),
  ];
}

function firstWord(line: string): string {
  return /^\s*(\S*)/.exec(line)?.[1] ?? '';
}
