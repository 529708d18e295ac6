import type { CompiledRule, Subject } from '../compile/artefact.ts';
import type { Mode, Verb } from '../judgement.ts';
import { type Alternative, alternativesOf } from './logic/alternatives.ts';
import { impliesAll } from './logic/implies.ts';
import { ownRules } from './own-rules.ts';
import type { PolicyCheck } from './policy-check.ts';

/** Warnings and injected texts come along with any verdict; a question and a permission do not. */
const STRICTER: Partial<Record<Verb, readonly Verb[]>> = { ask: ['deny'], allow: ['deny', 'ask'] };
const MODES: readonly Mode[] = ['observe', 'warn', 'enforce'];

/** A stricter rule holds wherever this one does, so this one never decides. */
export const shadowedRules: PolicyCheck = {
  name: 'shadowed-rules',
  about: 'a rule that a stricter one covers completely',
  find: (policy) =>
    policy.files.flatMap((parsed) =>
      ownRules(parsed, policy).flatMap((rule) => {
        const over = policy.artefact.rules.find((other) => isShadow(other, rule));
        if (over === undefined) return [];
        const { file, line } = over.position;
        const does = over.verb === 'deny' ? 'refuses' : 'asks about';
        const message = `rule "${rule.id}" never decides: "${over.id}" (${file}:${line}) ${does} every call that it is about; remove one of them, or give "${over.id}" an exception`;
        return [{ parsed, path: ['rules', rule.id], message }];
      }),
    ),
};

function isShadow(over: CompiledRule, rule: CompiledRule): boolean {
  return (
    over.phase === rule.phase &&
    over.base === rule.base &&
    (STRICTER[rule.verb] ?? []).includes(over.verb) &&
    MODES.indexOf(over.mode) >= MODES.indexOf(rule.mode) &&
    over.mode === 'enforce' &&
    rule.subjects.every((subject) => over.subjects.some((other) => coversSubject(other, subject))) &&
    exceptionsAreShared(over, rule) &&
    holdsToo(over, rule)
  );
}

function coversSubject(wide: Subject, narrow: Subject): boolean {
  if (wide.kind === 'any') return true;
  if (wide.kind === 'mcp' && narrow.kind === 'mcp') return wide.server === '*' || wide.server === narrow.server;
  return JSON.stringify(wide) === JSON.stringify(narrow);
}

function holdsToo(over: CompiledRule, rule: CompiledRule): boolean {
  const [wide, narrow] = [alternativesOf(over.when), alternativesOf(rule.when)];
  return wide !== null && narrow !== null && narrow.every((a) => wide.some((b) => impliesAll(a, b)));
}

/** What excuses a call from the stricter rule excuses it from this one as well. */
function exceptionsAreShared(over: CompiledRule, rule: CompiledRule): boolean {
  if (over.unless === null) return true;
  const [theirs, own] = [alternativesOf(over.unless), rule.unless === null ? [] : alternativesOf(rule.unless)];
  return theirs !== null && own !== null && theirs.every((a) => own.some((b) => sameTests(a, b)));
}

function sameTests(a: Alternative, b: Alternative): boolean {
  return a.length === b.length && impliesAll(a, b) && impliesAll(b, a);
}
