import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { matcherBy } from '../../audit/query/filter.ts';
import { newestDecisions } from '../../audit/query/trail-reader.ts';
import { explainedOf } from '../../explain/explain-call.ts';
import { rejudge } from '../../explain/rejudge.ts';
import { chosenFiles } from '../../hook/policy-files/chosen-files.ts';
import { errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { type Env, stateDirectory } from '../../hook/policy-files/locations.ts';
import type { CompiledRule } from '../../policy/index.ts';
import { writtenRules } from '../../policy/compile/engine-rules.ts';
import { fileState } from '../../session/store/file-state.ts';
import { nodeSystem } from '../../system/node/system.ts';
import type { AuditLine } from '../../audit/record/audit-line.ts';
import type { DecisionDetail, DecisionRow, RuleDetail, WhatIfAnswer } from '../api.ts';
import type { DecisionReader } from '../reader.ts';
import { ruleRows } from '../view/rule-rows.ts';
import { ruleDetail } from '../view/rule-detail.ts';
import { sessionRows, sessionView } from '../view/session-view.ts';
import { explainAnswer, policyAnswer, policyInForce } from './local-policy.ts';
import { fileMarks } from './marks.ts';
import { extentsOf, tallyRows } from './tally-rows.ts';
import { createTrailRows, type TrailRow } from './trail-rows.ts';
import { whatIf } from './what-if.ts';

const BEFORE = 5;
const EXAMPLES = 20;

/** The decisions of this machine: its own trail, sessions, marks and policies. Nothing is kept twice, and nothing but marks is written. */
export function createLocalReader(place: { env: Env; cwd: string }): DecisionReader {
  const state = stateDirectory(nodeSystem, place.env);
  const trail = createTrailRows(state);
  const marks = fileMarks(state);
  const sessions = fileState(nodeSystem, state);

  const wordRow = (row: TrailRow): DecisionRow => wordRowWith(row, marks.all());
  const rulesInForce = () => {
    const policy = policyInForce(place);
    return { policy, inForce: policy.artefact === null ? [] : writtenRules(policy.artefact.rules) };
  };

  const rowsOf = (rows: readonly TrailRow[], span: { since: number; until: number }, inForce: CompiledRule[]) =>
    ruleRows(tallyRows(rows), {
      span,
      inForce,
      extents: extentsOf(rows, marks.all()),
      promote: (rule) => `hookctl promote ${rule}`,
    });

  return {
    about: () => Promise.resolve({ kind: 'local', place: state, project: chosenFiles(place).projectRoot }),
    list: async (query, { before, limit }) => {
      const all = await trail.all();
      // Everything here is of this machine, whose name nobody has to know.
      const matches = query.machine === undefined ? matcherBy<TrailRow>(query, ({ text }) => text) : () => false;
      const marked = marks.all();
      const rows: DecisionRow[] = [];
      let matching = 0;
      let next: string | null = null;
      // Newest first; what is before the cursor is counted, and not given again.
      for (let place = all.length - 1; place >= 0; place--) {
        const row = all[place];
        if (row === undefined || !matches(row)) continue;
        matching++;
        if (before !== undefined && !isBefore(row, before)) continue;
        if (rows.length < limit) rows.push(wordRowWith(row, marked));
        else next ??= cursorOf(rows.at(-1));
      }
      return { rows, next, matching, total: all.length + trail.left() };
    },
    one: async (id) => {
      const all = await trail.all();
      const row = trail.byId(id);
      const [decision] = newestDecisions(state, (one) => one.id === id, 1);
      if (row === undefined || decision === undefined) return null;
      const own = all.filter((other) => other.session === row.session && isBefore(other, cursorOf(row)));
      return {
        row: wordRow(row),
        record: decision.record,
        today: todayOf(decision.record, place.env),
        mark: marks.all().get(id) ?? null,
        before: own.slice(-BEFORE).map(wordRow),
      };
    },
    sessions: async ({ before, limit }) => {
      const marked = marks.all();
      const found = sessionRows((await trail.all()).map((row) => wordRowWith(row, marked)));
      const first = before === undefined ? 0 : 1 + found.findIndex(({ id }) => id === before);
      const page = found.slice(first, first + limit);
      return { sessions: page, next: first + limit < found.length ? (page.at(-1)?.id ?? null) : null };
    },
    session: async (id) => {
      const rows = (await trail.all()).filter(({ session }) => session === id);
      const marked = marks.all();
      return sessionView(
        rows.map((row) => wordRowWith(row, marked)),
        rows.length === 0 ? [] : sessions.read(id).facts,
      );
    },
    rules: async (since, until) => {
      const rows = within(await trail.all(), since, until);
      const { policy, inForce } = rulesInForce();
      const problem = policy.artefact === null ? errorsOf(policy).join('\n') : null;
      const rules = rowsOf(rows, { since, until }, inForce);
      return { rules, since, until, decisions: rows.length, problem };
    },
    rule: async (id, since, until): Promise<RuleDetail | null> => {
      const rows = within(await trail.all(), since, until);
      const { policy, inForce } = rulesInForce();
      const marked = marks.all();
      const row = rowsOf(rows, { since, until }, inForce).find(({ rule }) => rule === id);
      if (row === undefined) return null;
      return ruleDetail({
        adapter: DEFAULT_ADAPTER,
        row,
        policy,
        inForce,
        textOf: (file) => policy.files.find(({ source }) => source.file === file)?.source.text,
        examples: rows
          .filter(({ hits }) => hits.some((hit) => hit.rule === id))
          .slice(-EXAMPLES)
          .reverse()
          .map((one) => ({ ...wordRowWith(one, marked), hits: [...one.hits] })),
      });
    },
    live: (show) => trail.watch((rows) => show(rows.map(wordRow))),
    mark: async (mark) => {
      await trail.all();
      if (trail.byId(mark.id) === undefined) return 'unknown';
      marks.add(mark);
      return 'marked';
    },
    policy: async () => policyAnswer(await trail.all(), place),
    explain: (question) => Promise.resolve(explainAnswer(question, place)),
    whatIf: async (edited): Promise<WhatIfAnswer> => {
      await trail.all();
      const { changes, ...rest } = await whatIf(edited, state, place);
      const worded = changes.flatMap(({ id, ...change }) => {
        const row = trail.byId(id);
        return row === undefined ? [] : [{ row: wordRow(row), ...change }];
      });
      return { ...rest, changes: worded };
    },
  };
}

function wordRowWith(
  { hits: _hits, mode: _mode, text: _text, policy: _policy, ...row }: TrailRow,
  marks: ReadonlyMap<string, { kind: NonNullable<DecisionRow['mark']> }>,
): DecisionRow {
  return { ...row, mark: marks.get(row.id)?.kind ?? null };
}

type Placed = Pick<DecisionRow, 'at' | 'id'>;

function cursorOf(row: Placed | undefined): string {
  return row === undefined ? '' : `${row.at}.${row.id}`;
}

function isBefore(row: Placed, cursor: string): boolean {
  const dot = cursor.indexOf('.');
  const at = Number(cursor.slice(0, dot));
  return row.at < at || (row.at === at && row.id < cursor.slice(dot + 1));
}

function within(rows: readonly TrailRow[], since: number, until: number): TrailRow[] {
  return rows.filter(({ at }) => at >= since && at < until);
}

function todayOf(record: AuditLine, env: Env): DecisionDetail['today'] {
  const judged = rejudge(record, env);
  if ('problem' in judged) return judged;
  const { explanation, answer, same, policyChanged, doubts } = judged;
  return { same, policyChanged, doubts, explained: explainedOf(explanation, [], answer) };
}
