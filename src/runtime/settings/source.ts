import type { HandlerOrigin } from '../handlers/handler-run.ts';
import type { ReadSettings } from './settings-file.ts';

export type SourceName = HandlerOrigin['source'];

/** One place hooks come from, read and judged. */
export interface SettingsSource extends ReadSettings {
  origin: HandlerOrigin;
  /** The file, or a short name where there is none (`--settings`). */
  path: string;
  /** Named on the command line, but not there: the client would not start. */
  missing?: true;
}

export const SETTINGS_FILES: readonly SourceName[] = ['user', 'project', 'local', 'flag', 'managed'];
