import type { Invocation } from '../../shell/index.ts';

/** What a program gets, as one text: its name and its words as bash hands them over. */
export function wordsOf({ program, argv }: Invocation): string {
  return [program, ...argv.map(({ text }) => text)].join(' ');
}
