import type { PastEvent } from '../../../src/adapters/past-event.ts';

/** An event in one line, for tables. */
export function inAWord({ event, outcome }: PastEvent): string {
  const actions = event.actions.map((action) =>
    action.kind === 'exec' ? action.command : action.kind === 'file' ? `${action.op} ${action.path}` : action.kind,
  );
  const output = event.output === null ? [] : [`${event.output.result} ${event.output.exit ?? '-'}`];
  return [
    event.agent,
    event.event,
    event.cwd,
    ...actions,
    ...(event.prompt === null ? [] : [event.prompt]),
    ...output,
    ...(outcome === null ? [] : [outcome]),
  ].join(' | ');
}
