import type { Place } from '../analysis.ts';
import { locate, type Located } from './paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import type { Scope } from '../run/scope.ts';

/** A file of settings whose values are among the variables: after `. ./.env`, in what `node --env-file .env` runs. */
export type LoadedFile = Located & {
  place: Place;
  /** The values of its secrets, where the file could be read. */
  secrets: readonly string[];
};

/** An honest script rarely loads more. */
const MOST_FILES = 64;

/** What a shell or a program knows once it has loaded the files. A file on the host stays there when a container gets its values. */
export function withLoaded(machine: Machine, call: Call, files: readonly string[]): Scope {
  if (files.length === 0) return call.scope;
  if (call.scope.loaded.length > MOST_FILES) machine.mark('too-many', 'files of settings', call.frame);
  if (call.scope.loaded.length > MOST_FILES) return call.scope;
  const added = files.map((file) => ({
    ...locate(machine.unknowns, call.scope.cwd, file),
    place: call.frame.place,
    secrets: [],
  }));
  return { ...call.scope, loaded: eitherLoaded(call.scope.loaded, added) };
}

export function eitherLoaded(mine: readonly LoadedFile[], other: readonly LoadedFile[]): readonly LoadedFile[] {
  const isNew = (file: LoadedFile): boolean =>
    !mine.some(({ path, raw, place }) => path === file.path && raw === file.raw && place === file.place);
  return [...mine, ...other.filter(isNew)];
}

/** A program prints all variables, and with them what the loaded files hold. What a substitution takes is not shown. */
export function showVariables(call: Call, machine: Machine): undefined {
  if (call.io.capture && !call.io.taken) return;
  for (const { place, secrets: _values, ...at } of call.scope.loaded)
    machine.emit({ ...call, frame: { ...call.frame, place } }, { kind: 'read', via: 'variables', ...at });
}

/** A program prints its words. What goes on to another program or to a file is not shown. */
export function showNamed(machine: Machine, call: Call, words: readonly string[]): void {
  if (call.scope.loaded.length === 0 || call.io.taken) return;
  const text = machine.render(words.join(' '));
  const names = Array.from(text.matchAll(/\$(?:(\w+)|\{(\w+)\})/g), ([, plain, braced]) => plain ?? braced ?? '');
  const values = call.scope.loaded.flatMap(({ secrets }) => secrets);
  if (names.some(isSecretName) || values.some((value) => text.includes(value))) showVariables(call, machine);
}

/** Programs that print their input as it is, or so that anybody can read it. */
const PASS_ON: ReadonlySet<string> = new Set(
  'cat bat batcat tee less more head tail tac rev nl fold sort uniq pr base64 base32 xxd od hexdump'.split(' '),
);

/** `cat <<< "$TOKEN"`, `echo "$TOKEN" | tee x`. With a file among its words, a program other than tee prints that. */
export function showInput(machine: Machine, call: Call): void {
  if (call.scope.loaded.length === 0 || call.io.stdin === null || !PASS_ON.has(call.program)) return;
  const hasFile = call.args.some((arg) => /^[^-\d]/.test(arg));
  if (call.program === 'tee' || !hasFile) showNamed(machine, call, [call.io.stdin.text]);
}

/** A plain word is hardly a secret, and short values are in many texts. */
const TELLING = /^(?=.*[^A-Za-z]).{6,}$/s;

/** The shell has run the file that it loaded last, so its values are known. */
export function noteSecrets({ budget }: Pick<Machine, 'budget'>, scope: Scope): void {
  const last = scope.loaded.at(-1);
  if (last === undefined) return;
  budget.steps -= scope.vars.size >> 4;
  const secrets: string[] = [];
  for (const [name, value] of scope.vars)
    if (typeof value === 'string' && isSecretName(name) && TELLING.test(value)) secrets.push(value);
  if (secrets.length > 0) scope.loaded = [...scope.loaded.slice(0, -1), { ...last, secrets }];
}

/** Names of variables that mostly hold a secret. */
const SECRET_NAME =
  /(?:key|token|secret|passw(?:or)?d|passwd|pass|credentials?|dsn|(?:database|db|pg|postgres|mysql|mongo|mongodb|redis|amqp|rabbitmq|connection)_(?:ur[il]|string))$/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** How a program learns which files of settings it loads into the variables of what it runs. */
export type Loads = {
  /** Options whose value is such a file, separated by blanks. With `?` behind it the value is attached, or it is `.env`. */
  options?: string;
  /** The file that is loaded without such an option. */
  otherwise?: string;
};

/** Modules of Node and Ruby that load `.env`: `node -r dotenv/config`, `ruby -rdotenv/load`. */
const MODULE = /(?:^|=|^-r)dotenv\/(?:config|load)$/;

export function filesLoaded(loads: Loads | undefined, args: readonly string[]): string[] {
  if (loads === undefined) return [];
  const options = loads.options?.split(' ') ?? [];
  const named = args.flatMap((arg, i) => options.flatMap((option) => fileOf(option, arg, args[i + 1])));
  const file = named.length > 0 ? undefined : args.some((arg) => MODULE.test(arg)) ? '.env' : loads.otherwise;
  return file === undefined ? named : [file];
}

function fileOf(option: string, arg: string, next: string | undefined): string[] {
  const name = option.replace('?', '');
  if (arg.startsWith(`${name}=`)) return [arg.slice(name.length + 1)];
  if (arg !== name) return [];
  return option === name ? (next === undefined ? [] : [next]) : ['.env'];
}
