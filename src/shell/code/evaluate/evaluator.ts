import type { Token } from '../read/tokens.ts';
import type { Value } from '../value.ts';
import type { Functions } from './functions.ts';

/** A call that the code makes. */
export type CallInCode = {
  name: string;
  receiver: Value | undefined;
  args: Value[];
  named: Map<string, Value>;
};

/**
 * What the files of this folder share while they read one text of code: they move `at` over the tokens, keep what names hold, and report the calls that
 * they meet. `create-evaluator.ts` makes one for a language, `scan-code.ts` says to whom it reports.
 */
export type Evaluator = Cursor & Memory & Reports & Dialect & Readers;

/** Where it reads. */
type Cursor = {
  tokens: Token[];
  at: number;
  /** Where the statement begins that is being read. */
  from: number;
  /** How many expressions there are around the one that is read. */
  depth: number;
  /** Which text of the call is read: the program itself is 0, nested and interpolated code follows. */
  text: number;
};

/** What it has read so far. */
type Memory = {
  /** What names hold. */
  values: Map<string, Value>;
  functions: Functions;
  /** The value in front of `|>`, until a call takes it. */
  piped: Value | undefined;
  /** Texts that the code holds: what it may write into a pipe. */
  texts: Set<string>;
};

/** To whom it reports, and whom it asks. */
type Reports = {
  onCall: (call: CallInCode) => Value;
  onShell: (text: string) => void;
  /** Interpolation and joins of unknown parts give one of these. */
  unknownText: (raw: string) => string;
  /** An interpolated text; with the variable of a loop in it, the list of what it may be. */
  fill: (text: string) => Value;
  /** Whether the language's table has a row of this very name. */
  knows: (name: string) => boolean;
  /** The name has a value that can be worked out, even without a call: `os.sep`. */
  computes: (name: string) => boolean;
  /** Names that the table knows in a module. */
  members: (module: string) => string[];
};

/** What is special about the language. */
type Dialect = {
  /** `.` joins strings (Perl, PHP) instead of `+`. */
  joins: '+' | '.';
  /** A member without parentheses is called (Ruby). */
  callsMembers: boolean;
  /** `x => …` is a function (JavaScript and its kin), not a pair. */
  arrows: boolean;
  /** `a:b` is a member (Erlang, Lua). */
  colons: boolean;
  /** Names that take arguments without parentheses (Perl, Ruby); in other languages only a string may follow. */
  bare: ReadonlySet<string>;
  bareTextOnly: boolean;
  /** Of these names, those that take any value: PHP's `echo`. */
  statements: ReadonlySet<string>;
};

type Readers = {
  /** The readers of `evaluate.ts`; here so that the files below it need not import it. */
  read: Record<'expression' | 'term', (e: Evaluator) => Value> & { statement: (e: Evaluator) => void };
};
