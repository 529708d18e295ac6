import { programOf } from '../../../../policy/regex/program.ts';
import { testRegex } from '../../../../policy/regex/search.ts';
import { locateInProject, readHead, walk } from '../project-files.ts';
import { compileGlob } from './glob-pattern.ts';
import { defineTool, refuseCall, type ToolReply } from './tool.ts';

const MAX_MATCHES = 200;
const MAX_LINE_LENGTH = 500;
const MAX_PATTERN_LENGTH = 500;
/** Text looked through per call; matching holds the event loop, so it must stay short. */
const MAX_TOTAL_LENGTH = 8 * 1024 * 1024;

interface GrepInput {
  pattern: string;
  path?: string;
  glob?: string;
  literal?: boolean;
}

export const grep = defineTool({
  name: 'Grep',
  description: 'Finds lines in files of the project. Returns path:line: text.',
  properties: {
    pattern: {
      type: 'string',
      description: 'A regular expression without look-around and back-references, or plain text with literal.',
    },
    path: { type: 'string', description: 'A file or directory; the project if absent.' },
    glob: { type: 'string', description: 'Only files whose path in the project matches, for example **/*.ts.' },
    literal: { type: 'boolean', description: 'Take the pattern as plain text.' },
  },
  required: ['pattern'],
  async run(input, { projectDir, signal }) {
    const { pattern, path = '.', glob = '**', literal = false } = input as unknown as GrepInput;
    const located = await locateInProject(projectDir, path);
    if (!located.ok) return refuseCall(located.problem);
    const wanted = compileGlob(glob);
    if (wanted === null) return refuseCall(`cannot be understood as a pattern: ${glob}`);
    const line = literal ? (text: string) => text.includes(pattern) : compileLine(pattern);
    if (line === null) return refuseCall(`not a regular expression that can be used here: ${pattern}`);
    return search(filesOf(located.root, located.path, signal), wanted, line);
  },
});

type Test = (text: string) => boolean;
type Files = AsyncIterable<{ path: string; shown: string }>;

async function search(files: Files, wanted: Test, line: Test): Promise<ToolReply> {
  const found: string[] = [];
  let looked = 0;
  for await (const { path, shown } of files) {
    if (!wanted(shown)) continue;
    const head = await readHead(path);
    if ('problem' in head) continue;
    looked += head.text.length;
    for (const [index, text] of head.text.split('\n').entries()) {
      if (!line(text)) continue;
      found.push(`${shown}:${index + 1}: ${text.slice(0, MAX_LINE_LENGTH)}`);
      if (found.length === MAX_MATCHES) return reply(found, `stopped after ${MAX_MATCHES} lines`);
    }
    if (looked > MAX_TOTAL_LENGTH) return reply(found, 'stopped: too much text, narrow the path or the glob');
  }
  return reply(found, null);
}

/** A single file is searched too. */
async function* filesOf(root: string, path: string, signal: AbortSignal): Files {
  try {
    yield* walk(root, path, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error;
    yield { path, shown: path.slice(root.length + 1) };
  }
}

function compileLine(pattern: string): Test | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return null;
  const [inline = '', flags = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const regex = `/${pattern.slice(inline.length)}/${flags}`;
  try {
    const program = programOf(regex);
    return (text) => testRegex(program, text);
  } catch {
    return null;
  }
}

function reply(found: readonly string[], note: string | null): ToolReply {
  const lines = note === null ? found : [...found, `(${note})`];
  return { text: lines.join('\n') || 'no lines found', isError: false };
}
