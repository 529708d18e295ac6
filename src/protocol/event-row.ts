import type { NeutralEvent } from './agent-event.ts';
import type { Fields } from './field.ts';
import type { HandlerType } from './handler.ts';

/** What a block (exit 2, `decision: "block"`, a deny) does on an event. */
export type BlockEffect =
  /** The action does not happen. */
  | 'refuses'
  /** The action has happened; the reason is feedback. */
  | 'feedback'
  /** The agent goes on working instead of stopping. */
  | 'keeps-going'
  /** The turn ends before the next model call. */
  | 'ends-turn'
  /** Nothing changes; someone sees a message. */
  | 'notice'
  /** Nothing changes and no one sees a message. */
  | 'nothing';

export type Reader = 'model' | 'user' | 'subagent' | 'teammate' | 'debug-log' | 'nobody';

/**
 * All that is specific to one event. Behaviour elsewhere asks the row and does not compare event names. Two exceptions: the Node loader, which must answer
 * without the bundle, and a trap of `lint` that is about one event.
 */
export interface EventRow {
  readonly name: string;
  /** What it is to rules, whatever agent sends it. */
  readonly neutral: NeutralEvent;
  readonly about: string;
  /** The payload field a matcher is tested against; null: a matcher is ignored. */
  readonly subject: string | null;
  /** How the subject's value is turned into what the matcher sees. */
  readonly subjectForm: 'as-is' | 'basename' | 'model-name';
  /** Messages say `SessionStart:startup`, not just `SessionStart`. */
  readonly namedBySubject: boolean;
  /** `|`-only lists and no hyphen, comma or space in plain matchers (FileChanged, StopFailure). */
  readonly narrowMatcher: boolean;
  /** Only tool events evaluate `if`; elsewhere a handler with `if` never runs. */
  readonly acceptsIf: boolean;
  readonly handlers: readonly HandlerType[];
  /** Subjects at which no MCP server is connected yet, so that `mcp_tool` handlers cannot run. */
  readonly beforeMcp: readonly string[];
  /** Seconds, per handler type. */
  readonly timeouts: Readonly<Record<HandlerType, number>>;
  /** What exit 2 does and who reads its stderr. */
  readonly exit2: { readonly effect: BlockEffect; readonly stderrTo: Reader };
  /** Is a top-level `decision: "block"` honoured, and with which effect. */
  readonly decisionBlock: boolean;
  /** How the client words a block: `{hook}`, `{reason}` (quoted with its handler), `{bare}` (unquoted), `{handler}`, `{original}` (the prompt, where it is shown). */
  readonly blockMessage: string;
  /** The answer is a permission (allow, deny, ask, defer), not just block or nothing. */
  readonly decidesPermission: boolean;
  /** What `ok: false` of a prompt handler does to the turn. */
  readonly promptBlock: 'ends-turn' | 'ends-turn-unless-continued' | 'goes-on' | 'nothing';
  /** Any exit code but 0 is a failure of the action itself (worktrees). */
  readonly nonZeroFails: boolean;
  /** `onFailure: "block"` has no effect on the events that would loop. */
  readonly honoursOnFailure: boolean;
  /** A timed-out handler blocks (PreModelSwitch). */
  readonly timeoutBlocks: boolean;
  /** Exit 2 with empty stdout and a missing-file message on stderr is not a block. */
  readonly missingFileGuard: 'always' | 'plugins' | 'never';
  /** An invalid entry under this event drops the whole settings file, not just the entry. */
  readonly invalidEntryDropsFile: boolean;
  /** Plain text on stdout with exit 0 becomes context for the model. */
  readonly plainTextIsContext: boolean;
  /** `continue: false` ends the turn, or is ignored here. */
  readonly honoursContinue: boolean;
  /** Managed handlers run in a separate first phase; if they decide, the others are not started. */
  readonly managedPhase: 'first' | 'last';
  /** The user sees a message when a hook gave no usable answer. */
  readonly reportsNoVerdict: boolean;
  /** The first handler to finish with an answer decides; the others are not awaited. */
  readonly firstAnswerWins: boolean;
  /** Contexts of several handlers reach the model as one block, not one each. */
  readonly joinsContext: boolean;
  /** Fields of `hookSpecificOutput` that must be there. */
  readonly requiredOutput: readonly string[];
  /** `continue: false` also stops the action the event announces. */
  readonly stopPreventsAction: boolean;
  readonly systemMessageTo: Reader;
  /** JSON on stdout is discarded altogether (side effects aside). */
  readonly discardsOutput: boolean;
  /** Fields of `hookSpecificOutput`, and of the payload beyond the common ones. */
  readonly output: Fields;
  readonly payload: Fields;
}

export const ALL_HANDLERS: readonly HandlerType[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];
const NO_MODEL_HANDLERS: readonly HandlerType[] = ['command', 'http', 'mcp_tool'];

const DEFAULT_TIMEOUTS = { command: 600, http: 600, mcp_tool: 600, prompt: 30, agent: 60 } as const;

type Defaults = Omit<EventRow, 'name' | 'about' | 'subject' | 'exit2' | 'payload' | 'timeouts'>;

const DEFAULTS: Defaults = {
  neutral: 'other',
  subjectForm: 'as-is',
  namedBySubject: true,
  narrowMatcher: false,
  acceptsIf: false,
  handlers: NO_MODEL_HANDLERS,
  beforeMcp: [],
  decisionBlock: false,
  blockMessage: '{hook} hook error: {reason}',
  decidesPermission: false,
  promptBlock: 'goes-on',
  nonZeroFails: false,
  honoursOnFailure: true,
  timeoutBlocks: false,
  missingFileGuard: 'never',
  invalidEntryDropsFile: false,
  plainTextIsContext: false,
  honoursContinue: true,
  reportsNoVerdict: false,
  managedPhase: 'first',
  firstAnswerWins: false,
  joinsContext: false,
  requiredOutput: [],
  stopPreventsAction: false,
  systemMessageTo: 'user',
  discardsOutput: false,
  output: {},
};

type RowInput = Pick<EventRow, 'name' | 'about' | 'subject' | 'exit2' | 'payload'> &
  Partial<Defaults> & { readonly timeouts?: Partial<Record<HandlerType, number>> };

/** The row as written, so that payloads and answers are typed by it, with the defaults filled in. */
type Row<T> = Omit<EventRow, keyof T> & T & Pick<EventRow, 'timeouts'>;

/** An extension point: one file in `events/` defines one event. */
export function defineEvent<const T extends RowInput>(row: T): Row<T> {
  return { ...DEFAULTS, ...row, timeouts: { ...DEFAULT_TIMEOUTS, ...row.timeouts } };
}

/** The same default for all handler types but the two that ask a model. */
export function seconds(value: number): Partial<Record<HandlerType, number>> {
  return { command: value, http: value, mcp_tool: value };
}
