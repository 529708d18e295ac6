import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const userConfigInShell = defineTrap({
  id: 'user-config-in-shell',
  title: '"${user_config.…}" in a shell command',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The client refuses such a command, since the text could break out of its quotes; the hook fails open.',
  remedy: 'Use exec form ("args"), or read the variable CLAUDE_PLUGIN_OPTION_<KEY>.',
  evidence: { protocol: '`command`', reference: true },
  *check({ document, path, handler }) {
    if (handler.type !== 'command' || handler.args !== undefined || !handler.command.includes('${user_config.')) return;
    yield { at: spanOf(document, [...path, 'command']), message: '${user_config.…} is refused in shell form' };
  },
});
