import { CONDITIONS } from './conditions/index.ts';
export function policyJsonSchema(): unknown {
  return CONDITIONS.length;
}
