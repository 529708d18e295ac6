import * as v from 'valibot';
import { ACTION_NAMES } from '../compile/artefact.ts';

/**
 * The shape of a policy file. What words mean (conditions, sets, variables, verb against event) is checked by `compile-rule.ts`, which knows
 * their places. `scripts/generate-policy-schema.mjs` makes the editor's JSON Schema from this one and from the list of conditions.
 */
const text = v.pipe(v.string(), v.nonEmpty('must not be empty'));
const texts = v.union([text, v.array(text)], 'expected a string or a list of strings');
const mode = v.picklist(['enforce', 'warn', 'observe']);
const onError = v.picklist(['ask', 'deny', 'skip']);

/**
 * A map joins with and, a list with or. The conditions are looked up, not listed here.
 * @public `scripts/generate-policy-schema.mjs` imports it.
 */
export const conditionSchema = v.union(
  // A record takes lists, too: ask for the list first.
  [v.array(v.record(v.string(), v.unknown())), v.record(v.string(), v.unknown())],
  'expected a map of conditions, or a list of such maps',
);

const testsSchema = v.array(v.record(v.string(), v.unknown(), 'expected a map such as "deny: [rm -rf /]"'));

export const ruleSchema = v.strictObject({
  before: v.optional(texts),
  after: v.optional(texts),
  at: v.optional(texts),
  when: v.optional(conditionSchema),
  unless: v.optional(conditionSchema),
  extract: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'a name is made of a-z, 0-9 and -')), text),
  ),
  deny: v.optional(text),
  ask: v.optional(text),
  allow: v.optional(text),
  warn: v.optional(text),
  inject: v.optional(text),
  fix: v.optional(text),
  why: v.optional(text),
  tags: v.optional(v.array(text)),
  mode: v.optional(mode),
  'on-error': v.optional(onError),
  locked: v.optional(v.boolean()),
  tests: v.optional(testsSchema),
});

const extendsSchema = v.union(
  [text, v.strictObject({ pack: v.optional(text), file: v.optional(text), mode: v.optional(mode) })],
  'expected "pack:NAME", "./file.yaml", or { pack: NAME, mode: observe }',
);

const checkSchema = v.strictObject({ runs: texts, passes: v.optional(text) });

const counterSchema = v.strictObject({
  of: text,
  per: v.optional(v.picklist(['path', 'program', 'session'])),
  within: v.optional(v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?\s*[smhd]$/, 'expected a time such as 30m'))),
  reset: v.optional(v.pipe(v.string(), v.regex(/^(?:prompt|check \S+)$/, 'expected "prompt" or "check <name>"'))),
});

const overrideSchema = v.strictObject({
  mode: v.optional(v.picklist(['enforce', 'warn', 'observe', 'off'])),
  unless: v.optional(conditionSchema),
});

const defaultsSchema = v.strictObject({
  'on-error': v.optional(onError),
  uncertain: v.optional(onError),
  default: v.optional(
    v.strictObject(Object.fromEntries(ACTION_NAMES.map((name) => [name, v.optional(v.picklist(['ask', 'deny']))]))),
  ),
  'budget-ms': v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

export const policySchema = v.strictObject({
  policy: v.literal(1, 'expected 1, the version of the policy language'),
  mode: v.optional(mode),
  'min-mode': v.optional(mode),
  locked: v.optional(v.boolean()),
  trust: v.optional(v.literal('project', 'expected "project"')),
  extends: v.optional(
    v.union(
      [extendsSchema, v.array(extendsSchema)],
      'expected "pack:NAME", "./file.yaml", { pack: NAME, mode: observe }, or a list of these',
    ),
  ),
  defaults: v.optional(defaultsSchema),
  sets: v.optional(v.record(v.string(), v.array(text))),
  checks: v.optional(v.record(v.string(), checkSchema)),
  counters: v.optional(v.record(v.string(), counterSchema)),
  overrides: v.optional(v.record(v.string(), overrideSchema)),
  rules: v.optional(v.record(v.string(), ruleSchema)),
  tests: v.optional(testsSchema),
});
