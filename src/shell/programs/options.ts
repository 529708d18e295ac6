/**
 * Declares a program's options in one line: `'r,R,recursive f,force o,output= i,in-place?'`. Names left of a mark are equal, and
 * any of them may be asked for. `=` takes a value, `?` takes one only when attached. `--rec` finds `--recursive`, as getopt_long does.
 */
export type Spec = { text: string; stopAtOperand: boolean; table: Table | undefined };
type Table = { names: Map<string, Option>; long: string[] };
type Option = { name: string; value: 'none' | 'required' | 'attached' };

export type Parsed = {
  operands: string[];
  /** Operands before and after `--`, needed where the two differ (git checkout). */
  separated: { before: string[]; after: string[] | null };
  has: (name: string) => boolean;
  /** The last value given. */
  value: (name: string) => string | undefined;
  all: (name: string) => string[];
  /** True when the option was given last as itself rather than as `--no-…`. */
  on: (name: string) => boolean;
  /** Given at all, as itself or as `--no-…`. */
  mentions: (name: string) => boolean;
};

const defined = new Map<string, Spec>();

/** Cheap to call: the text is read when a command line first needs it, since a hook process sees few of all these programs. */
export function defineOptions(text: string, mode: 'mixed' | 'stop-at-operand' = 'mixed'): Spec {
  const key = `${mode} ${text}`;
  const known = defined.get(key);
  if (known !== undefined) return known;
  const spec: Spec = { text, stopAtOperand: mode === 'stop-at-operand', table: undefined };
  defined.set(key, spec);
  return spec;
}

function tableOf(spec: Spec): Table {
  if (spec.table !== undefined) return spec.table;
  const names = new Map<string, Option>();
  const long: string[] = [];
  for (const entry of spec.text.split(' ')) {
    if (entry === '') continue;
    const mark = entry.at(-1);
    const value = mark === '=' ? 'required' : mark === '?' ? 'attached' : 'none';
    const list = (value === 'none' ? entry : entry.slice(0, -1)).split(',');
    const name = list.at(-1) ?? '';
    for (const alias of list) {
      names.set(alias, { name, value });
      if (alias.length > 1) long.push(alias);
    }
  }
  spec.table = { names, long };
  return spec.table;
}

export function parseOptions(args: readonly string[], spec: Spec): Parsed {
  const given: { name: string; value: string | undefined; off: boolean }[] = [];
  const table = tableOf(spec);
  const before: string[] = [];
  let after: string[] | null = null;
  let i = 0;
  while (i < args.length) {
    const arg = args[i] as string;
    i++;
    if (arg === '--') {
      after = args.slice(i);
      break;
    }
    if (arg.length < 2 || !arg.startsWith('-')) {
      before.push(arg);
      if (!spec.stopAtOperand) continue;
      before.push(...args.slice(i));
      break;
    }
    if (arg.startsWith('--')) i = longOption(arg, args, i, table, given);
    else i = cluster(arg, args, i, table, given);
  }
  const canonical = (name: string) => table.names.get(name)?.name ?? name;
  const find = (name: string) => given.filter((option) => option.name === canonical(name));
  return {
    operands: after === null ? before : [...before, ...after],
    separated: { before, after },
    has: (name) => find(name).some((option) => !option.off),
    value: (name) => find(name).at(-1)?.value,
    all: (name) => find(name).flatMap((option) => (option.value === undefined ? [] : [option.value])),
    on: (name) => find(name).at(-1)?.off === false,
    mentions: (name) => find(name).length > 0,
  };
}

type Given = { name: string; value: string | undefined; off: boolean }[];

function longOption(arg: string, args: readonly string[], next: number, spec: Table, given: Given): number {
  const equals = arg.indexOf('=');
  const written = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
  const attached = equals < 0 ? undefined : arg.slice(equals + 1);
  const option = findLong(written, spec);
  if (option === undefined) {
    const positive = written.startsWith('no-') ? findLong(written.slice(3), spec) : undefined;
    given.push({ name: positive?.name ?? written, value: attached, off: positive !== undefined });
    return next;
  }
  if (option.value === 'required' && attached === undefined) {
    given.push({ name: option.name, value: args[next], off: false });
    return next + 1;
  }
  given.push({ name: option.name, value: attached, off: false });
  return next;
}

function findLong(written: string, spec: Table): Option | undefined {
  const exact = written.length > 1 ? spec.names.get(written) : undefined;
  if (exact !== undefined || written.length < 2) return exact;
  const fits = spec.long.filter((name) => name.startsWith(written));
  const found = new Set(fits.map((name) => spec.names.get(name)?.name));
  return found.size === 1 ? spec.names.get(fits[0] as string) : undefined;
}

function cluster(arg: string, args: readonly string[], next: number, spec: Table, given: Given): number {
  const whole = spec.names.get(arg.slice(1));
  // Single-dash words of find, gcc, java: `-name x`.
  if (whole !== undefined && arg.length > 2) {
    given.push({ name: whole.name, value: whole.value === 'required' ? args[next] : undefined, off: false });
    return whole.value === 'required' ? next + 1 : next;
  }
  const equals = arg.indexOf('=');
  const long = equals > 2 ? spec.names.get(arg.slice(1, equals)) : undefined;
  if (long !== undefined) {
    given.push({ name: long.name, value: arg.slice(equals + 1), off: false });
    return next;
  }
  for (let at = 1; at < arg.length; at++) {
    const letter = arg.charAt(at);
    const option = spec.names.get(letter);
    const rest = arg.slice(at + 1);
    if (option?.value === 'required') {
      given.push({ name: option.name, value: rest === '' ? args[next] : rest, off: false });
      return rest === '' ? next + 1 : next;
    }
    if (option?.value === 'attached') {
      given.push({ name: option.name, value: rest === '' ? undefined : rest, off: false });
      return next;
    }
    given.push({ name: option?.name ?? letter, value: undefined, off: false });
  }
  return next;
}
