import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const asyncRewakeWaits = defineTrap({
  id: 'async-rewake-waits',
  title: '"asyncRewake" before a tool call blocks in print mode',
  severity: 'info',
  looksAt: 'handler',
  happens:
    'In one-shot `claude -p` the client waits for the hook, and exit 2 refuses the call; interactively it runs in the background and wakes the model later.',
  remedy: 'Use an event after the action, such as PostToolUse, or a hook without "asyncRewake".',
  evidence: { cases: ['a27-asyncrewake', 'a43-asyncrewake-slow', 'i23-…'], protocol: '`command`' },
  *check({ document, row, path, handler }) {
    if (handler.type !== 'command' || handler.asyncRewake !== true || row.exit2.effect !== 'refuses') return;
    yield {
      at: spanOf(document, [...path, 'asyncRewake']),
      message: `"asyncRewake" on ${row.name} behaves differently in "claude -p"`,
    };
  },
});
