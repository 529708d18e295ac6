import { type Named, type Rule, type Variables, withVariables, words } from './make-rules.ts';

/** The rules that may be run for the goals; all of them where a goal has none, or where more than rules says what is run. */
export function rulesReached(
  text: string,
  rules: readonly Rule[],
  goals: readonly string[],
  variables: Variables,
): readonly Rule[] {
  if (!isSimple(text, rules)) return rules;
  const plain = onlyCertain(text, variables);
  const filled = (names: readonly string[]): string[] =>
    names
      .flatMap((name) =>
        words(withVariables(name, plain).replaceAll('$$', '$').replace(/#.*/s, '').replaceAll('|', ' ')),
      )
      .map(plainPath);
  const named = rules.map((rule) => ({ rule, targets: filled(rule.targets), needs: filled(rule.needs) }));
  const first = variables.get('.DEFAULT_GOAL');
  const wanted = goals.length > 0 ? goals.map(plainPath) : first === undefined ? firstTargets(named) : filled([first]);
  const hasRule = (goal: string) => named.some(({ targets }) => targets.some((target) => mayBe(target, goal)));
  return wanted.every(hasRule) ? rulesOf(named, wanted, mayBe).map(({ rule }) => rule) : rules;
}

/** Conditions, text that make itself puts together, other files, and make that is started again. */
const MORE_THAN_RULES =
  /\$[({](?:eval|call|MAKE|MAKEFILE_LIST|MAKECMDGOALS)\b|^ *(?:define|undefine|override|private|if(?:n?def|n?eq)|else|-?include|sinclude|vpath|VPATH)\b|^ +[^#\s].*:|^ *\$[({][^:=\n]*[)}] *[:?+!]{0,2}=|&:|\.(?:SECONDEXPANSION|RECIPEPREFIX)\b|\bMAKEFLAGS\b/m;
/** Targets with a dot in front that say something of other targets; the rest are rules for endings of names. */
const SPECIAL =
  /^\.(?:PHONY|DELETE_ON_ERROR|SILENT|ONESHELL|INTERMEDIATE|PRECIOUS|SECONDARY|NOTPARALLEL|EXPORT_ALL_VARIABLES|IGNORE)$/;
/** make makes its own files again before anything else. */
const MAKEFILE = /^(?:GNUm|m|M)akefile$|\.mk$/;
/** Members of archives and libraries have rules of their own. */
const ODD_NEED = /^[^$]*\(|^-l/;

/** Rules are compared with each other, and a form with many stars is slow to compare. */
const MOST_RULES = 300;
const MOST_STARS = 3;

function isSimple(text: string, rules: readonly Rule[]): boolean {
  const isOdd = (target: string): boolean =>
    MAKEFILE.test(target) || (target.startsWith('.') && !target.includes('/') && !SPECIAL.test(target));
  const isPlain = ({ targets, needs }: Rule): boolean =>
    !targets.some(isOdd) && ![...targets, ...needs].some((name) => ODD_NEED.test(name));
  return rules.length <= MOST_RULES && !MORE_THAN_RULES.test(text) && rules.every(isPlain);
}

/** Variables that are set once and for all, to a text without a reference inside a reference. Others stand for any text. */
function onlyCertain(text: string, variables: Variables): Variables {
  const settings = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?(\.?[A-Za-z_]\w*)[ \t]*([?+!]|:{0,3})=/gm)];
  const isOnce = (name: string): boolean => {
    const own = settings.filter(([, set]) => set === name);
    return own.length <= 1 && own.every(([, , operator = '']) => !/[?+!]/.test(operator));
  };
  return new Map([...variables].filter(([name, value]) => isOnce(name) && /^(?:[^$]|\$\([^()]*\))*$/.test(value)));
}

function plainPath(name: string): string {
  return name.replaceAll(/\/{2,}/g, '/').replace(/^(?:\.\/)+(?=.)/, '');
}

/** The rules of these goals, or of the first one, and of what they need. */
export function rulesOf<R extends Named>(rules: readonly R[], goals: readonly string[], isFor = isSame): R[] {
  const wanted = new Set(goals.length > 0 ? goals : firstTargets(rules));
  const found = new Set<R>();
  // A set is walked to its end, also through what is added on the way.
  for (const goal of wanted)
    for (const rule of rules) {
      if (found.has(rule) || !rule.targets.some((target) => isFor(target, goal))) continue;
      found.add(rule);
      for (const need of rule.needs) wanted.add(need);
    }
  return rules.filter((rule) => found.has(rule));
}

function isSame(target: string, goal: string): boolean {
  return target === goal;
}

/** `%` and `$(…)` stand for any text; make finds files for `*`, `?` and `[…]`. */
function mayBe(target: string, goal: string): boolean {
  const isForm = (name: string) => /[%$*?[]/.test(name);
  if (isForm(target) && isForm(goal)) return true;
  return (
    target === goal || (isForm(target) && formOf(target).test(goal)) || (isForm(goal) && formOf(goal).test(target))
  );
}

function formOf(name: string): RegExp {
  const pattern = name
    .replaceAll(REFERENCE, madeNames)
    .replaceAll(/%|\[.*/gs, '*')
    .replaceAll(/[*?]+/g, '*');
  const parts = pattern.split('*');
  if (parts.length > MOST_STARS + 1) return /^/;
  const literal = (text: string): string => text.replaceAll(/[\\^$.+()\]{}|]/g, String.raw`\$&`);
  return new RegExp(`^${parts.map(literal).join('.*')}$`, 's');
}

const REFERENCE = /\$(?:\((?:[^()]|\([^()]*\))*\)|\{[^}]*\}|.)/g;

/** `lib/*.sh` is the form of `$(wildcard lib/*.sh)`. */
function madeNames(reference: string): string {
  return /^\$\(wildcard\s+([^\s()${~]+)\)$/.exec(reference)?.[1] ?? '*';
}

/** The first rule that is neither a pattern nor about other targets. */
function firstTargets(rules: readonly Named[]): string[] {
  const isGoal = (target: string): boolean =>
    !target.includes('%') && (!target.startsWith('.') || target.includes('/'));
  return rules.find(({ targets }) => targets.some(isGoal))?.targets ?? [];
}
