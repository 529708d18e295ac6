export { textKey } from '../../protocol/text/text-key.ts';
