import { DEFAULT_ADAPTER } from '../../../adapters/index.ts';
import { decisionOf } from '../../../audit/query/decision.ts';
import type { AuditLine } from '../../../audit/record/audit-line.ts';
import { explainedOf } from '../../../explain/explain-call.ts';
import { rejudgeBy } from '../../../explain/rejudge.ts';
import type { KeptDecision } from '../../../store/postgres/read/rows.ts';
import type { TeamStore } from '../../../store/postgres/team-store.ts';
import type { DecisionDetail, DecisionRow, Mark, ReviewMark, RuleDetail } from '../../api.ts';
import type { DecisionReader } from '../../reader.ts';
import { ruleRows } from '../../view/rule-rows.ts';
import { ruleDetail } from '../../view/rule-detail.ts';
import { sessionView } from '../../view/session-view.ts';
import { errorsIn, publishedPolicy, type PublishedPolicy, rulesIn } from './published.ts';
import { fleetAnswer, teamPolicyAnswer } from './rollout.ts';
import { sharedFeed } from './shared-feed.ts';
import { teamExplainAnswer, teamWhatIf, unknownMachine } from './team-playground.ts';

const BEFORE = 5;
const EXAMPLES = 20;
const PAST_DECISIONS = 1_000;

export interface TeamReaderOptions {
  store: Pick<TeamStore, 'reads' | 'bundles'>;
  team: string;
  version: string;
}

/** The decisions of a team: what its machines have sent and what its servers have decided. */
export function createTeamReader({ store, team, version }: TeamReaderOptions): DecisionReader {
  const { reads, bundles } = store;
  const published = () => publishedPolicy(bundles, team, version);
  const rowsOf = async (span: { since: number; until: number }, policy: PublishedPolicy) => {
    const tallies = await reads.tallies(team, span);
    const hits = tallies.reduce((sum, tally) => sum + tally.hits, 0);
    return ruleRows(tallies, {
      span,
      inForce: rulesIn(policy.built),
      extents: await reads.extents(team, span, hits),
      promote: (rule) => `hookctl promote ${rule} && hookctl publish`,
    });
  };

  return {
    about: () => Promise.resolve({ kind: 'team', place: team, project: null }),
    list: async (query, page) => {
      const { rows, ...rest } = await reads.list(team, query, page);
      return { rows: rows.map(wordRow), ...rest };
    },
    one: async (id, machine) => {
      const found = await reads.one(team, id, machine, BEFORE);
      if (found === null) return null;
      const { row, before } = found;
      const record = row.line === null ? null : (JSON.parse(row.line) as AuditLine);
      return {
        row: wordRow(row),
        record,
        today: record === null ? { problem: NOT_SENT } : todayOf(record, await published()),
        mark: row.mark === null ? null : wordMark(row, row.mark),
        before: before.map(wordRow),
      };
    },
    sessions: (page) => reads.sessions(team, page),
    session: async (id, machine) => {
      const { rows, facts } = await reads.session(team, id, machine);
      return sessionView(rows.map(wordRow), facts);
    },
    rules: async (since, until) => {
      const policy = await published();
      const errors = errorsIn(policy.built);
      const pace = await reads.pace(team, { since, until });
      const decisions = pace.reduce((sum, { buckets }) => sum + buckets.reduce((one, count) => one + count, 0), 0);
      const rules = await rowsOf({ since, until }, policy);
      return { rules, since, until, decisions, problem: errors.length === 0 ? null : errors.join('\n') };
    },
    rule: async (id, since, until): Promise<RuleDetail | null> => {
      const policy = await published();
      const row = (await rowsOf({ since, until }, policy)).find(({ rule }) => rule === id);
      if (row === undefined) return null;
      const examples = await reads.examples(team, id, { since, until, limit: EXAMPLES });
      return ruleDetail({
        adapter: DEFAULT_ADAPTER,
        row,
        policy: policy.built,
        inForce: rulesIn(policy.built),
        textOf: (file) => policy.files.find(({ path }) => path === file)?.text,
        examples: examples.map((one) => ({ ...wordRow(one), hits: hitsOf(one) })),
      });
    },
    live: sharedFeed((show) => reads.follow(team, (rows) => show(rows.map(wordRow)))),
    mark: async ({ id, machine, kind, note }, by) =>
      (await reads.mark(team, { id, machine, kind, note, by })) ? 'marked' : 'unknown',
    policy: async () => teamPolicyAnswer(reads, team, await published()),
    explain: async (question) => teamExplainAnswer(question, await published()),
    whatIf: async (edited) => {
      const past = await reads.whole(team, PAST_DECISIONS);
      const byId = new Map(past.map((row) => [row.id, row]));
      const { changes, ...rest } = await teamWhatIf(edited, await published(), past);
      const worded = changes.flatMap(({ id, ...change }) => {
        const row = byId.get(id);
        return row === undefined ? [] : [{ row: wordRow(row), ...change }];
      });
      return { ...rest, changes: worded };
    },
    fleet: async () => fleetAnswer(reads, team, await published()),
  };
}

const NOT_SENT = 'only its lean row was sent to this server (see `share` in docs/server.md)';

function wordRow({ machineNo: _no, line: _line, mark, ...row }: KeptDecision): DecisionRow {
  return { ...row, mark: (mark?.kind ?? null) as ReviewMark | null };
}

function wordMark({ id, machine }: KeptDecision, { kind, note, at, by }: NonNullable<KeptDecision['mark']>): Mark {
  return { id, machine, kind: kind as ReviewMark, note, at, by };
}

function hitsOf({ line }: KeptDecision): RuleDetail['examples'][number]['hits'] {
  const hits = line === null ? [] : (decisionOf(JSON.parse(line) as AuditLine)?.hits ?? []);
  return hits.map(({ rule, verb, effective, mode, because, excused }) => ({
    rule,
    verb,
    effective,
    mode,
    because,
    excused,
  }));
}

/** The published policy knows nothing of the machine's files, and of no other layer there. */
function todayOf(record: AuditLine, { built }: PublishedPolicy): DecisionDetail['today'] {
  if (built.artefact === null) return { problem: `the published policy has errors:\n${errorsIn(built).join('\n')}` };
  const machine = unknownMachine(() => Date.parse(record.time));
  const judged = rejudgeBy(record, built.artefact, { ...machine, projectRoot: record.project ?? record.cwd });
  if ('problem' in judged) return judged;
  const { explanation, answer, doubts } = judged;
  return {
    // Rules and key of the record are those of all layers on the machine, which are unknown here.
    same: explanation.judgement.verdict === record.verdict,
    policyChanged: null,
    doubts: [
      'Judged by the published policy alone: files and other policies of the machine are not known here.',
      ...doubts,
    ],
    explained: explainedOf(explanation, [], answer),
  };
}
