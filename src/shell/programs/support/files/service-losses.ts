import type { Call, Machine } from '../../../run/machine.ts';
import { worksOnTestDatabase } from '../databases/test-database.ts';
import type { Loss } from '../databases/sql-losses.ts';

/** Verbs after which the thing is gone. */
const VERBS = /^(?:delete|destroy|terminate|purge|wipe|erase|drop|nuke|undeploy|deprovision|decommission|teardown)$/;
/** Everyday words that mean a loss only next to a thing that is a whole store or machine: `x volume rm v`. */
const EVERYDAY = /^(?:remove|rm|uninstall|empty)$/;
/** Verbs that no tool uses for a little thing: `x destroy`, `x undeploy prod`. */
const ALONE = /^(?:destroy|undeploy|deprovision|decommission|teardown|nuke)$/;

/** What holds data or runs: with it goes everything in it. */
const STORES =
  /^(?:database|db|keyspace|namespace|cluster|instance|vm|droplet|server|machine|bucket|stack|volume|disk|filesystem|nodepool|kubernetes?|tenant|dataset|datastore|warehouse|environment|vault|keyring|backup|snapshot)$/;
const THINGS =
  /^(?:repository|repo|postgres|mysql|mariadb|mongo|redis|elasticsearch|app|application|project|site|service|function|deployment|container|collection|index|indice|tunnel|pool|table|schema|topic|queue|stream|zone|domain|organization|organisation|org|account|model|pipeline|job|secret|endpoint|worker|group|network|registry|workspace)$/;

/** Commands of migration tools that give up what a database holds, in the notation with a colon. */
const DATABASE =
  /(?:^|[:.])(?:db|database|schema|migrate|migration|migrations|sql)[:.](?:drop|wipe|purge|fresh|reset|refresh|truncate|truncate_all|truncate-all|clean|undo:all)$/;

const REHEARSAL =
  /^help$|^--?(?:dry-?run|dryrun|what-?if|preview(?:-only)?|simulate|noop|no-op|plan|check|help|h|pretend|dump|sql|generate-cli-skeleton)(?:=(?!(?:false|none|no|0)$)|$)/i;

/** Its dry run has a short name only: `zfs destroy -nv`. */
const SHORT_REHEARSAL = /^zfs(?: \S+)* -[a-zA-Z]*n/;

/** Tools that undo what they have generated: files of the project. */
const GENERATORS = /^(?:rails|ember|hanami|phx|rake|nx|ng|plop|adonis)$/;
/** Everything is on this machine: an emulator of a cloud. */
const LOCAL = /:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/;
/** Version control deletes single files; development clusters, process lists and what a test run has counted are disposable; `module purge` unloads variables of the shell. */
const EXEMPT =
  /^(?:awslocal|tflocal|samlocal|cdklocal|hg|jj|fossil|svn|dvc|yadm|dolt|chezmoi|kind|k3d|minikube|ctlptl|tldr|pm2|supervisorctl|module|ml|coverage)$/;

/**
 * Guesses what an unknown command-line tool would destroy, from common patterns of a verb next to a noun (`x volume delete v`, `x delete-stack s`,
 * `x apps:destroy a`, `x DeleteInstance`), or a verb that is always about a whole deployment. Rules see it as `service-destroys …` or
 * `database-command …`.
 */
export function runServiceLosses(call: Call, machine: Machine): void {
  if (
    EXEMPT.test(call.program) ||
    isMisspelt(call.program) ||
    SHORT_REHEARSAL.test([call.program, ...call.args].join(' ')) ||
    isOfProject(machine.analysis.invocations[call.index]?.path ?? '') ||
    call.args.some((arg) => REHEARSAL.test(arg) || LOCAL.test(arg))
  )
    return;
  const loss = serviceLoss(call.program, call.args);
  const isMigration = loss?.[0] === 'database-command';
  if (loss === undefined || (isMigration && worksOnTestDatabase(call, { isUnknown: true }))) return;
  machine.run(call, [...loss], { wrapper: call.program, via: 'interpreter', stdin: null, capture: false });
}

/** `./bin/shop project delete demo` is the project's own program, which is tried out all day; `./node_modules/.bin/x` was installed. */
function isOfProject(path: string): boolean {
  return /^[^/].*\//.test(path) && !/(?:^|\/)(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\//.test(path);
}

