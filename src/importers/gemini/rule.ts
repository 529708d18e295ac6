import { OLD_MCP_NAME, readTarget, type GeminiTarget } from './target.ts';

/** A table `[[rule]]`, checked. */
export interface GeminiRule {
  file: string;
  line: number;
  /** The place in the source: of equal priorities the first one decides. */
  index: number;
  title: string;
  targets: GeminiTarget[];
  match: GeminiMatch;
  verb: 'deny' | 'ask' | 'allow';
  priority: number;
  modes: string[];
  subagent: string | null;
  interactive: boolean;
  allowsRedirects: boolean;
  message: string | null;
  /** What to know about a way of writing that not every version takes. */
  dated: string | null;
}

/** What the arguments must look like. */
export type GeminiMatch =
  | { kind: 'anything' }
  | { kind: 'prefixes'; prefixes: string[] }
  /** From the start of the command, each command of a line on its own. */
  | { kind: 'command'; source: string }
  /** Somewhere in one field of the arguments. */
  | { kind: 'field'; field: string; source: string };

const VERBS: Record<string, GeminiRule['verb']> = { deny: 'deny', ask_user: 'ask', allow: 'allow' };
const KNOWN =
  'toolName subagent mcpName argsPattern commandPrefix commandRegex decision priority modes interactive toolAnnotations allowRedirection allow_redirection denyMessage deny_message'.split(
    ' ',
  );

type Place = Pick<GeminiRule, 'file' | 'line' | 'index'>;

export function readRule(table: unknown, place: Place): GeminiRule | { problem: string; title: string } {
  const fields = table as Record<string, unknown>;
  const tools = fields['toolName'] === undefined ? impliedTools(fields) : texts(fields['toolName']);
  const title = titleOf(fields, tools ?? []);
  const fail = (problem: string) => ({ problem, title });
  const unknown = Object.keys(fields).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) return fail(`"${unknown}" is not a field of a rule`);
  if (tools === null || tools.length === 0 || tools.includes(''))
    return fail('has no "toolName"; Gemini CLI drops the whole file');
  const server = typeof fields['mcpName'] === 'string' ? fields['mcpName'] : null;
  const verb = VERBS[String(fields['decision'])];
  if (verb === undefined) return fail('"decision" is not allow, deny or ask_user; Gemini CLI drops the whole file');
  const { priority } = fields;
  if (typeof priority !== 'number' || !Number.isInteger(priority) || priority < 0 || priority > 999)
    return fail('"priority" is not a whole number from 0 to 999; Gemini CLI drops the whole file');
  if (fields['toolAnnotations'] !== undefined) return fail('asks for annotations of a tool, which hooks do not get');
  const match = readMatch(fields, tools);
  if (typeof match === 'string') return fail(match);
  const dated = server === null ? tools.find((tool) => OLD_MCP_NAME.test(tool)) : undefined;
  if (dated !== undefined && verb === 'allow')
    return fail(`"${dated}" is how older versions named the tool of a server, and allows nothing now; write mcpName`);
  const message = fields['denyMessage'] ?? fields['deny_message'];
  const subagent = fields['subagent'];
  return {
    ...place,
    title,
    targets: tools.map((tool) => readTarget(tool, server)),
    dated:
      fields['toolName'] === undefined
        ? 'as documented for a rule without "toolName"; some versions of Gemini CLI want `toolName = "*"` beside it'
        : dated !== undefined
          ? `"${dated}" is how older versions named the tool of a server; it is taken for that tool`
          : null,
    match,
    verb,
    priority,
    modes: texts(fields['modes']) ?? [],
    subagent: typeof subagent === 'string' ? subagent : null,
    interactive: fields['interactive'] !== undefined,
    allowsRedirects: fields['allowRedirection'] === true || fields['allow_redirection'] === true,
    message: typeof message === 'string' ? message : null,
  };
}

/** The patterns are compared with the arguments as JSON, `{"command":"git push"}`; most name one field of it. */
function readMatch(fields: Record<string, unknown>, tools: readonly string[]): GeminiMatch | string {
  const { argsPattern, commandPrefix, commandRegex } = fields;
  const prefixes = texts(commandPrefix);
  const isShell = tools.length === 1 && tools[0] === 'run_shell_command';
  if ((prefixes !== null || commandRegex !== undefined) && !isShell)
    return 'commandPrefix and commandRegex are for run_shell_command only';
  if ([argsPattern, commandPrefix, commandRegex].filter((one) => one !== undefined).length > 1)
    return 'has more than one of commandPrefix, commandRegex and argsPattern';
  if (prefixes !== null) return { kind: 'prefixes', prefixes };
  if (typeof commandRegex === 'string') return { kind: 'command', source: ended(commandRegex) };
  if (typeof argsPattern !== 'string') return { kind: 'anything' };
  const named = /^(?:\\*0|\\x00)?[{,]?"(\w+)":"(.*)$/s.exec(
    argsPattern.replaceAll(String.raw`\"`, '"').replaceAll(/\\\\?0$/g, ''),
  );
  if (named !== null) {
    const [, field = '', source = ''] = named;
    return field === 'command' && isShell
      ? { kind: 'command', source: ended(source) }
      : { kind: 'field', field, source: `^${ended(source)}` };
  }
  if (isShell && !/["{}]|\\\\/.test(argsPattern)) return { kind: 'field', field: 'command', source: argsPattern };
  return `"argsPattern" is compared with all arguments as JSON text; name the field, as in "file_path":"…`;
}

/** The quote that closes the JSON text is the end of the value. */
function ended(source: string): string {
  return source.replace(/(?<!\\)"$/, '$');
}

/** `mcpName` alone means every tool of the server. Without either a rule is about every call, which only may be taken for granted where it stops something. */
function impliedTools({ mcpName, decision }: Record<string, unknown>): string[] | null {
  return typeof mcpName === 'string' || VERBS[String(decision)] !== 'allow' ? ['*'] : null;
}

function titleOf(fields: Record<string, unknown>, tools: readonly string[]): string {
  const argument = ['commandPrefix', 'commandRegex', 'argsPattern']
    .map((key) => fields[key])
    .find((value) => value !== undefined);
  const server = typeof fields['mcpName'] === 'string' ? `${fields['mcpName']}: ` : '';
  const what = argument === undefined ? '' : ` ${[argument].flat().join(', ')}`;
  return `${String(fields['decision'] ?? '?')} ${server}${tools.join(', ')}${what} (priority ${String(fields['priority'] ?? '?')})`;
}

function texts(value: unknown): string[] | null {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}
