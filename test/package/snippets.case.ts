import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks } from '../support/code-blocks.ts';
import type { Consumer } from './packed.ts';

/** What a snippet leaves to its reader. */
const READER = `declare function myModel(prompt: string, options: object): Promise<{ ok: boolean; reason?: string }>;
declare module '@anthropic-ai/claude-agent-sdk' {
  type Callback = (input: any, id: string | undefined, options: { signal: AbortSignal }) => Promise<{ decision?: 'approve' | 'block'; hookSpecificOutput?: { hookEventName: string } }>;
  export function query(call: { prompt: string; options: { hooks: Partial<Record<'PreToolUse' | 'Stop', { hooks: Callback[] }[]>> } }): AsyncIterable<{ type: string }>;
}
`;

const snippets = codeBlocks().filter(({ language }) => /^(?:js|ts|mjs|javascript|typescript)$/.test(language));
const nameOf = ({ page, line, language }: CodeBlock) =>
  `${page.replaceAll(/\W/g, '-')}-${line}.${language === 'js' ? 'js' : 'ts'}`;

export function snippetCases(consumer: Consumer): void {
  consumer.write('reader.d.ts', READER);
  for (const snippet of snippets) consumer.write(nameOf(snippet), snippet.text);

  it('the pages have snippets', () => {
    expect(snippets.map(({ page }) => page)).toEqual(expect.arrayContaining(['docs/library.md', 'docs/runtime.md']));
  });

  it.each(['nodenext', 'node16', 'bundler'])('every snippet compiles with %s', (resolution) => {
    const module =
      resolution === 'bundler' ? { module: 'esnext', moduleResolution: 'bundler' } : { module: resolution };
    const files = ['reader.d.ts', ...snippets.map(nameOf)];
    const options = { ...module, allowJs: true, checkJs: true, noImplicitAny: false, outDir: 'out' };
    expect(consumer.compile(options, files)).toBe('');
  });

  const loaded = new Map<CodeBlock, Promise<unknown>>();

  /** The snippet with this text, compiled once. */
  function load<T>(page: string, part: string): Promise<T> {
    const snippet = snippets.find((one) => one.page === page && one.text.includes(part));
    if (snippet === undefined) throw new Error(`no snippet of ${page} has ${part}`);
    const module = loaded.get(snippet) ?? loadSnippet(snippet);
    loaded.set(snippet, module);
    return module as Promise<T>;
  }

  async function loadSnippet(snippet: CodeBlock): Promise<unknown> {
    const name = nameOf(snippet);
    if (!name.endsWith('.ts')) return import(pathToFileURL(consumer.write(`run/${name}.mjs`, snippet.text)).href);
    expect(consumer.compile({ module: 'nodenext', outDir: 'out' }, ['reader.d.ts', name])).toBe('');
    return import(pathToFileURL(join(consumer.directory, 'out', name.replace(/ts$/, 'js'))).href);
  }

  it('docs/library.md: judge prints what the page shows', () => {
    const [program, output] = ['ts', 'text'].map((language) =>
      codeBlocks().find((block) => block.page === 'docs/library.md' && block.language === language),
    );
    const file = consumer.write('judge.mjs', program?.text ?? '');
    const ran = spawnSync(process.execPath, [file], { cwd: consumer.directory, encoding: 'utf8' });
    expect({ stdout: ran.stdout, stderr: ran.stderr }).toEqual({ stdout: output?.text, stderr: '' });
  });

  describe('docs/library.md: a loop of one’s own', () => {
    type Loop = { refusal: (command: string, ask: (reason: string) => Promise<boolean>) => Promise<string | null> };

    it.each([
      { command: 'ls', person: 'unasked', refused: false },
      { command: 'git push --force origin main', person: 'unasked', refused: true },
      { command: 'terraform destroy', person: 'no', refused: true },
      { command: 'terraform destroy', person: 'yes', refused: false },
    ])('$command, where the person says $person', async ({ command, person, refused }) => {
      const { refusal } = await load<Loop>('docs/library.md', 'refusal');
      const asked: string[] = [];
      const text = await refusal(command, async (reason) => {
        asked.push(reason);
        return person === 'yes';
      });
      expect({ refused: text !== null, isAsked: asked.length > 0 }).toEqual({ refused, isAsked: person !== 'unasked' });
    });
  });

  describe('docs/runtime.md: the first snippet, which people copy', () => {
    const answers = {
      ask: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'ask',
          permissionDecisionReason: 'Sure?',
        },
      },
      deny: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'No.',
        },
      },
      change: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { command: 'ls -l' },
        },
      },
      nothing: {},
    };

    it.each([
      { hook: 'nothing', person: false, ran: ['ls'], asked: [] },
      { hook: 'deny', person: true, ran: [], asked: [] },
      { hook: 'ask', person: false, ran: [], asked: ['Sure?'] },
      { hook: 'ask', person: true, ran: ['ls'], asked: ['Sure?'] },
      { hook: 'change', person: false, ran: ['ls -l'], asked: [] },
    ] as const)('a hook says $hook, the person $person', ({ hook, person, ran, asked }) => {
      const snippet = snippets.find(({ page }) => page === 'docs/runtime.md')?.text ?? '';
      const settings = {
        hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `echo '${JSON.stringify(answers[hook])}'` }] }] },
      };
      consumer.write('project/.claude/settings.json', JSON.stringify(settings));
      consumer.write('project/home/.keep', '');
      const file = consumer.write(
        'project/agent.mjs',
        `${snippet}
const ran = [];
const asked = [];
await useTool('Bash', { command: 'ls' }, {
  askUser: async (reason) => (asked.push(reason), ${person}),
  runTool: async (_, { command }) => (ran.push(command), { stdout: '' }),
});
await hooks.close();
console.log(JSON.stringify({ ran, asked }));
`,
      );
      const cwd = join(consumer.directory, 'project');
      const env = { PATH: process.env['PATH'], HOME: join(cwd, 'home') };
      const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd, env, encoding: 'utf8' });
      expect({ stderr, ...(JSON.parse(stdout) as object) }).toEqual({ stderr: '', ran, asked });
    });
  });
}
