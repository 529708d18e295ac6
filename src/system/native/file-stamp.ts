import { host } from './host.ts';

export function fileStamp(path: string): string | null {
  try {
    return host.stamp(path);
  } catch {
    return 'unreadable';
  }
}