/** Tools for services that are called often enough to be misspelt. */
const KNOWN =
  'aws gcloud gsutil azcopy doctl heroku netlify vercel flyctl railway supabase wrangler firebase terraform tofu terragrunt pulumi kubectl helm eksctl vault consul nomad vagrant ansible'.split(
    ' ',
  );

/**
 * A slip of the fingers: a letter typed twice, one left out, two that changed places. The shell finds no such program, so
 * nothing is lost. Another letter makes another name (`awsx`, `helm2`), which may well be a program.
 */
function isMisspelt(name: string): boolean {
  return KNOWN.some((known) => name.charAt(0) === known.charAt(0) && slipsOf(known).has(name));
}

function slipsOf(name: string): ReadonlySet<string> {
  const slips = [...name].flatMap((letter, at) => {
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    return [before + letter + letter + after, before + after, before + after.charAt(0) + letter + after.slice(1)];
  });
  return new Set(slips.filter((slip) => slip.length > 3 && slip !== name));
}

/** @internal */
export function serviceLoss(program: string, args: readonly string[]): Loss | undefined {
  // An option in front may have a value, which is no word of the command: `x --app shop destroy`.
  const readings = [commandWords(args), commandWords(args.filter((_, at) => !isValue(args, at)))];
  // `x delete` without a name takes all there is.
  const [only = '', ...others] = args.filter((arg) => !arg.startsWith('-'));
  if (others.length === 0 && VERBS.test(only)) return ['service-destroys', only];
  return readings.map((command) => lossOf(program, command)).find((loss) => loss !== undefined);
}

function lossOf(program: string, command: readonly string[]): Loss | undefined {
  const joined = command.map((word, at) => `${command[at - 1] ?? ''}:${word}`);
  const migrated = [...command, ...joined].find((word) => DATABASE.test(word));
  if (migrated !== undefined) return ['database-command', migrated];
  const words = command.map(partsOf);
  const [first = ''] = words[0] ?? [];
  if (ALONE.test(first) && !GENERATORS.test(program)) return ['service-destroys', first];
  for (const [at, parts] of words.entries()) {
    const verb = parts.find((part) => VERBS.test(part) || EVERYDAY.test(part)) ?? '';
    const around = [words[at - 1]?.at(-1), words[at + 1]?.at(-1)];
    // In `delete-stack` and `apps:destroy` the noun is in the word itself, else before or after it: `clusters permanent-delete`.
    const nouns = parts.length === 1 ? around : parts.at(-1) === verb ? [parts.at(-2), ...around] : [parts.at(-1)];
    const noun = nouns.map((word = '') => singular(word)).find((word) => isWhole(verb, word));
    if (noun !== undefined) return ['service-destroys', verb, noun];
  }
  return undefined;
}

/** A word after an option that has no value yet. */
function isValue(args: readonly string[], at: number): boolean {
  const [before = '', word = ''] = [args[at - 1], args[at]];
  return /^-[^=]+$/.test(before) && !word.startsWith('-');
}

function isWhole(verb: string, noun: string): boolean {
  // Purging a queue or an application takes messages and caches; purging a store takes the store.
  if (VERBS.test(verb) && verb !== 'purge') return STORES.test(noun) || THINGS.test(noun);
  return (EVERYDAY.test(verb) || verb === 'purge') && STORES.test(noun);
}

/** The words in front that name a command; names, addresses and values have other characters, or come later. */
function commandWords(args: readonly string[]): string[] {
  const words: string[] = [];
  for (const arg of args) {
    if (arg.startsWith('-')) continue;
    if (!/^[A-Za-z][A-Za-z0-9]*(?:[:._-][A-Za-z0-9]+)*$/.test(arg) || words.length === 4) break;
    words.push(arg);
  }
  return words;
}

/** `apps:destroy`, `delete-stack`, `DeleteInstance`: two words in one. */
function partsOf(word: string): string[] {
  return word
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .split(/[:._-]/);
}

function singular(word: string): string {
  if (word.endsWith('ies')) return word.replace(/ies$/, 'y');
  return /(?:ches|xes|sses)$/.test(word) ? word.slice(0, -2) : word.replace(/(?<!s)s$/, '');
}
