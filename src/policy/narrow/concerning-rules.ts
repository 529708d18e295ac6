import type { Action } from '../../protocol/agent-event.ts';
import type { CompiledRule } from '../compile/artefact.ts';
import { targets, targetsOf } from '../conditions/targets.ts';
import { showAction, showAnalysis, showPipes, TEXT_KEYS } from './command-keys.ts';
import { type EventFacts, hidesEffects } from '../judge/event-facts.ts';
import { kindOf } from './index-keys.ts';
import type { LoadedPolicy } from '../stored/open-policy.ts';
import type { Target } from '../match/target.ts';
import { ANY_PATH, keysInReach, keysOfPath } from './path-keys.ts';
import { showPrograms } from './program-keys.ts';
import { wordsOf } from '../match/words-of.ts';
import { isAscii } from '../../protocol/text/encoding.ts';

interface Concern {
  /** The rules that may concern the event; the others certainly do not. */
  rules: CompiledRule[];
  /**
   * True if a command that could not be followed completely must be reported: before a call, if the policy has any rule on such calls; after it, if one of
   * `rules` remains.
   */
  unreadMatters: boolean;
}

/** Which rules can matter for this event at all? Judging by all of them gives the same answer (a law in `test/policy/laws.test.ts`), only later. */
export function concerningRules(policy: LoadedPolicy, facts: EventFacts): Concern {
  const { ruleNumbers, unreadMatters } = numbersOf(policy, facts);
  return { rules: [...ruleNumbers].map(policy.rule), unreadMatters };
}

function numbersOf(policy: LoadedPolicy, facts: EventFacts): { ruleNumbers: Set<number>; unreadMatters: boolean } {
  const { event, nativeEvent } = facts.event;
  const ruleNumbers = new Set<number>();
  const add = (more: readonly number[]) => {
    for (const number of more) ruleNumbers.add(number);
  };
  if (event !== 'before-tool' && event !== 'after-tool') {
    add(policy.find(`at event:${event} *`));
    add(policy.find(`at event:${nativeEvent} *`));
    return { ruleNumbers, unreadMatters: ruleNumbers.size > 0 };
  }
  // Most policies say little about calls that have run. Without a rule on the subject, what the event shows does not matter.
  const subjects = subjectsOf(facts, event === 'before-tool' ? 'before' : 'after').filter(
    (subject) => policy.kindsOf(subject).length > 0,
  );
  if (subjects.length === 0) return { ruleNumbers, unreadMatters: false };
  const { keys, prefixes, texts, open } = shownBy(facts, policy);
  // No word goes over the end of a line.
  const commands = texts?.join('\n');
  const isInCommand = (word: string) => commands === undefined || commands.includes(word);
  for (const subject of subjects) {
    if (open) {
      add(policy.findAll(`${subject} `));
      continue;
    }
    const kinds = policy.kindsOf(subject);
    for (const key of keys) if (kinds.includes(kindOf(key))) add(policy.find(`${subject} ${key}`));
    for (const prefix of prefixes) add(policy.findAll(`${subject} ${prefix}`));
    if (kinds.includes(kindOf(TEXT_KEYS))) add(policy.findSome(`${subject} ${TEXT_KEYS}`, isInCommand));
  }
  return { ruleNumbers, unreadMatters: event === 'before-tool' || ruleNumbers.size > 0 };
}

function subjectsOf(facts: EventFacts, phase: 'before' | 'after'): string[] {
  const { actions, tool } = facts.event;
  const subjects = new Set<string>([`${phase} any`]);
  if (tool !== null) subjects.add(`${phase} tool:${tool.native}`);
  if (tool?.common !== undefined) subjects.add(`${phase} tool:${tool.common}`);
  if (tool?.mcp) subjects.add(`${phase} mcp:${tool.mcp.server}`).add(`${phase} mcp:*`);
  for (const action of actions) {
    if (action.kind === 'exec') {
      subjects.add(`${phase} run`);
      const analysis = facts.analysisOf(action);
      if (analysis === null) continue;
      if (hidesEffects(analysis)) subjects.add(`${phase} write`).add(`${phase} read`);
      for (const { kind } of analysis.effects) {
        if (kind === 'write' || kind === 'delete') subjects.add(`${phase} write`);
        else if (kind === 'read') subjects.add(`${phase} read`);
        else if (kind === 'network') subjects.add(`${phase} fetch`);
      }
    } else if (action.kind === 'file') subjects.add(action.op === 'read' ? `${phase} read` : `${phase} write`);
    else if (action.kind === 'fetch') subjects.add(`${phase} fetch`);
  }
  return [...subjects];
}

interface Shown {
  /** Programs, effects and paths. */
  keys: Set<string>;
  /** Keys may go on in any way where something is only known at run time. */
  prefixes: Set<string>;
  /** Commands as written, and as programs get them, in lower case; null: one of them is not ASCII, where lower case means little. */
  texts: string[] | null;
  /** It may do more than can be listed. */
  open: boolean;
}

/** What an event shows is collected in `shown`. */
interface Showing {
  facts: EventFacts;
  /** The policy also acts on what cannot be told (`defaults.uncertain`). */
  isCareful: boolean;
  shown: Shown;
}

function shownBy(facts: EventFacts, { head }: LoadedPolicy): Shown {
  const shown: Shown = { keys: new Set(['*']), prefixes: new Set(), texts: [], open: false };
  const showing: Showing = { facts, isCareful: head.defaults.uncertain !== 'skip', shown };
  for (const action of facts.event.actions) {
    showAction(action, shown.keys);
    if (action.kind === 'exec') showCommand(action, showing);
    else if (action.kind === 'file') {
      for (const target of targets({ path: action.path, recursive: action.wide }, facts)) showTarget(target, showing);
      if (action.from === undefined) continue;
      for (const target of targets({ path: action.from }, facts)) showTarget(target, showing);
    }
  }
  return shown;
}

function showCommand(action: Action & { kind: 'exec' }, showing: Showing): void {
  const { facts, isCareful, shown } = showing;
  const analysis = facts.analysisOf(action);
  if (analysis === null) return;
  const { command } = action;
  const texts = [command, ...analysis.invocations.map(wordsOf)].join('\n');
  shown.texts = shown.texts === null || !isAscii(texts) ? null : [...shown.texts, texts.toLowerCase()];
  for (const invocation of analysis.invocations) showPrograms(invocation, facts, shown);
  showPipes(analysis, shown.keys);
  showAnalysis(analysis, shown.keys);
  for (const effect of analysis.effects) {
    if (effect.kind !== 'write' && effect.kind !== 'read' && effect.kind !== 'delete') continue;
    for (const target of targetsOf(effect, facts)) showTarget(target, showing);
  }
  shown.open ||= isCareful && (hidesEffects(analysis) || analysis.invocations.some((one) => one.program === ''));
}

function showTarget({ path, reading, ending }: Target, showing: Showing): void {
  const { facts, isCareful, shown } = showing;
  if (ending !== undefined) showTarget({ path: ending, reading, recursive: false }, showing);
  if (path === '?') {
    if (isCareful) shown.keys.add(ANY_PATH);
    return;
  }
  const keys = reading === 'reaches' ? keysInReach(path, facts.places) : keysOfPath(path, facts.places);
  if (keys === null) shown.keys.add(ANY_PATH);
  else for (const key of keys) shown.keys.add(key);
}
