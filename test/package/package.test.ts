import { afterAll, describe } from 'vitest';
import { createConsumer } from './packed.ts';
import { snippetCases } from './snippets.case.ts';
import { typeCases } from './types.case.ts';

// Packed and unpacked once for all cases.
const consumer = createConsumer();
afterAll(consumer.remove);

describe('the published types', () => {
  typeCases(consumer);
});
describe('the snippets of the pages', () => {
  snippetCases(consumer);
});
