import { host } from './host.ts';

export function pause(ms: number): void {
  host.sleep(ms);
}
