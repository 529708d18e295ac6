import type { ConditionNode } from '../compile/artefact.ts';
import type { Analysis, Span } from '../../shell/index.ts';
import { analysisOf, type RuleScope } from '../conditions/scope.ts';
import { evaluateNode } from '../judge/evaluate-rule.ts';

/** A line of this length is read at a glance. */
const SHORT = 100;
const LONGEST = 200;

/**
 * What a message shows of the command line. Agents type ten commands at once, and the reader wants to see the one that a rule speaks of, with its pipeline. Where
 * the rule holds because of the text of the line, all of that is shown.
 */
export function shownCommand(scope: RuleScope, when: ConditionNode | null): string | null {
  const { action, invocation } = scope.binding;
  if (action?.kind !== 'exec') return null;
  const { command } = action;
  if (command.length <= SHORT && !command.includes('\n')) return command;
  const analysis = analysisOf(scope);
  if (invocation === null || analysis === null || (when !== null && isAboutLine(when, scope))) return command;
  const part = partOf(command, spansOf(analysis, invocation)) ?? command;
  return part.length > LONGEST ? `${part.slice(0, LONGEST - 1)}…` : part;
}

/** Of several ways in which a rule may hold, those count that do. */
function isAboutLine(node: ConditionNode, scope: RuleScope): boolean {
  switch (node.op) {
    case 'all':
      return node.of.some((child) => isAboutLine(child, scope));
    case 'any':
      return node.of.every((child) => evaluateNode(child, scope) === false || isAboutLine(child, scope));
    case 'not':
      return false;
    default:
      return node.name === 'command';
  }
}

/** The command itself, and what it is piped to or from. */
function spansOf({ invocations, pipes }: Analysis, invocation: number): Span[] {
  const pipe = pipes.find(({ stages }) => stages.some((stage) => stage.includes(invocation)));
  const indexes = pipe === undefined ? [invocation] : pipe.stages.flat();
  return indexes.flatMap((index) => invocations[index]?.span ?? []);
}

function partOf(command: string, spans: readonly Span[]): string | null {
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  const part = Number.isFinite(start) ? command.slice(start, end).trim() : '';
  return part === '' ? null : part;
}
