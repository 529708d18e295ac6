import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const emptyCommand = defineTrap({
  id: 'empty-command',
  title: 'A handler with an empty command',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The entry is accepted, but there is nothing to run; the action goes ahead.',
  remedy: 'Write the command, or take the handler out.',
  evidence: { cases: ['i31-denyrule-empty-command'], protocol: 'Settings, and what drops them' },
  *check({ document, path, handler }) {
    if (handler.type === 'command' && handler.command.trim() === '')
      yield { at: spanOf(document, [...path, 'command']), message: 'the command is empty' };
  },
});
