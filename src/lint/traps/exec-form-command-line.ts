import { isCommandLine } from '../read/command-line.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const execFormCommandLine = defineTrap({
  id: 'exec-form-command-line',
  title: 'A whole command line as the program of exec form',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'With "args" no shell is used: "command" must be one program. No program has this name, so the hook cannot start and fails open.',
  remedy: 'Put the program alone into "command" and each argument into "args", or remove "args".',
  evidence: { cases: ['a05-missing-exec'], protocol: 'What failing means' },
  *check({ document, path, handler }) {
    if (handler.type !== 'command' || !isCommandLine(handler)) return;
    yield { at: spanOf(document, [...path, 'command']), message: `"${handler.command}" is not one program` };
  },
});
