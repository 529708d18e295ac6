import { textKey as anyTextKey } from '../../protocol/text/text-key.ts';
import { host } from './host.ts';

export function textKey(text: string): string {
  return host.textKey(text) ?? anyTextKey(text);
}
