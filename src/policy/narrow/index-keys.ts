import type { CompiledRule, ConditionNode, Subject } from '../compile/artefact.ts';
import { findCondition } from '../conditions/index.ts';
import { PIPE_KEYS, shownChange, shownVia, TEXT_KEYS } from './command-keys.ts';
import { ANY_PATH } from './path-keys.ts';
import { PROGRAM } from './program-keys.ts';

/** Key → the places of the rules that have it. */
export function indexRules(rules: readonly CompiledRule[]): Record<string, number[]> {
  const index: Record<string, number[]> = Object.create(null) as Record<string, number[]>;
  for (const [place, rule] of rules.entries()) {
    for (const key of new Set(keysOfRule(rule))) (index[key] ??= []).push(place);
  }
  return index;
}

/** Under which keys a rule is filed: its subjects, each with something that its conditions need the event to show, or `*`. */
function keysOfRule(rule: FiledRule): string[] {
  const needs = needsOfRule(rule);
  return subjectsOfRule(rule).flatMap((subject) => needs.map((need) => `${subject} ${need}`));
}

type FiledRule = Pick<CompiledRule, 'phase' | 'subjects' | 'when' | 'base'>;

/** Moment and subject → kinds of needs under which there are rules: what is not there need not be looked up. */
export function kindsInIndex(
  index: Readonly<Record<string, readonly number[]>>,
  rules: readonly FiledRule[],
): Record<string, string[]> {
  const kinds = new Map<string, Set<string>>();
  const subjects = rules.map(subjectsOfRule);
  for (const [key, [place = 0]] of Object.entries(index))
    for (const subject of subjects[place] ?? []) {
      if (!key.startsWith(`${subject} `)) continue;
      const own = kinds.get(subject) ?? new Set();
      kinds.set(subject, own.add(kindOf(key.slice(subject.length + 1))));
    }
  return Object.fromEntries([...kinds].map(([subject, own]) => [subject, [...own]]));
}

/** `program` of `program git push`. */
export function kindOf(need: string): string {
  const end = need.indexOf(' ');
  return end < 0 ? need : need.slice(0, end);
}

function subjectsOfRule({ phase, subjects }: FiledRule): string[] {
  return subjects.map((subject) => `${phase} ${subjectKey(subject)}`);
}

/** What an event shows of its paths is relative to the project of the session: a rule that names its own directory is always evaluated. */
function needsOfRule({ when, base }: FiledRule): string[] {
  return (when === null || base !== undefined ? null : needsOf(when)) ?? ['*'];
}

function subjectKey(subject: Subject): string {
  if (subject.kind === 'any') return 'any';
  if (subject.kind === 'mcp') return `mcp:${subject.server}`;
  return subject.kind === 'action' ? subject.name : `${subject.kind}:${subject.name}`;
}

/** The rarest list of keys of which one must be there; null when there is none. */
function needsOf(node: ConditionNode): string[] | null {
  switch (node.op) {
    case 'is':
      return findCondition(node.name)?.condition.keys?.(node.test) ?? null;
    case 'all': {
      const lists = node.of.map(needsOf).filter((list) => list !== null);
      return lists.sort((a, b) => commonness(a) - commonness(b))[0] ?? null;
    }
    case 'any': {
      const lists = node.of.map(needsOf);
      return lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];
    }
    default:
      return null;
  }
}

/** How often events show a key, roughly, by how it begins: a rule is filed under what is rare. */
const COMMONNESS: readonly (readonly [beginning: string, perThousand: number])[] = [
  [PIPE_KEYS, 20],
  [shownVia(''), 50],
  [shownChange(''), 30],
  [ANY_PATH, 0.5],
];
const OTHERS = 5;

/** Programs that agents run all day. */
const EVERYDAY = 'bun cargo cat cd curl echo find git grep ls node npm pip python python3 rm sed'.split(' ');
const EVERY_DAY = 100;

/** `set` is a part of many commands, `os.environ` of few; each word is looked for in every command. */
const SHORT_WORD = { letters: 3, perThousand: 50 };
const LONG_WORD = 10;

function commonness(keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + commonnessOf(key), 0);
}

function commonnessOf(key: string): number {
  if (key.startsWith(TEXT_KEYS))
    return key.length - TEXT_KEYS.length <= SHORT_WORD.letters ? SHORT_WORD.perThousand : LONG_WORD;
  if (key.startsWith(PROGRAM) && EVERYDAY.includes(key.slice(PROGRAM.length))) return EVERY_DAY;
  return COMMONNESS.find(([start]) => key.startsWith(start))?.[1] ?? OTHERS;
}
