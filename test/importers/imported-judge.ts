import { createLineJudge } from '../../src/cli/trail/judge-line.ts';
import { importRules } from '../../src/importers/import-rules.ts';
import type { SourceFile } from '../../src/importers/importer.ts';
import { buildPolicy, fromArtefact } from '../../src/policy/index.ts';

/** The verdict of the policy that these files are translated to, as `hookctl judge` gives it. */
export function importedJudge(files: SourceFile[]): (call: string | object) => string {
  const { policy } = importRules(files);
  const { artefact, problems } = buildPolicy({ sources: [{ file: 'imported', layer: 'project', text: policy }] });
  if (artefact === null) throw new Error(JSON.stringify(problems));
  const judge = createLineJudge(fromArtefact(artefact), { env: {}, cwd: '/project', home: '/home/user' });
  return (call) => {
    const answer = judge(
      JSON.stringify(typeof call === 'string' ? { id: 1, command: call } : { id: 1, payload: payloadOf(call) }),
    );
    return 'error' in answer ? answer.error : answer.verdict;
  };
}

function payloadOf(call: object): object {
  return { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/project', ...call };
}

export function settings(permissions: object): SourceFile {
  return { path: '.claude/settings.json', text: JSON.stringify({ permissions }) };
}
