import type { Draft, Translation } from '../importer.ts';
import { type HookifyField, FIELDS, type HookifySubject } from './fields.ts';
import { type Operator, operatorOf } from './operators.ts';

/** A rule of hookify: every condition must hold. */
export function translateRule(file: string, fields: Record<string, unknown>, body: string): Translation {
  const name = typeof fields['name'] === 'string' && fields['name'] !== '' ? fields['name'] : 'unnamed';
  const event = typeof fields['event'] === 'string' ? fields['event'] : 'all';
  const base = { file, line: 1, title: `${name} (${event}, ${actionOf(fields)})` };
  if (fields['enabled'] === false) return { ...base, fidelity: 'disabled', notes: ['enabled: false'], drafts: [] };
  const read = readConditions(fields, event);
  if (typeof read === 'string') return { ...base, fidelity: 'untranslated', notes: [read], drafts: [] };
  const subjects = subjectsOf(event, read);
  if (typeof subjects === 'string') return { ...base, fidelity: 'untranslated', notes: [subjects], drafts: [] };
  const notes = [
    ...new Set([
      ...read.flatMap(({ field }) => field.note ?? []),
      ...actionNotes(event, fields),
      ...patternNotes(event, fields),
    ]),
  ];
  const verb = VERBS[actionOf(fields)];
  if (verb === undefined)
    return {
      ...base,
      fidelity: 'untranslated',
      notes: [`"action: ${actionOf(fields)}" is not an action of hookify`],
      drafts: [],
    };
  const places = subjects.flatMap((subject) => {
    const moment = momentOf(subject, event, read, fields['tool_matcher']);
    return moment === null ? [] : [{ subject, moment }];
  });
  if (places.length === 0)
    return {
      ...base,
      fidelity: 'untranslated',
      notes: [`"tool_matcher: ${String(fields['tool_matcher'])}" names no tool of the event, so it never fires`],
      drafts: [],
    };
  const drafts = places.map(({ subject, moment }) =>
    draftOf({ name, subject, moment, conditions: read, verb, message: body === '' ? name : body }),
  );
  return { ...base, fidelity: notes.length > 0 ? 'approximate' : 'exact', notes, drafts };
}

const VERBS: Record<string, Draft['verb']> = { warn: 'warn', block: 'deny', ask: 'ask' };

interface Condition {
  field: HookifyField;
  operator: Operator;
}

/** The conditions, or why they cannot be translated. */
function readConditions(fields: Record<string, unknown>, event: string): Condition[] | string {
  const listed = Array.isArray(fields['conditions']) ? (fields['conditions'] as Record<string, unknown>[]) : [];
  const pattern = fields['pattern'];
  const implied = { bash: 'command', file: 'new_text', prompt: 'user_prompt', stop: 'reason' }[event] ?? 'content';
  const conditions =
    listed.length > 0 ? listed : typeof pattern === 'string' && pattern !== '' ? [{ field: implied, pattern }] : [];
  if (conditions.length === 0) return 'has neither a pattern nor conditions, so it never fires';
  const found: Condition[] = [];
  for (const { field, operator, pattern: text } of conditions) {
    const fieldRow = Object.hasOwn(FIELDS, String(field)) ? FIELDS[String(field)] : undefined;
    if (fieldRow === undefined) return `looks at the field "${String(field)}", which hookify finds in no call`;
    if (fieldRow.missing !== undefined) return fieldRow.missing;
    const operation = operatorOf(typeof operator === 'string' ? operator : 'regex_match', String(text ?? ''));
    if (typeof operation === 'string') return operation;
    if (fieldRow.constant === undefined) found.push({ field: fieldRow, operator: operation });
    else if (operation.holds(fieldRow.constant))
      found.push({ field: fieldRow, operator: { ...operation, always: true } });
    else return `compares "${String(field)}" with a value that it never has`;
  }
  return found;
}

/** Where the rule can fire: an event and its fields must agree. `all` means wherever the fields are found. */
function subjectsOf(event: string, conditions: readonly Condition[]): HookifySubject[] | string {
  const ofEvent = {
    bash: ['bash'],
    file: ['file'],
    stop: ['stop'],
    prompt: ['prompt'],
    all: ['bash', 'file', 'stop', 'prompt'],
  }[event];
  if (ofEvent === undefined) return `"event: ${event}" is not an event of hookify`;
  const subjects = (ofEvent as HookifySubject[]).filter((subject) =>
    conditions.every(({ field }) => field.on[subject] !== undefined),
  );
  return subjects.length > 0 ? subjects : `the event "${event}" has no such field, so it never fires`;
}

