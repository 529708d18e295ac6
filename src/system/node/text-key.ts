export { textKey } from '../../protocol/text-key.ts';
