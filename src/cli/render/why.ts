import type { AuditLine } from '../../audit/record/audit-line.ts';
import type { Mode } from '../../policy/judgement.ts';
import type { Rejudged } from '../../explain/rejudge.ts';
import { COLOURS } from './decisions.ts';
import { decidingFirst } from '../../policy/strictness.ts';
import { OUTCOME_WORDS } from './explanation.ts';
import { count } from './problems.ts';
import { factLines, ruleHead } from './rule-facts.ts';
import { localTime } from './text/local-time.ts';
import { harmless, oneLine } from './text/plain-text.ts';
import type { DetailedPage, Page } from './text/style.ts';
import { hang } from './text/wrap.ts';

type Hit = AuditLine['hits'][number];

/** The record whole, then what the policy in force now makes of it. */
export function renderWhy(record: AuditLine, replay: Rejudged | { problem: string }, page: DetailedPage): string {
  const { paint } = page;
  const lines = [
    `${paint(COLOURS[record.verdict], record.verdict)}  ${oneLine(record.tool ?? record.nativeEvent)}  ${localTime(Date.parse(record.time), 'long')}  ${paint('dim', oneLine(record.id))}`,
    ...record.actions.map((action) => `  ${oneLine(action)}`),
    '',
    ...recordLines(record, replay, page),
    '',
    paint('bold', 'Judged again, by the policy in force now:'),
    ...('problem' in replay ? [`  not possible: ${harmless(replay.problem)}`] : replayLines(record, replay, page)),
  ];
  return `${lines.join('\n')}\n`;
}

function recordLines(record: AuditLine, replay: Rejudged | { problem: string }, { width }: Page): string[] {
  const sources = sourcesOf(replay);
  const rows: [string, string][] = [
    ['reason', record.reason],
    ...record.hits.map((hit): [string, string] => ['rule', wordRecordedHit(hit, record.reason, sources.get(hit.rule))]),
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
    .flatMap(([name, value]) => hang(`  ${name.padEnd(9)}  `, harmless(value), width));
}

function wordPolicy(replay: Rejudged | { problem: string }): string {
  if ('problem' in replay || replay.policyChanged === null) return '';
  return replay.policyChanged ? ' (changed since)' : ' (in force now)';
}

function whereFrom(layer: Hit['layer'], source: string | undefined): string {
  if (layer === 'pack') return source ?? 'pack';
  return source?.startsWith('pack:') === true ? `${source}, extended by the ${layer} policy` : `${layer} policy`;
}

/** Where the rules of these names are written now; the record names only the layer, and a layer may extend packs. */
function sourcesOf(replay: Rejudged | { problem: string }): Map<string, string> {
  return 'problem' in replay
    ? new Map()
    : new Map(replay.explanation.rules.map(({ rule, position }) => [rule, position.file]));
}

/** Its message is not repeated. */
function wordRecordedHit(
  { rule, effective, verb, mode, because, text, layer, excused }: Hit,
  reason: string,
  source: string | undefined,
): string {
  const facts = [
    effective === verb ? verb : `${verb}, came to ${excused ? 'nothing: permitted once' : effective}`,
    // Lines of versions that did not record the mode of hits lack it.
    ...((mode as Mode | undefined) === undefined || mode === 'enforce' ? [] : [`mode ${mode}`]),
    ...(because === 'holds' ? [] : [because]),
    whereFrom(layer, source),
  ];
  return `${rule} (${facts.join(', ')})${reason.includes(text) ? '' : `: ${text}`}`;
}

function replayLines(record: AuditLine, replay: Rejudged, page: DetailedPage): string[] {
  const { paint } = page;
  const { explanation, same, policyChanged, doubts } = replay;
  const conclusion = same
    ? `The answer would be the same today${policyChanged === true ? `, though ${CAUSES.true}` : ''}.`
    : `The answer would differ today: ${differs(record, replay)} (${CAUSES[`${policyChanged}`]}).`;
  return [
    ...findings(explanation, { ...page, width: page.width - 2 }),
    '',
    same ? paint('green', conclusion) : paint(['yellow', 'bold'], conclusion),
    ...doubts.map((doubt) => paint('yellow', `Only an approximation: ${doubt}`)),
    paint('dim', 'Files, branches and environment are as they are now; the session is as it was before the call.'),
  ];
}

/** The rules that match now, each with what made it match; all rules if asked for. */
function findings({ judgement, rules, marks }: Rejudged['explanation'], page: DetailedPage): string[] {
  const order = decidingFirst(judgement.hits).map(({ rule }) => rule);
  const place = ({ rule }: { rule: string }) => (order.includes(rule) ? order.indexOf(rule) : order.length);
  const shown = rules.filter((rule) => page.verbose || order.includes(rule.rule)).sort((a, b) => place(a) - place(b));
  const silent = rules.length - shown.length;
  const lines = [
    ...shown.flatMap((rule) => [
      `${OUTCOME_WORDS[rule.outcome]}  ${ruleHead(rule, page.paint)}`,
      ...factLines(rule, page),
    ]),
    ...(shown.length === 0 ? ['No rule matches.'] : []),
    ...(silent > 0
      ? [page.paint('dim', `${count(silent, 'more rule')} checked, none matched (--all shows them).`)]
      : []),
    ...marks.map((mark) => `could not be followed: ${oneLine(mark)}`),
  ];
  return lines.map((line) => `  ${line}`);
}

/** By whether the policy has changed. */
const CAUSES = {
  true: 'the policy has changed since',
  false: 'the policy is the same, so files, environment or the session differ',
  null: 'the record does not say which policy decided it',
};

function differs(record: AuditLine, { explanation }: Rejudged): string {
  const now = explanation.judgement;
  const before = new Set(record.hits.map(({ rule, effective }) => `${rule} (${effective})`));
  const after = new Set(now.hits.map(({ rule, effective }) => `${rule} (${effective})`));
  const gone = [...before].filter((hit) => !after.has(hit)).map((hit) => `no longer ${hit}`);
  const come = [...after].filter((hit) => !before.has(hit)).map((hit) => `now ${hit}`);
  return [`${now.verdict} instead of ${record.verdict}`, ...gone, ...come].join(', ');
}
