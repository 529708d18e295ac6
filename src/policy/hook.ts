/** What the hook path needs of the policy: load a compiled artefact and judge. Imports no YAML parser, no schema library and no glob library. */
export type { Artefact, CompiledRule } from './artefact.ts';
export { checkedText, DamagedPolicy, withSum } from './checked-text.ts';
export { judge } from './evaluate.ts';
export { loadPolicy, type LoadedPolicy } from './load.ts';
export { ascii } from '../protocol/ascii.ts';
export { lineAt, restOf, type TextSource, wholeText } from './text-source.ts';
export { keepReady } from './rule-lines.ts';
export { policyPort, type PolicyPortOptions } from './port.ts';
export { type Recall, rememberOpinions } from './remembered-opinions.ts';
