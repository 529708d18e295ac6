import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const backslashPath = defineTrap({
  id: 'backslash-path',
  title: 'A Windows path in a bash command',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'On Windows too, hooks are run by bash where it is installed, and bash takes backslashes out: the script is not found, and the hook fails open.',
  remedy: 'Write the path with slashes, in quotes, or set "shell": "powershell".',
  evidence: { protocol: '`command`', reference: true },
  *check({ document, path, handler }) {
    if (handler.type !== 'command' || handler.args !== undefined || handler.shell === 'powershell') return;
    const unquoted = handler.command.replaceAll(/'[^']*'|"[^"]*"/g, (text) => ' '.repeat(text.length));
    const found = /(?:^|\s)([A-Za-z]:\\[^\s\\]|\.{0,2}\\[\w.]+\\)\S*/.exec(unquoted)?.[0].trim();
    if (found !== undefined && !/^(?:cmd|powershell|pwsh)/i.test(handler.command))
      yield { at: spanOf(document, [...path, 'command']), message: `bash takes the backslashes out of ${found}` };
  },
});
