import { keySpan } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

const MANAGED_ONLY = ['allowManagedHooksOnly', 'strictPluginOnlyCustomization'];

export const managedSettingElsewhere = defineTrap({
  id: 'managed-setting-elsewhere',
  title: 'A setting of administrators in an ordinary file',
  severity: 'warning',
  looksAt: 'document',
  happens: 'It counts in managed settings only. Here it is ignored, and all hooks run.',
  remedy: 'Move it to managed-settings.json, or take it out.',
  evidence: { protocol: 'Settings, and what drops them', reference: true },
  *check(document) {
    const { source } = document.source.origin;
    if (source === 'managed' || source === 'plugin' || document.source.status === 'dropped') return;
    for (const key of MANAGED_ONLY) {
      const value = (document.value as Record<string, unknown> | undefined)?.[key];
      if (value !== undefined && value !== false)
        yield { at: keySpan(document, [key]), message: `"${key}" has no effect in ${source} settings` };
    }
  },
});
