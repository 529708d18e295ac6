import { replaceSetting } from '../fix/json-edit.ts';
import { parseScript, type WordNode } from '../../shell/parse/parse.ts';
import { nodesOf } from '../read/shell-tree.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const unquotedProjectDir = defineTrap({
  id: 'unquoted-project-dir',
  title: 'A directory variable without quotes',
  severity: 'warning',
  looksAt: 'handler',
  happens:
    'In a directory whose name has a space the path falls apart into two words: the script is not found, and the hook fails open.',
  remedy: 'Put the variable in double quotes, or use exec form ("args").',
  fixes: 'Puts the variable in double quotes.',
  evidence: { protocol: '`command`' },
  *check({ document, path, handler }, { projectDir }) {
    if (handler.type !== 'command' || handler.args !== undefined || handler.shell === 'powershell') return;
    const bare = bareVariables(handler.command);
    const [first] = bare;
    if (first === undefined) return;
    const fixed = bare.reduceRight(
      (text, { pos, end }) => `${text.slice(0, pos)}"${text.slice(pos, end)}"${text.slice(end)}`,
      handler.command,
    );
    yield {
      at: spanOf(document, [...path, 'command']),
      message: `${first.text} is not in quotes`,
      ...(projectDir?.includes(' ') === true ? { severity: 'error' as const } : {}),
      fix: {
        title: 'put it in quotes',
        file: document.file,
        edits: replaceSetting(document, [...path, 'command'], fixed),
      },
    };
  },
});

interface Place {
  pos: number;
  end: number;
  text: string;
}

/** Outside quotes, and not in an assignment or `[[ ]]`, where a shell does not split words. */
function bareVariables(command: string): Place[] {
  const script = parseScript(command);
  if ((script.errors?.length ?? 0) > 0) return [];
  const found: Place[] = [];
  for (const node of nodesOf(script)) {
    if (node.type !== 'Command') continue;
    const words = [node.name, ...node.args].filter((word): word is WordNode => word?.type === 'Word');
    for (const part of words.flatMap(({ parts }) => parts ?? [])) {
      const name =
        part.type === 'SimpleExpansion' ? part.text.slice(1) : part.type === 'ParameterExpansion' ? part.parameter : '';
      if (!/^CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)$/.test(name)) continue;
      found.push({ pos: part.pos, end: part.end, text: part.text });
    }
  }
  return found.sort((a, b) => a.pos - b.pos);
}
