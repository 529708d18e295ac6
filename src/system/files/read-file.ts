import type { System } from '../ports.ts';

/** The text of a file, or of its first bytes. */
export function readFile({ files }: Pick<System, 'files'>, path: string, mostBytes?: number): string {
  const file = files.open(path, files.flags.O_RDONLY);
  try {
    return mostBytes === undefined ? files.readText(file) : files.readText(file, { from: 0, to: mostBytes });
  } finally {
    files.close(file);
  }
}
