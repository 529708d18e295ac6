import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { statOrNull } from '../../system/node/files.ts';
import type { HandlerEntry } from './settings-document.ts';

/** May files be looked for? A settings file that was merely named may belong to another machine. */
export function isOnDisk({ document }: HandlerEntry): boolean {
  return document.projectDir !== null || document.source.origin.plugin !== undefined;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function isFile(path: string): boolean {
  return statOrNull(path)?.isFile() === true;
}

export function isOnPath(program: string, env: Readonly<Record<string, string | undefined>>): boolean {
  if (isAbsolute(program)) return isExecutable(program);
  return (env['PATH'] ?? '').split(delimiter).some((dir) => dir !== '' && isExecutable(join(dir, program)));
}

/** What happens when the hook cannot start, where that is not the usual thing. */
export function whenItCannotRun({ handler, row }: HandlerEntry): { consequence?: string } {
  const closed = 'onFailure' in handler && handler.onFailure === 'block' && row.honoursOnFailure;
  return closed
    ? { consequence: 'The hook cannot run and, with "onFailure": "block", every call it is asked about is refused.' }
    : {};
}
