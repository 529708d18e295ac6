import { matches } from '../../runtime/matcher.ts';
import { type HandlerEntry, spanOf } from '../read/settings-document.ts';
import { TOOLS } from '../read/tool-names.ts';
import { defineTrap } from '../trap.ts';
import { handlersOf } from '../read/world.ts';

/** From here on a call costs more model calls for its hooks than anybody meant. */
const MANY = 3;

export const promptHookOveruse = defineTrap({
  id: 'prompt-hook-overuse',
  title: 'Several prompt hooks before every tool call',
  severity: 'info',
  looksAt: 'world',
  happens:
    'Each of them asks a model before the tool may run: every call costs as many requests as there are hooks, and the agent waits for the slowest.',
  remedy:
    'Keep one prompt hook for what needs judgement, and write what can be said exactly as a command hook (or as a rule of hookctl): it costs no tokens.',
  heuristic:
    'Only when one call of a known tool starts three or more hooks of type prompt or agent, none of them narrowed by "if".',
  evidence: { protocol: 'Which one' },
  *check(world) {
    const asking = handlersOf(world).filter(
      ({ row, handler }) =>
        row.neutral === 'before-tool' && (handler.type === 'prompt' || handler.type === 'agent') && !handler.if,
    );
    const started = TOOLS.map((tool) => ({ tool, entries: asking.filter((entry) => meets(entry, tool)) }));
    const worst = started.reduce((one, other) => (other.entries.length > one.entries.length ? other : one));
    const last = worst.entries.at(-1);
    if (last === undefined || worst.entries.length < MANY) return;
    yield {
      at: spanOf(last.document, last.path),
      message: `${worst.entries.length} prompt hooks ask a model before each call of ${worst.tool}`,
    };
  },
});

function meets({ row, group }: HandlerEntry, tool: string): boolean {
  return matches(row, group.matcher, tool).matches;
}
