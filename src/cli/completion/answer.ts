import type { HookctlProgram } from '../command.ts';
import { complete } from './complete.ts';
import { printVerbatim } from '../output.ts';

/**
 * `hookctl __complete WORD…`, called by the completion scripts: the kind on the first line, then `value<TAB>about`. A key press shows no errors: a
 * policy that cannot be read has nothing to offer, and `hookctl check` says why.
 */
export async function answerCompletion(words: string[], program: HookctlProgram): Promise<number> {
  try {
    const { kind, candidates } = await complete(words, program);
    const lines = candidates.map(({ value, about = '' }) => (about === '' ? value : `${value}\t${oneLine(about)}`));
    printVerbatim(`${[kind, ...lines].join('\n')}\n`);
  } catch {
    printVerbatim('words\n');
  }
  return 0;
}

/** A menu has one line for each candidate. */
const LONGEST = 70;

function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST - 1)}…` : flat;
}
