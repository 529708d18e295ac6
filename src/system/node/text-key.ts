export { textKey } from '../any-text-key.ts';
