import { runProcess } from '../../../system/node/process.ts';
import { VARIABLES } from '../variables.ts';
import { type ModelMessage, type ScriptedTurn, startScriptedModel } from './scripted-model.ts';

export interface ClientRequest {
  /** The executable of Claude Code. */
  client: string;
  cwd: string;
  /** Its home; settings are read from `.claude` below it. */
  home: string;
  /** On top of a minimal environment. */
  env?: Readonly<Record<string, string>>;
  /** What the model says, turn by turn. */
  turns: readonly ScriptedTurn[];
  args?: readonly string[];
  timeoutMs: number;
}

export interface ClientRun {
  /** What the model saw about each tool call, in order. */
  toolResults: { tool: string; text: string; isError: boolean }[];
  /** What else the model saw, in order: the prompt, hooks' context, refused stops. */
  otherTexts: string[];
  /** How often the model was asked. */
  modelCalls: number;
  /** What the client reports about each hook. */
  hooks: { name: string; outcome: string; exitCode: number | null; stdout: string; stderr: string }[];
  exitCode: number | null;
  timedOut: boolean;
  stdout: string;
  stderr: string;
}

/** One session of the real client in `-p` mode, with a scripted model on loopback instead of the real one. */
export async function runClient(request: ClientRequest): Promise<ClientRun> {
  const model = await startScriptedModel(request.turns);
  try {
    const ran = await runProcess({
      file: request.client,
      args: [
        '-p',
        'go',
        '--output-format',
        'stream-json',
        '--verbose',
        '--include-hook-events',
        ...(request.args ?? []),
      ],
      cwd: request.cwd,
      env: { ...offline(request.home, model.url), ...request.env },
      stdin: '',
      timeoutMs: request.timeoutMs,
    });
    const messages = model.conversation.at(-1) ?? [];
    return {
      toolResults: toolResultsIn(messages),
      otherTexts: messages.flatMap(textsIn),
      modelCalls: model.conversation.length,
      hooks: hooksIn(ran.stdout),
      exitCode: ran.exitCode,
      timedOut: ran.timedOut,
      stdout: ran.stdout,
      stderr: ran.startError ?? ran.stderr,
    };
  } finally {
    await model.close();
  }
}

/** Nothing of the person's environment: no key, no proxy, no endpoint but ours. */
function offline(home: string, url: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    [VARIABLES.configDir]: `${home}/.claude`,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    ANTHROPIC_API_KEY: 'no-key-needed',
    ANTHROPIC_BASE_URL: url,
    [VARIABLES.maxRetries]: '0',
    [VARIABLES.noOtherTraffic]: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}

type Block = Record<string, unknown>;

function blocksOf({ content }: ModelMessage): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function toolResultsIn(messages: readonly ModelMessage[]): ClientRun['toolResults'] {
  const blocks = messages.flatMap(blocksOf);
  const names = new Map(blocks.filter(({ type }) => type === 'tool_use').map(({ id, name }) => [id, String(name)]));
  return blocks
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({
      tool: names.get(block['tool_use_id']) ?? '',
      text: textOf(block['content']),
      isError: block['is_error'] === true,
    }));
}

function textsIn(message: ModelMessage): string[] {
  if (message.role === 'assistant') return [];
  return blocksOf(message).flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as Block[]).map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}

function hooksIn(stream: string): ClientRun['hooks'] {
  return stream.split('\n').flatMap((line) => {
    if (!line.includes('"hook_response"')) return [];
    const event = parse(line);
    if (event?.['subtype'] !== 'hook_response') return [];
    return [
      {
        name: String(event['hook_name']),
        outcome: String(event['outcome']),
        exitCode: typeof event['exit_code'] === 'number' ? event['exit_code'] : null,
        stdout: String(event['stdout'] ?? ''),
        stderr: String(event['stderr'] ?? ''),
      },
    ];
  });
}

function parse(line: string): Block | null {
  try {
    return JSON.parse(line) as Block;
  } catch {
    return null;
  }
}
