import { keySpan } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const hookctlVariableInSettings = defineTrap({
  id: 'hookctl-variable-in-settings',
  title: 'A variable of hookctl in the settings of a repository',
  severity: 'warning',
  looksAt: 'document',
  happens:
    'hookctl ignores the variable until a person has trusted the project, since a repository could use it to turn its own guard off. Anyone who does trust it gets another policy, mode or state directory than the files show.',
  remedy: 'Set it in the policy (`mode:`), or set the variable in your own environment or user settings.',
  evidence: { decision: '084-trust-as-direnv-does-it' },
  *check(document) {
    const { source } = document.source.origin;
    if (source !== 'project' && source !== 'local') return;
    for (const name of Object.keys(document.source.content.env))
      if (name.startsWith('HOOKCTL_'))
        yield {
          at: keySpan(document, ['env', name]),
          message: `${name} is ignored in ${source} settings until a person runs \`hookctl trust\``,
        };
  },
});
