import { locateInProject, MAX_READ_BYTES, readHead } from '../project-files.ts';
import { defineTool, refuseCall } from './tool.ts';

const MAX_LINES = 2000;
const MAX_LINE_LENGTH = 2000;

export const read = defineTool({
  name: 'Read',
  description: 'Returns lines of a text file in the project, each with its number.',
  properties: {
    file_path: { type: 'string', description: 'Absolute, or relative to the project.' },
    offset: { type: 'integer', description: 'The first line to return; 1 if absent.' },
    limit: { type: 'integer', description: `How many lines; ${MAX_LINES} at most.` },
  },
  required: ['file_path'],
  async run(input, { projectDir }) {
    const { file_path: given, offset = 1, limit = MAX_LINES } = input as unknown as ReadInput;
    const located = await locateInProject(projectDir, given);
    if (!located.ok) return refuseCall(located.problem);
    const head = await readHead(located.path);
    if ('problem' in head) return refuseCall(`${given}: ${head.problem}`);
    const lines = head.text.replace(/\n$/, '').split('\n');
    const first = Math.max(offset, 1) - 1;
    const shown = lines.slice(first, first + Math.min(Math.max(limit, 1), MAX_LINES));
    const text = shown.map((line, index) => `${first + index + 1}\t${line.slice(0, MAX_LINE_LENGTH)}`);
    if (first + shown.length < lines.length) text.push(`(${lines.length - first - shown.length} more lines)`);
    if (head.truncated) text.push(`(only the first ${MAX_READ_BYTES} bytes of the file can be read)`);
    return { text: text.join('\n') || '(no such lines)', isError: false };
  },
});

interface ReadInput {
  file_path: string;
  offset?: number;
  limit?: number;
}
