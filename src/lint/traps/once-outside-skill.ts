import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const onceOutsideSkill = defineTrap({
  id: 'once-outside-skill',
  title: '"once" outside a skill',
  severity: 'warning',
  looksAt: 'handler',
  happens: '`once` counts in the frontmatter of skills only. Here the hook runs every time.',
  remedy: 'Remove it, or record in a file named after the session ID that the hook has run.',
  evidence: { cases: ['o10-skill-once', 'o3-pre-once-true'], reference: true },
  *check({ document, path, handler }) {
    if (handler.once !== true || ['skill', 'agent'].includes(document.source.origin.source)) return;
    yield { at: spanOf(document, [...path, 'once']), message: '"once" has no effect in a settings file' };
  },
});
