import type { Decision, ShownVerdict } from '../../audit/query/decision.ts';
import { oneLine, shorten, widthOf } from './text/plain-text.ts';
import type { Paint } from './text/style.ts';
import { localTime } from './text/local-time.ts';

/** How wide the columns are; `what` takes what is left. */
export interface DecisionTable {
  time: 'short' | 'long';
  tool: number;
  rules: number;
  /** Nothing is cut when the output goes to a pipe. */
  what: number;
  cuts: boolean;
}

const VERDICT = 7;
const ID = 17;
const WIDEST = { tool: 18, rules: 28, what: 60 };
const NARROWEST_WHAT = 16;

export function tableFor(decisions: readonly Decision[], width: number, now: number): DecisionTable {
  // Nothing to go by yet: `--follow` has just begun.
  const least = decisions.length === 0 ? Infinity : 4;
  const longest = (texts: readonly string[], most: number) => Math.min(most, Math.max(least, ...texts.map(widthOf)));
  const year = new Date(now).getFullYear();
  const time = decisions.every(({ at }) => new Date(at).getFullYear() === year) ? 'short' : 'long';
  const tool = longest(decisions.map(wordTool), WIDEST.tool);
  const rules = longest(decisions.map(wordRules), WIDEST.rules);
  const what = longest(
    decisions.map((decision) => oneLine(decision.what)),
    WIDEST.what,
  );
  if (width === Infinity) return { time, tool, rules, what, cuts: false };
  const taken = (time === 'short' ? 14 : 19) + VERDICT + tool + ID + 2 * 5;
  // On a narrow terminal the names of rules give way first.
  const shared = Math.max(width - taken, NARROWEST_WHAT + 4);
  const narrow = Math.max(4, Math.min(rules, Math.floor(shared * 0.4)));
  return { time, tool, rules: narrow, what: Math.max(NARROWEST_WHAT, shared - narrow), cuts: true };
}

export function renderDecision(decision: Decision, table: DecisionTable, paint: Paint): string {
  const { id, at, verdict } = decision;
  const column = (text: string, width: number) => (table.cuts ? shorten(text, width) : text).padEnd(width);
  return [
    paint('dim', localTime(at, table.time)),
    paint(COLOURS[verdict], verdict.padEnd(VERDICT)),
    column(wordTool(decision), table.tool),
    column(oneLine(decision.what), table.what),
    paint('cyan', column(wordRules(decision), table.rules)),
    paint('dim', shorten(oneLine(id), 40)),
  ].join('  ');
}

export const COLOURS: Record<ShownVerdict, Parameters<Paint>[0]> = {
  deny: ['red', 'bold'],
  ask: ['yellow', 'bold'],
  warn: 'yellow',
  allow: 'green',
  inject: 'blue',
  observe: 'magenta',
  none: 'dim',
};

/** The tool it is about, or what happened. */
function wordTool({ tool, event, nativeEvent }: Decision): string {
  if (tool === null) return oneLine(nativeEvent);
  return event === 'after-tool' ? `after ${oneLine(tool)}` : oneLine(tool);
}

function wordRules({ rules }: Decision): string {
  return rules.length === 0 ? '-' : oneLine(rules.join(', '));
}
