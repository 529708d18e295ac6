import { join } from 'node:path';
import { listNames } from '../../system/node/audit-files.ts';

const SEGMENT = /^trail-(\d{6,})\.jsonl$/;
/** Written by versions without a chain. */
const DAY = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

/** All files of the trail with their paths, oldest first. */
export function trailFiles(stateDirectory: string): string[] {
  return [
    ...dayFiles(stateDirectory),
    ...segmentNumbers(stateDirectory).map((segment) => segmentPath(stateDirectory, segment)),
  ];
}

export function dayFiles(stateDirectory: string): string[] {
  const directory = auditDirectory(stateDirectory);
  const names = listNames(directory).filter((name) => DAY.test(name));
  return names.sort().map((name) => join(directory, name));
}

export function segmentNumbers(stateDirectory: string): number[] {
  return listNames(auditDirectory(stateDirectory))
    .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

export function segmentPath(stateDirectory: string, segment: number): string {
  return join(auditDirectory(stateDirectory), `trail-${numbered(segment)}.jsonl`);
}

/** Beside the trail, not in it: it stays when the trail is removed. */
export function witnessPath(stateDirectory: string, segment: number): string {
  return join(witnessDirectory(stateDirectory), `trail-${numbered(segment)}`);
}

export function witnessedSegments(stateDirectory: string): number[] {
  return listNames(witnessDirectory(stateDirectory))
    .flatMap((name) => /^trail-(\d{6,})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

export function witnessDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'witness');
}

export function auditDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'audit');
}

function numbered(segment: number): string {
  return String(segment).padStart(6, '0');
}
