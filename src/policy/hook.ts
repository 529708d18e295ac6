/** What the hook path needs of the policy: load a compiled artefact and judge. Imports no YAML parser, no schema library and no glob library. */
export type { Artefact, CompiledRule } from './compile/artefact.ts';
export { type Judging, judgeEvent } from './judge/judge-event.ts';
export { createEventCaches, type EventCaches } from './judge/event-caches.ts';
export { openPolicy, type LoadedPolicy, openWholePolicy } from './stored/open-policy.ts';
export { ascii } from '../protocol/text/encoding.ts';
export {
  checkedText,
  DamagedPolicy,
  lineAt,
  restOf,
  type TextSource,
  wholeText,
  withSum,
} from './stored/policy-text.ts';
