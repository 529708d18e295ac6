import type { Invocation } from '../../shell/index.ts';
import type { EventFacts } from '../judge/event-facts.ts';
import type { CommandPattern } from '../language/command-pattern.ts';
import { isGlob } from '../match/glob.ts';
import { startedBy } from '../match/launchers.ts';
import { namesOf } from '../match/match-command.ts';

/** Those that may fit: most patterns speak of another program, and that is settled before anything else is compared. */
export function patternsFor(
  patterns: readonly CommandPattern[],
  invocation: Invocation,
  facts: Pick<EventFacts, 'once'>,
): readonly CommandPattern[] {
  const called = namesIn(invocation, facts);
  if (called === null) return patterns;
  return patterns.filter(({ program }) => program.some((name) => called.has(name) || isGlob(name)));
}

/** Every name a pattern could call this command by; null when its program is only known at run time. */
export function namesIn(invocation: Invocation, facts: Pick<EventFacts, 'once'>): Set<string> | null {
  if (invocation.program === '') return null;
  return facts.once(invocation, 'names', () => {
    const started = startedBy(invocation).flatMap(({ program }, index) =>
      namesOf(program, index === 0 ? invocation.path : ''),
    );
    return new Set([...invocation.wrappers, ...started]);
  });
}
