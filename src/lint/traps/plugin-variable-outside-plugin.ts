import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const pluginVariableOutsidePlugin = defineTrap({
  id: 'plugin-variable-outside-plugin',
  title: 'A plugin variable outside a plugin',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The client refuses to start the command; the hook fails open.',
  remedy: 'In settings files use "$CLAUDE_PROJECT_DIR" or a full path.',
  heuristic: 'Not for files that were named directly and may be meant for a plugin.',
  evidence: { protocol: '`command`', reference: true },
  *check({ document, path, handler }) {
    const { source } = document.source.origin;
    if (handler.type !== 'command' || source === 'plugin' || (source === 'flag' && document.projectDir === null))
      return;
    const named = /\$\{(?:CLAUDE_PLUGIN_(?:ROOT|DATA))\}/.exec(
      [handler.command, ...(handler.args ?? [])].join(' '),
    )?.[0];
    if (named !== undefined)
      yield { at: spanOf(document, [...path, 'command']), message: `${named} is known in the hooks of a plugin only` };
  },
});
