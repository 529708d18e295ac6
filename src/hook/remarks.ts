import type { AgentEvent, Answer } from '../protocol/agent-event.ts';
import { firstFew, wordBrokenPolicy } from './broken-policy.ts';
import type { HookHost } from './host.ts';
import { staleMods, wordStaleMod } from './written-mods.ts';
import type { IgnoredVariable } from './trust/repository-variables.ts';

/** What is wrong around the hook, whatever the event. */
export interface Remarks {
  /** Problems in how the hook was started, repeated until fixed. */
  standing: readonly string[];
  /** Said at the start of a session and with its first decision; null: nothing. */
  firstDecision: string | null;
}

interface Occasion {
  event: AgentEvent;
  answer: Answer;
  host: HookHost;
  remarks: Remarks | undefined;
}

/** The remarks that this event is an occasion for: a person should hear of them, but not with each of a hundred calls. */
export function remarksOn({ event, answer, host, remarks }: Occasion): string[] {
  const late = host.isLate()
    ? ["hookctl ran out of time. Rules that still needed file facts were decided by your policy's `on-error` setting."]
    : [];
  const standing = [...(remarks?.standing ?? []), ...standingRemarks(host, event)];
  const first = remarks?.firstDecision ?? null;
  return [
    ...late,
    ...(event.event === 'session-start' ? modRemarks(host, event) : []),
    ...(standing.length > 0 && isOccasion(host, event, answer, standing) ? standing : []),
    ...(first !== null && isFirstDecision(host, event, answer, first) ? [first] : []),
  ];
}

/** The mod itself can only write to the client's log. */
function modRemarks({ system, stateDirectory }: HookHost, { projectRoot }: AgentEvent): string[] {
  return staleMods(system, stateDirectory, projectRoot).map(
    (mod) => `hookctl: ${wordStaleMod(mod)} Run \`hookctl mod ${mod.directory}\`.`,
  );
}

/** What stays wrong from event to event. */
function standingRemarks({ compiled }: HookHost, event: AgentEvent): string[] {
  const { problems, impaired } = compiled.manifest;
  const remarks: string[] = [];
  if (compiled.wasDamaged === true)
    remarks.push('hookctl: the compiled policy was damaged; hookctl compiled it again from the policy files.');
  if (problems.length > 0)
    remarks.push(
      [
        `hookctl: the policy has ${wordBrokenPolicy({ errors: problems.length, impaired })}`,
        ...firstFew(problems),
      ].join('\n'),
    );
  if (event.event === 'other' && event.input !== null)
    remarks.push(`hookctl does not know the event "${event.nativeEvent}": rules on tool calls were not applied to it.`);
  return remarks;
}

/** With every decision, when a person is likely to look, and at least once in a session. */
function isOccasion(host: HookHost, event: AgentEvent, answer: Answer, remarks: readonly string[]): boolean {
  if (answer.verdict !== 'none' || answer.context.length > 0) return true;
  if (event.event === 'session-start' || event.event === 'prompt' || event.session.id === 'no-session') return true;
  return host.claimOnce(`${event.session.id} ${remarks.join('\n')}`);
}

function isFirstDecision(host: HookHost, event: AgentEvent, answer: Answer, remark: string): boolean {
  if (event.event === 'session-start') return true;
  return answer.verdict !== 'none' && host.claimOnce(`${event.session.id} once ${remark}`);
}

/** Two sentences for the person, and what was ignored; null: nothing was. */
export function untrustedRemark(loosenings: readonly string[], variables: readonly IgnoredVariable[]): string | null {
  const ignored = [
    ...loosenings,
    ...variables.map(({ name, value, file }) => `${file} (settings): sets ${name}=${value.slice(0, 80)}`),
  ];
  if (ignored.length === 0) return null;
  return [
    "hookctl: you have not trusted this project's policy as it is now; parts that weaken other rules are ignored.",
    'Read it and run `hookctl trust` in your own terminal to put it fully into force. Ignored:',
    ...firstFew(ignored).map((line) => `  ${line}`),
  ].join('\n');
}

/** What the person must hear besides the answer; each thing once. */
interface Notices {
  add: (notice: string) => void;
  addTo: (answer: Answer) => Answer;
}

export function createNotices(): Notices {
  const notices = new Set<string>();
  return {
    add: (notice) => void notices.add(notice),
    addTo: (answer) =>
      notices.size === 0 ? answer : { ...answer, userMessages: [...new Set([...answer.userMessages, ...notices])] },
  };
}
