import { existsSync } from 'node:fs';
import { replaceSetting } from '../fix/json-edit.ts';
import { referencesOf } from '../read/gather.ts';
import type { ScriptReference } from '../read/command-line.ts';
import { type HandlerEntry, spanOf } from '../read/settings-document.ts';
import { defineTrap, type Fix } from '../trap.ts';

export const relativeScriptPath = defineTrap({
  id: 'relative-script-path',
  title: 'A hook script found from the current directory only',
  severity: 'warning',
  looksAt: 'handler',
  happens:
    "Hooks run in the agent's current directory. After the model's first `cd`, the script is not found (exit 127), and the action goes ahead.",
  remedy: 'Write "$CLAUDE_PROJECT_DIR"/path/to/script (in exec form ${CLAUDE_PROJECT_DIR}/path/to/script).',
  fixes: 'Puts the project directory in front, in project and local settings, when the script is there.',
  evidence: { cases: ['f02-cwd-after-cd', 'f03-relative-script'], protocol: '`command`' },
  *check(entry, world) {
    for (const reference of referencesOf(entry, world)) {
      if (!reference.isRelative || reference.isAfterCd) continue;
      yield {
        at: spanOf(entry.document, [...entry.path, 'command']),
        message: `${reference.text} is looked up in the current directory, which changes with every cd`,
        fix: anchored(entry, reference),
      };
    }
  },
});

function anchored({ document, handler, path }: HandlerEntry, reference: ScriptReference): Fix | undefined {
  const isOwn = ['project', 'local'].includes(document.source.origin.source);
  if (handler.type !== 'command' || !isOwn || reference.path === null || !existsSync(reference.path)) return undefined;
  const rest = reference.text.replace(/^\.\//, '');
  if (/["'\s]/.test(rest)) return undefined;
  const title = 'put the project directory in front';
  if (reference.pos !== null) {
    const { command } = handler;
    const fixed = `${command.slice(0, reference.pos)}"$CLAUDE_PROJECT_DIR"/${rest}${command.slice(reference.pos + reference.text.length)}`;
    return { title, file: document.file, edits: replaceSetting(document, [...path, 'command'], fixed) };
  }
  const index = handler.args?.indexOf(reference.text) ?? -1;
  const place = index < 0 ? [...path, 'command'] : [...path, 'args', index];
  return { title, file: document.file, edits: replaceSetting(document, place, `\${CLAUDE_PROJECT_DIR}/${rest}`) };
}
