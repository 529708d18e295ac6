import type { System } from '../../system/ports.ts';
import { join } from 'node:path';
import { namesIn } from '../../system/files/growing-file.ts';

const SEGMENT = /^trail-(\d{6,})\.jsonl$/;
/** Written by versions without a chain. */
const DAY = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

/** All files of the trail with their paths, oldest first. */
export function trailFiles(system: System, stateDirectory: string): string[] {
  return [
    ...dayFiles(system, stateDirectory),
    ...segmentNumbers(system, stateDirectory).map((segment) => segmentPath(stateDirectory, segment)),
  ];
}

export function dayFiles(system: System, stateDirectory: string): string[] {
  const directory = auditDirectory(stateDirectory);
  const names = namesIn(system, directory).filter((name) => DAY.test(name));
  return names.sort().map((name) => join(directory, name));
}

export function segmentNumbers(system: System, stateDirectory: string): number[] {
  return namesIn(system, auditDirectory(stateDirectory))
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

export function witnessedSegments(system: System, stateDirectory: string): number[] {
  return namesIn(system, witnessDirectory(stateDirectory))
    .flatMap((name) => /^trail-(\d{6,})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

export function witnessDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'witness');
}

function auditDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'audit');
}

function numbered(segment: number): string {
  return String(segment).padStart(6, '0');
}
