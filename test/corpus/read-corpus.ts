import { existsSync, readFileSync } from 'node:fs';

/** The labelled commands live outside the repository and are never copied into it. */
const FOLDER = new URL('../../../shared/corpus/', import.meta.url);

export const corpusMissing = !existsSync(FOLDER);

export function readCorpus<Row>(name: string): Row[] {
  if (corpusMissing) return [];
  return readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** Prints the figure, so that a run shows more than "passed". */
export function report(name: string, right: number, total: number, wrong: readonly string[]): number {
  const percent = (100 * right) / total;
  process.stdout.write(`corpus ${name}: ${right}/${total} = ${percent.toFixed(2)} %\n`);
  for (const line of wrong.slice(0, 20)) process.stdout.write(`  ${line}\n`);
  return percent;
}
