import { describe, expect, it } from 'vitest';
import type { Handler } from '../protocol/handler.ts';
import { duplicatesOf } from './duplicates.ts';
import type { HandlerOrigin } from './handlers/handler-run.ts';
import type { RegisteredHandler } from './settings/effective.ts';

const command = (fields: object = {}) => ({ type: 'command', command: 'guard', ...fields }) as Handler;

function at(
  source: HandlerOrigin['source'],
  handler: Handler,
  more: { path?: string; matcher?: string; plugin?: string } = {},
): RegisteredHandler {
  const { path = source, matcher, plugin } = more;
  const origin =
    plugin === undefined ? { source } : { source, plugin: { name: plugin, market: 'inline', root: plugin, data: '' } };
  return { origin, path, matcher, handler, group: { matcher, handlers: [handler] }, disabledBy: null };
}

/** Which of the registrations do not run. */
const displaced = (...registrations: RegisteredHandler[]): number[] => {
  const found = duplicatesOf(registrations);
  return registrations.flatMap((one, index) => (found.has(one) ? [index] : []));
};

describe('what makes two handlers one (observed-here.md 4)', () => {
  it.each<[string, Handler, Handler]>([
    ['timeout', command(), command({ timeout: 1 })],
    ['async', command(), command({ async: true })],
    ['onFailure', command({ onFailure: 'block' }), command()],
    ['once, statusMessage, unknown keys', command(), command({ once: true, statusMessage: 'x', y: 1 })],
    ['shell bash and unset', command(), command({ shell: 'bash' })],
    ['an empty if and none', command(), command({ if: '' })],
    ['http headers', { type: 'http', url: 'http://a/' }, { type: 'http', url: 'http://a/', headers: { a: 'b' } }],
    [
      'prompt model',
      { type: 'prompt', prompt: 'p' },
      { type: 'prompt', prompt: 'p', model: 'm', continueOnBlock: true },
    ],
  ])('%s does not tell them apart; the last copy runs', (_, first, second) => {
    expect(displaced(at('user', first), at('project', second))).toEqual([0]);
  });

  it.each<[string, Handler, Handler]>([
    ['if', command(), command({ if: 'Bash' })],
    ['args', command(), command({ args: [] })],
    ['powershell', command(), command({ shell: 'powershell' })],
    ['the text', command(), { type: 'command', command: 'guard ' }],
    ['the host in other letters', { type: 'http', url: 'http://a/' }, { type: 'http', url: 'http://A/' }],
    ['prompt and agent', { type: 'prompt', prompt: 'p' }, { type: 'agent', prompt: 'p' }],
    [
      'the input of an MCP tool',
      { type: 'mcp_tool', server: 's', tool: 't' },
      { type: 'mcp_tool', server: 's', tool: 't', input: {} },
    ],
  ])('%s does', (_, first, second) => {
    expect(displaced(at('user', first), at('project', second))).toEqual([]);
  });
});

describe('whose copies count', () => {
  it('user, project, local and --settings: the last of all', () => {
    expect(
      displaced(at('user', command()), at('project', command()), at('local', command()), at('flag', command())),
    ).toEqual([0, 1, 2]);
  });
  it('plugins and skills keep their own, but not twice', () => {
    expect(
      displaced(
        at('project', command()),
        at('plugin', command(), { plugin: 'p' }),
        at('plugin', command(), { plugin: 'q' }),
        at('skill', command()),
      ),
    ).toEqual([]);
    expect(displaced(at('plugin', command(), { plugin: 'p' }), at('plugin', command(), { plugin: 'p' }))).toEqual([0]);
  });
  it('a copy of a whole managed entry gives way to it, anything else stays', () => {
    const managed = at('managed', command({ timeout: 5 }), { matcher: 'Bash' });
    expect(displaced(at('project', command({ timeout: 5, x: 1 }), { matcher: 'Bash' }), managed)).toEqual([0]);
    expect(displaced(at('project', command({ timeout: 6 }), { matcher: 'Bash' }), managed)).toEqual([]);
    expect(displaced(at('project', command({ timeout: 5 }), { matcher: 'Bash|Edit' }), managed)).toEqual([]);
  });
});
