import type { Action, Adapter } from '../../../protocol/agent-event.ts';
import { EVENT_NAMES, isEventName, rowOf } from '../../../protocol/index.ts';
import type { Subject } from '../../compile/artefact.ts';
import { changesOfFile } from '../../match/path-changes.ts';
import type { Alternative, Literal } from './alternatives.ts';

/** Conditions on what a shell command does; a tool that runs none never fits. */
const OF_COMMANDS =
  /^(?:runs|pipes|command|names|reached|unclear|git\.(?!branch).*|network|carries|executes|disk.*|system.*|persists|package.*|chmod|sets-env|container\.privileged|rights|mounts)$/;
const OF_PATHS = /^(?:path|change|file\.(?:lines|size))$/;
const OF_READS = ['argument', 'upload', 'script', 'search', 'mount', 'use'];
const OF_CHANGES = ['write', 'append', 'empty', 'delete', 'sweep'];

type ReadCall = Pick<Adapter, 'readCall' | 'mainField'>;

/** Why a rule on this subject can never see all of these facts, in a few words; null: nothing speaks against it. */
export function missingFact(subject: Subject, alternative: Alternative, adapter: ReadCall): string | null {
  for (const literal of alternative) {
    if (literal.isNegated) continue;
    const reason = misfit(subject, literal, adapter);
    if (reason !== null) return `${literal.written}: ${reason}`;
  }
  return null;
}

function misfit(subject: Subject, literal: Literal, adapter: ReadCall): string | null {
  switch (subject.kind) {
    case 'event':
      return ofEvent(subject.name, literal);
    case 'action':
      return ofAction(subject.name, literal, adapter);
    case 'tool':
      return ofTool(subject.name, literal, adapter);
    default:
      return null;
  }
}

function ofEvent(event: string, { name, test }: Literal): string | null {
  if (name === 'prompt' && event !== 'prompt' && event !== 'UserPromptSubmit') return `${event} has no prompt`;
  if (name !== 'source' || (test as { is: string }).is === 'absent') return null;
  const natives = isEventName(event) ? [event] : EVENT_NAMES.filter((one) => rowOf(one).neutral === event);
  const fields = natives.flatMap((one) => Object.keys(rowOf(one).payload));
  return natives.length === 0 || ['source', 'trigger', 'reason', 'load_reason'].some((one) => fields.includes(one))
    ? null
    : `${event} has no source`;
}

function ofAction(action: string, { name, test }: Literal, adapter: ReadCall): string | null {
  if (action === 'fetch' && OF_PATHS.test(name)) return 'a fetch has no path';
  if (name === 'via' && action === 'run' && isOnly(test, ['tool'])) return 'a shell command never writes by "tool"';
  if (name === 'via' && action === 'write' && isOnly(test, OF_READS)) return 'that is a way of reading, not of writing';
  if (name === 'change' && action === 'write' && isOnly(test, ['read'])) return 'a write does not read';
  if (name === 'change' && action === 'read' && isOnly(test, OF_CHANGES)) return 'a read changes nothing';
  if (name !== 'tool') return null;
  const tools = test as string[];
  const kinds = tools.map((tool) => actionsOf(tool, adapter));
  if (kinds.some((actions) => actions === null || actions.some((one) => does(one, action)))) return null;
  return `${tools.join(', ')} ${action === 'run' ? 'runs no command' : `is not a tool for "${action}"`}`;
}

function does(action: Action, wanted: string): boolean {
  if (action.kind === 'exec') return true;
  if (action.kind === 'file')
    return (action.op === 'read') === (wanted === 'read') && wanted !== 'run' && wanted !== 'fetch';
  return action.kind === 'fetch' && wanted === 'fetch';
}

function ofTool(tool: string, { name, test }: Literal, adapter: ReadCall): string | null {
  if (name === 'tool') {
    const words = test as string[];
    return words.some((word) => word.includes('*') || word === tool) ? null : `the rule is on ${tool}`;
  }
  const actions = actionsOf(tool, adapter);
  if (actions === null) return null;
  if (actions.some(({ kind }) => kind === 'exec'))
    return name === 'via' && isOnly(test, ['tool']) ? `${tool} writes by commands` : null;
  if (OF_COMMANDS.test(name)) return `${tool} runs no shell command`;
  const files = actions.flatMap((action) => (action.kind === 'file' ? [action] : []));
  if (files.length === 0) return OF_PATHS.test(name) ? `${tool} has no path` : null;
  if (name === 'via')
    return isOnly(test, ['tool']) || (test as string[]).includes('tool') ? null : `${tool} only ever writes by "tool"`;
  const changes = files.flatMap(changesOfFile);
  if (name === 'change')
    return (test as string[]).some((word) => (changes as string[]).includes(word)) ? null : `${tool} does not do that`;
  const wanted = { writes: 'write', reads: 'read', deletes: 'delete' }[name];
  return wanted === undefined || (changes as string[]).includes(wanted)
    ? null
    : `${tool} ${changes.join(' and ')}s, and nothing else`;
}

function isOnly(test: unknown, words: readonly string[]): boolean {
  return Array.isArray(test) && test.every((word) => words.includes(word as string));
}

/** What a call of the tool does; null where that depends on the call, or the tool is not known. */
function actionsOf(tool: string, adapter: ReadCall): Action[] | null {
  if (tool.includes('*') || tool.startsWith('mcp__')) return null;
  const { actions } = adapter.readCall(tool, { [adapter.mainField(tool)]: 'x' }, { cwd: '/', home: '/' });
  return actions.length > 0 && actions.every(({ kind }) => kind === 'exec' || kind === 'file' || kind === 'fetch')
    ? actions
    : null;
}
