import { host } from './host.ts';

export function sha256(text: string): string {
  return host.sha256(text);
}
