import type { Mode } from '../../policy/judgement.ts';
import type { CompiledRule } from '../../policy/index.ts';

/** What `hookctl promote` would do. */
export type Promotion =
  | {
      kind: 'edit';
      file: string;
      before: string;
      after: string;
      from: Mode | 'off';
      by: 'rule' | 'override' | 'file';
      /** Every rule that has another mode afterwards. */
      changes: ModeChange[];
    }
  | { kind: 'already'; mode: Mode; verb: CompiledRule['verb'] }
  | { kind: 'refused'; reason: string };

export interface ModeChange {
  rule: string;
  /** Where the rule is written. */
  file: string;
  from: Mode | 'off';
  to: Mode;
}
