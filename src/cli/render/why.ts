import type { AuditLine } from '../../audit/audit-line.ts';
import type { ShownVerdict } from '../../audit/index/decision.ts';
import type { Rejudged } from '../rejudge.ts';
import { COLOURS } from './decisions.ts';
import { renderExplanation } from './explanation.ts';
import { localTime } from './local-time.ts';
import { harmless, oneLine } from './plain-text.ts';
import type { Paint } from './style.ts';

/** The record whole, then what the policy in force now makes of it. */
export function renderWhy(
  record: AuditLine,
  replay: Rejudged | { problem: string },
  all: boolean,
  paint: Paint,
): string {
  const lines = [
    `${painted(record.verdict, paint)}  ${oneLine(record.tool ?? record.nativeEvent)}  ${localTime(Date.parse(record.time), 'long')}  ${paint('dim', record.id)}`,
    ...record.actions.map((action) => `  ${oneLine(action)}`),
    '',
    ...recordLines(record, replay),
    '',
    paint('bold', 'Judged again, by the policy in force now:'),
    ...('problem' in replay ? [`  not possible: ${replay.problem}`] : replayLines(record, replay, all, paint)),
  ];
  return `${lines.join('\n')}\n`;
}

function recordLines(record: AuditLine, replay: Rejudged | { problem: string }): string[] {
  const rows: [string, string][] = [
    ['reason', record.reason],
    ...record.hits.map(({ rule, effective, verb, mode, because, text, layer, excused }): [string, string] => {
      const came = effective === verb ? verb : `${verb}, came to ${excused ? 'nothing: permitted once' : effective}`;
      const unsure = because === 'holds' ? '' : `, ${because}`;
      return ['rule', `${rule} (${came}${mode === 'enforce' ? '' : `, mode ${mode}`}${unsure}, ${layer}): ${text}`];
    }),
    ...record.notices.map((notice): [string, string] => ['notice', notice]),
    ['session', `${record.session}${record.actor === null ? '' : `, subagent ${record.actor}`}`],
    [
      'event',
      `${record.nativeEvent} (${record.event}) of ${record.agent}${record.callId === null ? '' : `, call ${record.callId}`}`,
    ],
    [
      'place',
      record.project === null || record.project === record.cwd
        ? record.cwd
        : `${record.cwd} in the project ${record.project}`,
    ],
    ['policy', `${record.policy ?? 'not on record'}${wordPolicy(replay)}`],
    ['mode', record.mode === null ? '' : `${record.mode} (HOOKCTL_MODE)`],
    ['uncertain', record.uncertain ? 'some of the command could not be followed' : ''],
    ['took', `${record.durationMs} ms`],
    [
      'payload',
      record.payload === null
        ? 'not on record'
        : `${JSON.stringify(record.payload)}${record.payloadCut ? ' (shortened or masked)' : ''}`,
    ],
  ];
  return rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `  ${name.padEnd(9)}  ${harmless(value).replaceAll('\n', `\n${' '.repeat(13)}`)}`);
}

function wordPolicy(replay: Rejudged | { problem: string }): string {
  if ('problem' in replay || replay.policyChanged === null) return '';
  return replay.policyChanged ? ' (changed since)' : ' (in force now)';
}

function replayLines(record: AuditLine, replay: Rejudged, all: boolean, paint: Paint): string[] {
  const { explanation, same, policyChanged, doubts } = replay;
  const changed = policyChanged === true ? 'the policy has changed since' : null;
  const conclusion = same
    ? `The answer would be the same today${changed === null ? '' : `, though ${changed}`}.`
    : `The answer would differ today: ${differs(record, replay)} (${changed ?? 'the policy is the same, so files, environment or the session differ'}).`;
  return [
    ...harmless(renderExplanation(explanation, all))
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    same ? paint('green', conclusion) : paint(['yellow', 'bold'], conclusion),
    ...doubts.map((doubt) => paint('yellow', `Only an approximation: ${doubt}`)),
    paint('dim', 'Files, branches and environment are those of now; the session is as it was before the call.'),
  ];
}

function differs(record: AuditLine, { explanation }: Rejudged): string {
  const now = explanation.judgement;
  const before = new Set(record.hits.map(({ rule, effective }) => `${rule} (${effective})`));
  const after = new Set(now.hits.map(({ rule, effective }) => `${rule} (${effective})`));
  const gone = [...before].filter((hit) => !after.has(hit)).map((hit) => `no longer ${hit}`);
  const come = [...after].filter((hit) => !before.has(hit)).map((hit) => `now ${hit}`);
  return [`${now.verdict} instead of ${record.verdict}`, ...gone, ...come].join(', ');
}

function painted(verdict: ShownVerdict, paint: Paint): string {
  return paint(COLOURS[verdict], verdict);
}
