import { locateInProject, walk } from '../project-files.ts';
import { compileGlob } from './glob-pattern.ts';
import { defineTool, refuseCall } from './tool.ts';

const MAX_RESULTS = 500;

export const glob = defineTool({
  name: 'Glob',
  description: 'Lists files of the project whose path matches a pattern with *, **, ? and {a,b}.',
  properties: {
    pattern: { type: 'string', description: 'For example src/**/*.ts, relative to the directory.' },
    path: { type: 'string', description: 'The directory to look in; the project if absent.' },
  },
  required: ['pattern'],
  async run(input, { projectDir, signal }) {
    const { pattern, path = '.' } = input as { pattern: string; path?: string };
    const located = await locateInProject(projectDir, path);
    if (!located.ok) return refuseCall(located.problem);
    const matches = compileGlob(pattern);
    if (matches === null) return refuseCall(`cannot be understood as a pattern: ${pattern}`);
    const found: string[] = [];
    const prefix = located.path === located.root ? 0 : located.path.length - located.root.length;
    for await (const file of walk(located.root, located.path, signal)) {
      if (!matches(file.shown.slice(prefix))) continue;
      found.push(file.shown);
      if (found.length === MAX_RESULTS) {
        found.push(`(stopped after ${MAX_RESULTS} files)`);
        break;
      }
    }
    return { text: found.join('\n') || 'no files found', isError: false };
  },
});
