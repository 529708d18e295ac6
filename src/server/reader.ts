import type {
  About,
  DecisionDetail,
  DecisionPage,
  DecisionQuery,
  DecisionRow,
  ExplainAnswer,
  ExplainQuestion,
  FleetAnswer,
  Mark,
  PolicyAnswer,
  RuleDetail,
  RulesAnswer,
  SessionDetail,
  SessionsPage,
  WhatIfAnswer,
} from './api.ts';

/**
 * Where decisions are kept, as the routes see it. The local one reads the trail of this machine, the other one a database. An answer that is null means
 * "there is no such thing"; what the store cannot offer at all is left undefined, and its route says so.
 */
export interface DecisionReader {
  about: () => Promise<Omit<About, 'version' | 'now' | 'mayMark'>>;
  list: (query: DecisionQuery, page: { before?: string | undefined; limit: number }) => Promise<DecisionPage>;
  one: (id: string, machine: string | null) => Promise<DecisionDetail | null>;
  sessions: (page: { before?: string | undefined; limit: number }) => Promise<SessionsPage>;
  session: (id: string, machine: string | null) => Promise<SessionDetail | null>;
  rules: (since: number, until: number) => Promise<RulesAnswer>;
  rule: (id: string, since: number, until: number) => Promise<RuleDetail | null>;
  /** Calls back with every decision stored from now on; returns what ends it. */
  live: (show: (rows: DecisionRow[]) => void) => () => void;
  /** `by`: who says it, where the store keeps that. */
  mark: (mark: Mark, by: string) => Promise<'marked' | 'unknown'>;
  policy: () => Promise<PolicyAnswer>;
  explain?: (question: ExplainQuestion) => Promise<ExplainAnswer>;
  whatIf?: (edited: { file: string; text: string }) => Promise<WhatIfAnswer>;
  fleet?: () => Promise<FleetAnswer>;
}
