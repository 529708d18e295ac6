import { replaceSetting } from '../fix/json-edit.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const execFormShellSyntax = defineTrap({
  id: 'exec-form-shell-syntax',
  title: 'Shell syntax in exec form',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'With "args" no shell is used: `$NAME`, `~` and quotes are not expanded but passed on as they are. Only ${CLAUDE_PROJECT_DIR}, ${CLAUDE_PLUGIN_ROOT} and ${CLAUDE_PLUGIN_DATA}, with braces, are filled in.',
  remedy: 'Write ${CLAUDE_PROJECT_DIR} with braces and full paths, or remove "args" to use a shell.',
  fixes: 'Adds the braces to $CLAUDE_PROJECT_DIR and its like.',
  heuristic: 'Arguments after `-c` or `-e` are code for the program and are not checked.',
  evidence: { cases: ['a05-exec-form', 'o8-exec-envvar'], protocol: '`command`' },
  *check({ document, path, handler }) {
    if (handler.type !== 'command' || handler.args === undefined) return;
    const isShell = handler.args.some((arg) => /^-\w*[ce]$/.test(arg));
    const places: [string, (string | number)[]][] = [
      [handler.command, [...path, 'command']],
      ...handler.args.map((arg, index): [string, (string | number)[]] => [arg, [...path, 'args', index]]),
    ];
    for (const [text, place] of isShell ? places.slice(0, 1) : places) {
      const bare = /\$(CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA))\b/.exec(text)?.[0];
      const other = bare ?? /^~\/|\$(?:HOME|\{HOME\}|PWD)\b/.exec(text)?.[0];
      if (other === undefined) continue;
      const fixed = text
        .replaceAll(/\$(CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA))\b/g, '${$1}')
        .replaceAll(/^"(\$\{\w+\})"/g, '$1');
      yield {
        at: spanOf(document, place),
        message: `"${other}" is not expanded in exec form`,
        fix:
          bare === undefined
            ? undefined
            : { title: `write ${fixed}`, file: document.file, edits: replaceSetting(document, place, fixed) },
      };
    }
  },
});
