import { relativeTo } from '../../protocol/text/path-below.ts';
import type { ScriptPlace } from '../../shell/index.ts';
import type { CompiledRule } from '../compile/artefact.ts';
import { invocationsOf, type RuleScope } from '../conditions/scope.ts';
import { isGlob } from '../match/glob.ts';
import type { Truth } from '../truth.ts';
import { asData } from './quoted-value.ts';
import { fillTemplate } from './template.ts';

type Scopes = readonly RuleScope[];

/** How sure the rule is, and what makes it so. */
interface Judged {
  truth: Truth;
  scopes: Scopes;
}

/** The message of a rule that speaks, with where and why it holds. */
export function hitText(rule: CompiledRule, { truth, scopes }: Judged): string {
  const text = wordScopes(rule, scopes) + wordScript(scopes) + wordEmpty(named(scopes));
  if (truth === true) return text;
  return `${truth === 'unknown' ? 'A needed fact could not be read' : 'The command cannot be followed'}, so this rule may apply: ${text}`;
}

/** The command that a rule speaks of may be in a script, not in what the agent typed. */
function wordScript(scopes: Scopes): string {
  const places = scopes.map((scope) => {
    const { facts, binding } = scope;
    const invocation = invocationsOf(scope)[0];
    const script = binding.effect?.script ?? (binding.invocation === null ? undefined : invocation?.script);
    return placeInScript(script, facts.event.projectRoot);
  });
  const distinct = [...new Set(places)];
  const [first] = distinct;
  if (first === undefined || first === null || distinct.includes(null)) return '';
  return distinct.length === 1 ? ` (${first})` : ` (${first}, and ${distinct.length - 1} more)`;
}

/** The scopes that speak of what the call names; all of them where none does. */
function named(scopes: Scopes): Scopes {
  const written = scopes.filter(isAsWritten);
  if (written.length > 0) return written;
  const names = scopes.filter(({ binding }) => binding.target?.reading !== 'reaches');
  return names.length > 0 ? names : scopes;
}

/** The rule holds only because a value may be empty, which nothing else in the message says. */
function wordEmpty(scopes: Scopes): string {
  const values = [...new Set(scopes.map(({ binding }) => binding.effect?.ifEmpty))];
  const [value] = values;
  if (value === undefined || values.length > 1) return '';
  const variable = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(value)?.[1];
  const remedy = variable === undefined ? '' : `; write \`\${${variable}:?}\`, which stops the command then`;
  return ` That is so if ${asData([value], '', '')} is empty${remedy}.`;
}

/** A few bindings are listed one by one, so that "a.ts has been edited 8 times" stays a sentence; many share one. */
function wordScopes(rule: CompiledRule, matching: Scopes): string {
  if (matching.length === 0) return fillTemplate(rule.text, rule, []);
  // What it reaches besides would be the same sentence again.
  const scopes = named(matching);
  const single = scopes.slice(0, 4).map((scope) => fillTemplate(rule.text, rule, [scope]));
  const distinct = [...new Set(single)];
  return distinct.length <= 3 && scopes.length <= 4 ? distinct.join('\n') : fillTemplate(rule.text, rule, scopes);
}

/** `rm -rf "$x" (line 3 of scripts/x.sh)`: where the command is that a rule speaks of. */
function placeInScript(script: ScriptPlace | undefined, root: string): string | null {
  if (script === undefined) return null;
  const file = relativeTo(root, script.file) ?? script.file;
  return script.line === undefined ? file : `line ${script.line} of ${file}`;
}

/** It speaks of what the call names, not of what that reaches or of what a pattern finds on the disk. */
export function isAsWritten({ binding: { target, effect } }: RuleScope): boolean {
  if (target?.reading === 'reaches') return false;
  if (target === null || effect === null || !isGlob(effect.path)) return true;
  return target.path === (effect.hint ?? effect.path);
}
