import type { CompileContext, ListContext } from '../conditions/condition.ts';
import { expandBraces } from './expand-braces.ts';
import { regexAsGlob } from '../checks/regex-as-pattern.ts';
import { GUARD_SETS } from '../match/guard-globs.ts';

/** Globs, a list of them, or `@set`; braces are expanded here. */
export function compileGlobs(value: unknown, context: CompileContext): string[] {
  return itemsOf(value, context, 'a path pattern').flatMap((glob) => {
    if (glob.startsWith('!'))
      context.problem(`"${glob}": a pattern cannot be negated here; write "not: { … }" or "unless:"`);
    if (/[@+!?*]\(/.test(glob))
      context.problem(`"${glob}": extended patterns such as @(a|b) are not supported; write {a,b}`);
    const regex = regexAsGlob(glob);
    if (regex !== null) {
      context.problem(regex);
      return [];
    }
    const expanded = expandBraces(glob);
    if (expanded === null) context.problem(`"${glob}": unbalanced braces, or too many alternatives`);
    return expanded ?? [];
  });
}

/** The strings of a value with `@name` replaced by its set. */
export function itemsOf(value: unknown, context: ListContext, what: string): string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) context.problem(`expected ${what}, found an empty list`);
  return list.flatMap((item): string[] => {
    if (typeof item !== 'string' || item === '') {
      context.problem(`expected ${what}, found ${JSON.stringify(item) ?? 'nothing'}`);
      return [];
    }
    if (!item.startsWith('@')) return [item];
    const name = item.slice(1);
    const own = Object.hasOwn(GUARD_SETS, name) ? GUARD_SETS[name] : undefined;
    if (own !== undefined) return [...own];
    const set = Object.hasOwn(context.sets, name) ? context.sets[name] : undefined;
    if (set === undefined) context.unknownName('set', name, Object.keys(context.sets));
    const nested = set?.find((one) => one.startsWith('@') && Object.hasOwn(context.sets, one.slice(1)));
    if (nested !== undefined) context.problem(`set "${name}" holds "${nested}": sets do not hold sets; name both`);
    return [...(set ?? [])];
  });
}
