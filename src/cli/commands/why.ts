import { nodeSystem } from '../../system/node/system.ts';
import type { AuditLine } from '../../audit/record/audit-line.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { askTrail, remark } from '../trail/ask-trail.ts';
import { refusing } from '../confirmed-change.ts';
import { type CommandInput, defineCommand, type Option } from '../command.ts';
import { findDecision } from '../trail/find-decision.ts';
import { type Rejudged, rejudge } from '../../explain/rejudge.ts';
import { renderDecision, tableFor } from '../render/decisions.ts';
import { pageOf } from '../render/text/style.ts';
import { renderWhy } from '../render/why.ts';
import { jsonText, print, printError, printVerbatim } from '../output.ts';

const OPTIONS = {
  all: { type: 'boolean', help: 'List every rule that did not match, too.' },
  json: { type: 'boolean', help: 'One JSON object: { record, replay }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const whyCommand = defineCommand({
  name: 'why',
  group: 'look-back',
  summary: 'One decision in full, and what the policy in force now says about it.',
  usage: 'ID|last [VERDICT] [--all] [--json]',
  about:
    'ID is what hookctl log shows, or the beginning of it; "last" is the latest decision in which a rule spoke, "last deny" the latest deny. The stored payload is judged again, with what the session had done by then; nothing is run or remembered. Reports whether the policy has changed since, and whether the answer would differ today.',
  options: OPTIONS,
  maxPositionals: 2,
  arguments: ['records', ['deny', 'ask', 'warn', 'allow', 'observe']],
  examples: [
    { run: 'hookctl why last deny', shows: 'why was that refused?' },
    { run: 'hookctl why 1m7gjvf27-6ak77qp', shows: 'a decision by its id' },
    { run: 'hookctl why last --json | jq .replay.same', shows: 'would the decision be the same today?' },
  ],
  json: '{"record": {…}, "replay": {"verdict", "same", "policyChanged", "approximate", "doubts", "rules", "hits", "effects", "marks", "answer"} | null, "problem": null | "why it cannot be judged again"}',
  exitCodes: { 0: 'shown', 1: 'no such decision, or more than one' },
  seeAlso: ['log', 'explain', 'audit-queries.md'],
  changes: 'nothing',
  run: async (input) => refusing('why', () => runWhy(input)),
});

async function runWhy({ values, positionals }: Input): Promise<number> {
  return askTrail(() => {
    const search = findDecision(stateDirectory(nodeSystem, process.env), positionals);
    if ('none' in search) {
      remark('why', search.none);
      return 1;
    }
    if ('many' in search) {
      const { paint, columns } = pageOf(process.stderr);
      remark('why', 'more than one id starts like this:');
      const table = tableFor(search.many, columns, Date.now());
      for (const decision of search.many) printError(`${renderDecision(decision, table, paint)}\n`);
      return 1;
    }
    const { record } = search.decision;
    const replay = rejudge(record, process.env);
    if (values.json === true) printVerbatim(asJson(record, replay));
    else print(renderWhy(record, replay, { ...pageOf(process.stdout), verbose: values.all === true }));
    return 0;
  });
}

function asJson(record: AuditLine, replay: Rejudged | { problem: string }): string {
  return `${jsonText('problem' in replay ? { record, replay: null, problem: replay.problem } : { record, replay: wordReplay(replay), problem: null }, 2)}\n`;
}

function wordReplay({ explanation, answer, same, policyChanged, doubts }: Rejudged): object {
  const { judgement, ...rest } = explanation;
  return {
    verdict: judgement.verdict,
    same,
    policyChanged,
    approximate: doubts.length > 0,
    doubts,
    uncertain: judgement.uncertain,
    ...rest,
    hits: judgement.hits,
    answer: answer === '' ? null : (JSON.parse(answer) as unknown),
  };
}
