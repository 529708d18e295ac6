import type { InferOutput } from 'valibot';
import { expectTypeOf, it } from 'vitest';
import type { PolicyFile, RuleFile } from '../../src/policy/language/policy-file.ts';
import type { policySchema, ruleSchema } from '../../src/policy/language/schema.ts';

type SchemaFile = InferOutput<typeof policySchema>;

it('the written types of a policy file are those of its schema', () => {
  expectTypeOf<RuleFile>().toEqualTypeOf<InferOutput<typeof ruleSchema>>();
  expectTypeOf<keyof PolicyFile>().toEqualTypeOf<keyof SchemaFile>();
  // The schema's map of actions has an index by number besides the one by text.
  expectTypeOf<PolicyFile>().toExtend<SchemaFile>();
  expectTypeOf<SchemaFile>().toExtend<PolicyFile>();
});