const FILE_TOOLS = ['Edit', 'Write', 'MultiEdit'];

/** When the rule is asked; null: never, since `tool_matcher` leaves out every tool of the event. */
function momentOf(
  subject: HookifySubject,
  event: string,
  conditions: readonly Condition[],
  matcher: unknown,
): Draft['moment'] | null {
  const named = typeof matcher === 'string' && matcher !== '' && matcher !== '*' ? matcher.split('|') : null;
  if (subject === 'stop' || subject === 'prompt') return named === null ? { at: subject } : null;
  if (subject === 'bash') return named === null || named.includes('Bash') ? { before: 'run' } : null;
  // For "all", a path is found in the arguments of every tool that has one: Read, too.
  const anyTool = event === 'all' && conditions.every(({ field }) => field.on.file?.startsWith('input.') === true);
  if (named === null) return { before: anyTool ? 'any' : FILE_TOOLS.join('|') };
  const tools = named.filter((name) => anyTool || FILE_TOOLS.includes(name));
  return tools.length > 0 ? { before: tools.join('|') } : null;
}

interface Parts {
  name: string;
  subject: HookifySubject;
  moment: Draft['moment'];
  conditions: readonly Condition[];
  verb: Draft['verb'];
  message: string;
}

function draftOf({ name, subject, moment, conditions, verb, message }: Parts): Draft {
  const always = conditions.filter(({ operator }) => operator.always !== true);
  const all = always.map(({ field, operator }) =>
    operator.condition((value) => ({ [field.on[subject] ?? '']: value })),
  );
  const when = all.length === 1 ? all[0] : { all };
  return {
    name,
    moment,
    ...(all.length === 0 ? {} : { when: when as Draft['when'] & object }),
    verb,
    message,
    ...callsFor(subject, moment, conditions),
  };
}

/** Calls made of texts that the conditions hold for, and one they do not concern. */
function callsFor(
  subject: HookifySubject,
  moment: Draft['moment'],
  conditions: readonly Condition[],
): Pick<Draft, 'fires' | 'passes'> {
  const holds = (texts: Record<string, string>) =>
    conditions.every(({ field, operator }) => operator.holds(texts[field.on[subject] ?? ''] ?? ''));
  const sampled: Record<string, string> = { ...NEUTRAL[subject] };
  for (const { field, operator } of conditions) {
    if (operator.sample !== null) sampled[field.on[subject] ?? ''] = operator.sample;
  }
  const writes = 'before' in moment && moment.before === 'Write';
  return {
    fires: holds(sampled) ? [callOf(subject, sampled, writes)] : [],
    passes: holds(NEUTRAL[subject]) ? [] : [callOf(subject, NEUTRAL[subject], writes)],
  };
}

const NEUTRAL: Record<HookifySubject, Record<string, string>> = {
  bash: { command: 'true' },
  file: { 'input.file_path': '/project/notes.txt', content: 'text', 'input.old_string': 'old' },
  stop: {},
  prompt: { prompt: 'hello' },
};

function callOf(subject: HookifySubject, texts: Record<string, string>, writes: boolean) {
  switch (subject) {
    case 'bash':
      return texts['command'] ?? '';
    case 'file':
      if (writes) return { Write: { file_path: texts['input.file_path'], content: texts['content'] } };
      return {
        Edit: {
          file_path: texts['input.file_path'],
          old_string: texts['input.old_string'],
          new_string: texts['content'],
        },
      };
    case 'stop':
      return { stop: '' };
    default:
      return { prompt: texts['prompt'] };
  }
}

function actionOf(fields: Record<string, unknown>): string {
  return typeof fields['action'] === 'string' ? fields['action'] : 'warn';
}

function actionNotes(event: string, fields: Record<string, unknown>): string[] {
  const prompts =
    event === 'prompt' || (event === 'all' && JSON.stringify(fields['conditions'] ?? '').includes('prompt'));
  if (actionOf(fields) !== 'block' || !prompts) return [];
  return ['stricter: a prompt is really refused; hookify only shows the message there'];
}

/** A rule for all events with a lone pattern looks into one field, whatever its author had in mind. */
function patternNotes(event: string, fields: Record<string, unknown>): string[] {
  if (event !== 'all' || Array.isArray(fields['conditions'])) return [];
  return [
    'as in hookify, the pattern of a rule for "all" is looked for in written text only; write a rule with `command` for the shell',
  ];
}
