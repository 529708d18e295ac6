import type { FileAction } from '../../protocol/agent-event.ts';
import { changedPaths } from '../judge/changed-paths.ts';
import { compare, type Comparison } from '../language/comparison.ts';
import { compileComparison } from '../language/value-matcher.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';
import { defineCondition } from './condition.ts';
import { invocationsOf, type RuleScope } from './scope.ts';

/** `undefined`: a fact could not be had. `uncertain`: only the command itself knows, when it runs. */
type Count = number | undefined | 'uncertain';

const changedLines = defineCondition<Comparison>({
  name: 'change.lines',
  about:
    'Lines of the file that this edit adds or takes away, whichever are more: "> 200". Not known where a program works out what it writes (sed -i).',
  value: 'number',
  phases: ['before'],
  perPath: true,
  compile: (value, context) => compileComparison(value, context),
  test: (test, scope) => {
    const lines = linesChanged(scope);
    return typeof lines === 'number' ? compare(lines, test) : (lines ?? 'unknown');
  },
  saw: linesChanged,
});

/** The lines that one call would change in the file it is judged on. */
export function linesChanged(scope: RuleScope): Count {
  const { action, target, effect } = scope.binding;
  if (target === null) return 0;
  if (target.path === '?') return 'uncertain';
  if (action?.kind === 'file') return linesOfTool(action, target.path, scope);
  if (effect?.kind === 'delete') return effect.recursive ? 'uncertain' : linesOnDisk(target.path, scope);
  if (effect?.kind !== 'write') return 0;
  const fed = invocationsOf(scope).flatMap(({ stdin }) => (stdin === undefined || stdin.dynamic ? [] : [stdin.text]));
  if (fed.length === 0 || !FED.includes(effect.via)) return 'uncertain';
  const text = fed.join('\n');
  return effect.append ? linesIn(text).length : againstDisk(target.path, text, scope);
}

/** Ways in which a file gets exactly what was on standard input. */
const FED: readonly string[] = ['redirect', 'heredoc', 'tee'];

function linesOfTool(
  { op, newText, oldText, everywhere, path: own }: FileAction,
  path: string,
  scope: RuleScope,
): Count {
  if (op === 'read' || op === 'move') return 0;
  if (op === 'delete') return linesOnDisk(path, scope);
  if (newText === undefined) return 'uncertain';
  if (op === 'create') return againstDisk(path, newText, scope);
  if (oldText === undefined) return linesIn(newText).length;
  const once = linesBetween(oldText, newText);
  if (everywhere !== true || oldText === '') return once;
  const text = scope.facts.world.text(own, LONGEST);
  return text === undefined ? undefined : once * Math.max(1, (text ?? '').split(oldText).length - 1);
}

const LONGEST = 1_000_000;

function againstDisk(path: string, text: string, { facts }: RuleScope): Count {
  const before = facts.world.text(path, LONGEST);
  return before === undefined ? undefined : linesBetween(before ?? '', text);
}

function linesOnDisk(path: string, { facts }: RuleScope): Count {
  const text = facts.world.text(path, LONGEST);
  return text === undefined ? undefined : linesIn(text ?? '').length;
}

/** Lines that only one side has; a line that moves counts as unchanged. */
function linesBetween(before: string, after: string): number {
  const unmatched = new Map<string, number>();
  const old = linesIn(before);
  for (const line of old) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  let added = 0;
  let kept = 0;
  for (const line of linesIn(after)) {
    const left = unmatched.get(line) ?? 0;
    if (left === 0) added++;
    else {
      kept++;
      unmatched.set(line, left - 1);
    }
  }
  return Math.max(added, old.length - kept);
}

/** A newline at the end begins no further line. */
function linesIn(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

const changedFiles = defineCondition<Comparison>({
  name: 'change.files',
  about: 'How many files of the project this session has changed, with those that this call would change: "> 20".',
  value: 'number',
  memory: 'calls',
  compile: (value, context) => compileComparison(value, context),
  test: (test, scope) => compare(filesChanged(scope), test),
  saw: filesChanged,
});

/** Files outside the project (logs in /tmp, the agent's own notes) do not count. */
export function filesChanged(scope: RuleScope): number {
  const { facts } = scope;
  return facts.memo(facts.places, 'files changed', () => {
    const paths = new Set(scope.session().edits.paths());
    for (const action of facts.event.actions) for (const path of changedPaths(action, facts)) paths.add(path);
    return [...paths].filter((path) => relativeTo(facts.places.root, path) !== null).length;
  });
}

export const changeConditions = [changedLines, changedFiles];
