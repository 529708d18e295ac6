import { readFileSync } from 'node:fs';
import type { Call } from '../support/judge-call.ts';

/** One row of `docs/residual-risks.json`: what a hook does not stop, and what to use instead. */
export interface Risk {
  id: string;
  group: string;
  what: string;
  /** The packs in which the examples pass. */
  packs: string[];
  examples: Call[];
  why: string;
  instead: string;
}

const FILE = new URL('../../docs/residual-risks.json', import.meta.url);

export const RISKS = JSON.parse(readFileSync(FILE, 'utf8')) as Risk[];
