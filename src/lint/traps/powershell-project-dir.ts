import { replaceSetting } from '../fix/json-edit.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const powershellProjectDir = defineTrap({
  id: 'powershell-project-dir',
  title: '$CLAUDE_PROJECT_DIR in PowerShell',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'In PowerShell `$CLAUDE_PROJECT_DIR` is a variable of the shell, which is `$null`: the script is not found, and the hook fails open.',
  remedy: 'Write ${CLAUDE_PROJECT_DIR} (the client fills it in) or $env:CLAUDE_PROJECT_DIR.',
  fixes: 'Adds the braces.',
  evidence: { reference: true },
  *check({ document, path, handler }) {
    if (handler.type !== 'command' || handler.shell !== 'powershell' || handler.args !== undefined) return;
    const fixed = handler.command.replaceAll(/\$(CLAUDE_\w+)\b/g, '${$1}');
    if (fixed === handler.command) return;
    yield {
      at: spanOf(document, [...path, 'command']),
      message: '$CLAUDE_PROJECT_DIR is $null in PowerShell',
      fix: {
        title: 'add the braces',
        file: document.file,
        edits: replaceSetting(document, [...path, 'command'], fixed),
      },
    };
  },
});
